import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeDailyMail } from '#api/newsletter/digests/write-daily-mail.ts'
import { issueLinks } from '#api/newsletter/issue-mails/personal-mail.ts'
import {
  countIssues,
  deleteOldRecipients,
  pauseIssue,
  resumeIssue,
} from '#api/newsletter/issues/issues.queries.ts'
import { startSending } from '#api/newsletter/sending/send-issue.ts'
import { dayMs } from '#contract/days.ts'
import { slugOf, storyCategories } from '#contract/magazine/categories.ts'
import { originalDigestTimes } from '#contract/newsletter/digest-times.ts'
import { followLinkDays } from '#contract/newsletter/follows.ts'
import { sql } from '#db/sql.ts'
import { composeWith, issuesOfTests } from '#tests/fixtures/mail-sender.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { anIssueSender, stateOf, stopSenders } from '#tests/magazine/sent-issues.ts'
import { anAuthor, aReader, aVisitor } from '#tests/people.ts'
import { aMailServer, readMessage } from '#tests/servers/mail-server.ts'
import { followToken } from '../follows/follow-token.ts'
import { addFollow } from '../follows/follows.queries.ts'

const [commentary] = storyCategories
const { orderSecret } = composeWith

beforeEach(async () => {
  await sql`delete from letters`
  await sql`delete from subscribers`
  await sql`delete from mails`
  await sql`delete from rate_limits`
})
afterEach(stopSenders)

const anEmail = () => `${randomUUID()}@readers.example`
const rowOf = async (email: string) =>
  (await sql`select * from subscribers where email = ${email}`)[0]
const mailsTo = async (recipient: string) => [
  ...(await sql<{ kind: string }[]>`select kind, data from mails where recipient = ${recipient}`),
]
const open = async (path: string, init?: RequestInit) => {
  const response = await (await aVisitor()).send(path, init)
  return [response.status, response.headers.get('Location')]
}

describe('somebody without an account (trust 8)', () => {
  test('follows an author by a link that is mailed, and nothing is stored before it is opened', async () => {
    const { slug, key } = await anAuthor()
    const email = anEmail()
    const sent = await open('/api/follows', asForm({ kind: 'author', name: slug, email }))
    expect(sent).toEqual([303, `/follow/author/${slug}?state=sent`])
    expect(await mailsTo(email)).toEqual([{ kind: 'follow', data: { key } }])
    expect(await rowOf(email)).toBeUndefined()

    const link = `/api/follows/confirm?token=${followToken(orderSecret, { email, key })}`
    for (const _ of ['once', 'again'])
      expect(await open(link)).toEqual([303, '/newsletter?state=following'])
    expect(await rowOf(email)).toMatchObject({
      follows: [key],
      takesLetters: false,
      digest: null,
      source: 'follow',
    })
    const late = followToken(orderSecret, { email, key }, Date.now() - (followLinkDays + 1) * dayMs)
    const forged = followToken(Buffer.alloc(32), { email, key })
    for (const token of [late, forged, 'x'])
      expect(await open(`/api/follows/confirm?token=${token}`)).toEqual([
        303,
        '/newsletter?state=late',
      ])
  })

  test('keeps the newsletter as it was, and one who follows may still ask for it', async () => {
    const { key } = await anAuthor()
    const subscriber = anEmail()
    await sql`insert into subscribers (email, confirmed_at) values (${subscriber}, now())`
    await addFollow(subscriber, key)
    expect(await rowOf(subscriber)).toMatchObject({ takesLetters: true, follows: [key] })
    const waiting = anEmail()
    await sql`insert into subscribers (email) values (${waiting})`
    await addFollow(waiting, key)
    expect(await rowOf(waiting)).toMatchObject({ takesLetters: false, follows: [key] })
  })

  test('asks for nothing that there is not', async () => {
    const { send } = await aVisitor()
    for (const body of [
      { kind: 'author', name: 'nobody' },
      { kind: 'category', name: 'no-such' },
      { kind: 'series', name: randomUUID() },
    ]) {
      const asked = await send('/api/follows', asJson({ ...body, email: anEmail() }))
      expect(asked.status).toBe(404)
    }
  })

  test('may keep it to the device, which learns what is new of a list of keys', async () => {
    const { key, story, slug } = await anAuthor()
    const { call } = await aVisitor()
    const of = [key, `category:${slugOf(commentary)}`, `author:${randomUUID()}`].join(',')
    const found = await call('GET /follows', { of: of as never })
    expect(found).toMatchObject([
      { key, title: 'Ada Obi', path: `/author/${slug}`, newest: { title: story.title } },
      { title: commentary, path: `/category/${slugOf(commentary)}` },
    ])
  })
})

