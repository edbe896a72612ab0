import { expect, test } from 'vitest'
import { type TaskName, taskKinds } from '#contract/kinds/kinds.ts'
import { whyInWords } from './task-words.ts'

// A Friday, at noon in Lagos.
const now = new Date('2026-11-27T11:00:00Z')
const since = '2026-11-21T09:00:00Z'

const why = (kind: TaskName, facts: object, count = 1) =>
  whyInWords({ kind, count, path: '', ...facts }, taskKinds[kind], now)

test.each<[TaskName, object, string]>([
  ['ordersToReview', { paid: '₦3,000', due: '₦3,500' }, '₦3,000 paid, ₦3,500 due'],
  [
    'ordersToReview',
    { note: 'A test payment for a real order.' },
    'A test payment for a real order.',
  ],
  ['ordersToReview', {}, ''],
  ['refundsWanted', { name: 'Ada Obi', due: '₦900' }, 'Ada Obi: ₦900'],
  [
    'invoicesOverdue',
    { name: 'A school', due: '₦900', dueOn: '2026-11-26' },
    'A school: ₦900 was due yesterday',
  ],
  ['newslettersOverdue', { name: ' The Road ', since }, '“The Road” was due on Saturday, 10:00'],
  ['newslettersOverdue', { name: '', since }, 'No subject: was due on Saturday, 10:00'],
  ['newslettersPaused', { name: 'The Road' }, '“The Road”'],
  ['newslettersPaused', { name: '', note: 'The mail server is full.' }, 'The mail server is full.'],
  ['buildFailed', { since }, 'On Saturday, 10:00; the old pages stay up'],
  ['buildFailed', {}, 'The old pages stay up'],
  ['storiesToReview', { name: '$& {due}', since }, '$& {due} sent it on Saturday'],
  ['publishingRequests', { dueOn: '2026-11-27' }, 'Reply due today'],
  ['publishingRequests', { dueOn: '2026-11-12' }, 'Reply was due 12 November'],
])('%s with %j is shown as %s', (kind, facts, sentence) => {
  expect(why(kind, facts)).toBe(sentence)
})

test('several tasks of a kind have sentences of their own', () => {
  expect(why('changesToReview', { name: 'Ada', since }, 2)).toBe('Ada sent one on Saturday')
  expect(why('authorsToPay', { name: 'Ada', due: '₦900' }, 2)).toBe('₦900 in all')
})

test('each sentence can be said', () => {
  const facts = { name: 'a', paid: 'b', due: 'c', note: 'd', since }
  for (const kind of Object.keys(taskKinds) as TaskName[])
    for (const sentence of [...taskKinds[kind].why, ...(taskKinds[kind].whyMany ?? [])]) {
      const words = { ...taskKinds[kind], why: [sentence] }
      const said = ['2026-11-12', '2026-12-12'].map((dueOn) =>
        whyInWords({ kind, count: 1, path: '', ...facts, dueOn }, words, now),
      )
      expect(said.join(''), `${kind}: ${sentence}`).not.toBe('')
    }
})