describe('a reader with an account', () => {
  test('follows at once where the address is proven, by a mailed link where not, and stops by one press', async () => {
    const { key } = await anAuthor()
    const { call, reader } = await aReader()
    expect(await call('PUT /account/follows', { key })).toEqual({ status: 'mailed' })
    expect(await rowOf(reader.email)).toBeUndefined()
    await sql`update readers set email_proven_at = now() where id = ${reader.id}`
    expect(await call('PUT /account/follows', { key })).toEqual({ status: 'following' })
    expect(await call('GET /account/follows', {})).toMatchObject([{ key, title: 'Ada Obi' }])
    await call('DELETE /account/follows', { key })
    expect(await call('GET /account/follows', {})).toEqual([])
    // Whoever hears nothing any more is on no list.
    expect(await rowOf(reader.email)).toBeUndefined()
  })
})

describe('the mail to followers', () => {
  /** Ten minutes past eight in Lagos. */
  const due = new Date('2026-11-28T07:10:00Z')
  const inTheDay = (id: string) =>
    sql`update stories set published_at = '2026-11-27T12:00:00Z' where id = ${id}`

  const write = async () => {
    await writeDailyMail(originalDigestTimes, due)
    const [letter] = await sql<{ id: string }[]>`
      select id from letters where digest = 'daily' and state = 'scheduled'`
    return letter?.id
  }

  test('brings each what they follow, once a day, and nothing to who stopped a minute before', async () => {
    const [ada, obi] = [await anAuthor(), await anAuthor()]
    await inTheDay(ada.story.id)
    await inTheDay(obi.story.id)
    const [both, one, stopped, other] = [anEmail(), anEmail(), anEmail(), anEmail()]
    for (const email of [both, one, stopped]) await addFollow(email, ada.key)
    await addFollow(both, obi.key)
    await addFollow(other, `author:${randomUUID()}`)
    // Both stay on the list after all, for its newsletter.
    await sql`update subscribers set takes_letters = true where email in ${sql([one, stopped])}`
    const id = (await write()) ?? ''
    expect(await write()).toBe(id)
    await startSending(id, issuesOfTests.render)
    const { unsubscribeToken } = (await rowOf(stopped)) as { unsubscribeToken: string }
    const { leave } = issueLinks({ unsubscribeToken, isDaily: true }, composeWith)
    const { pathname, search } = new URL(leave)
    await open(`${pathname}${search}`, asForm({ 'List-Unsubscribe': 'One-Click' }))
    expect(await rowOf(stopped)).toMatchObject({ follows: [], takesLetters: true })
    const server = await aMailServer()
    await Promise.all([anIssueSender(server), anIssueSender(server)])
    await expect.poll(async () => (await stateOf(id)).state, { timeout: 20_000 }).toBe('sent')
    const read = new Map(server.received.map(({ to, raw }) => [to[0], readMessage(raw)] as const))
    expect([...read.keys()].sort()).toEqual([both, one].sort())
    expect(server.received).toHaveLength(2)
    expect(read.get(both)?.text).toContain(obi.story.title)
    expect(read.get(one)?.text).not.toContain(obi.story.title)
    expect(read.get(one)?.text).toContain(ada.story.title)
    expect(read.get(one)?.text).toContain('because you follow this')
    expect(await write()).toBeUndefined()
  })

  test('is not written where nobody follows what is new, or its author has no page any more', async () => {
    const { story, key, authorId } = await anAuthor()
    await inTheDay(story.id)
    await addFollow(anEmail(), `author:${randomUUID()}`)
    expect(await write()).toBeUndefined()
    await addFollow(anEmail(), key)
    await sql`update authors set is_public = false where author_id = ${authorId}`
    expect(await write()).toBeUndefined()
  })

  test('is among the newsletters only while it needs somebody, and goes after 90 days', async () => {
    const { story, key } = await anAuthor()
    await inTheDay(story.id)
    await addFollow(anEmail(), key)
    const id = (await write()) ?? ''
    await startSending(id, issuesOfTests.render)
    expect(await countIssues({})).toBe(0)
    await pauseIssue(id, 'The mail server refuses our mails.')
    expect(await countIssues({})).toBe(1)
    await resumeIssue(id)
    const isThere = async () => (await sql`select from letters where id = ${id}`).length
    await deleteOldRecipients()
    expect(await isThere()).toBe(1)
    await sql`update letters set created_at = now() - interval '91 days' where id = ${id}`
    await deleteOldRecipients()
    expect(await isThere()).toBe(0)
  })
})
