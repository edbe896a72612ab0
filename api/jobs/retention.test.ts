import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { deleteUnusedUploads } from '#api/magazine/uploads/uploads.queries.ts'
import { cleanups } from '#api/registry.ts'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { dataRequestDays } from '#contract/pages/data-requests.ts'
import {
  keptBackups,
  keptDays,
  keptLogMonths,
  keptMonths,
  keptOrderYears,
} from '#contract/retention.ts'
import { sql } from '#db/sql.ts'
import { aBook, aReader, aStory, theStaff } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aPendingOrder, aShop } from '#tests/shop/settling.ts'
import { startCleanup } from './cleanup.ts'

/** What the privacy page says of it, and how to leave it behind some hours ago; resolves to whether it is still there. */
const kept: Record<string, (hours: number) => Promise<() => Promise<boolean>>> = {
  'Pictures that no story shows': async (hours) => {
    const id = randomUUID()
    const { reader } = await aReader()
    await sql`
      insert into uploads (id, reader_id, width, height, created_at)
      values (${id}, ${reader.id}, 60, 40, ${ago(hours)})`
    return isThere(() => sql`select 1 from uploads where id = ${id}`)
  },
  'A guardian who has not agreed, or has withdrawn': async (hours) => {
    const { reader } = await aReader(undefined, '13-17')
    const [guardian] = await sql<{ id: string }[]>`
      insert into guardians (reader_id, name, email, named_at)
      values (${reader.id}, 'Ngozi Ade', ${`${randomUUID()}@families.example`}, ${ago(hours + 9_000)})
      returning id`
    await sql`
      insert into guardian_answers (guardian_id, agrees, given_by, given_at)
      values (${guardian?.id ?? ''}, false, 'guardian', ${ago(hours)})`
    return isThere(() => sql`select 1 from guardians where reader_id = ${reader.id}`)
  },
  'What was saved while we wrote or edited a story, unless it is the last state of a sitting':
    async (hours) => aRevision(hours, 'Halima Sule'),
  'A story or draft that we deleted': async (hours) => {
    const { id } = await aStory({ isPublished: false })
    await sql`update stories set deleted_at = ${ago(hours)} where id = ${id}`
    return isThere(() => sql`select 1 from stories where id = ${id}`)
  },
  // Another person's is another sitting.
  'The last state of a sitting, unless it is the last one of its day': async (hours) =>
    aRevision(hours, 'Bello Idris'),
  'The name and e-mail address of an order that was never paid': async (hours) => {
    const { id } = await anOrder((await aBook()).id, { isPaid: false })
    await sql`update orders set state = 'expired', created_at = ${ago(hours)} where id = ${id}`
    return isThere(
      () => sql`select 1 from orders where id = ${id} and buyer_email <> '' and buyer_name <> ''`,
    )
  },
  'The browsers in which a book that you bought opens without an account': async (hours) => {
    const { id } = await anOrder((await aBook()).id)
    await sql`
      insert into order_browsers (order_id, key_hash, used_at) values (${id}, 'a hash', ${ago(hours)})`
    return isThere(() => sql`select 1 from order_browsers where order_id = ${id}`)
  },
  'That you deleted a note in a book, without what it said': async (hours) => {
    const { reader } = await aReader()
    await sql`
      insert into book_notes (reader_id, id, book_id, edition_id, number, block, start, quote, before, after, chapter, words,
        changed_at, stored_at, deleted_at)
      values (${reader.id}, ${randomUUID()}, ${(await aBook()).id}, ${randomUUID()}, 1, 0, 0, '', '', '', '', '',
        ${ago(hours)}, ${ago(hours)}, ${ago(hours)})`
    return isThere(() => sql`select 1 from book_notes where reader_id = ${reader.id}`)
  },
  'The name, e-mail address and greeting of a present': async (hours) => {
    const { id } = await anOrder((await aBook()).id)
    await sql`
      insert into presents (order_id, recipient_name, recipient_email, greeting, send_at, token_hash, opened_as, opened_at)
      values (${id}, 'Ada', 'ada@friends.example', 'Hello', now(), ${id}, ${id}, ${ago(hours)})`
    return isThere(
      () => sql`
        select 1 from presents
        where order_id = ${id} and recipient_name <> '' and recipient_email <> '' and greeting <> ''`,
    )
  },
  'A review that we do not show': async (hours) => {
    const { id: bookId } = await aBook()
    const buyerEmail = `${randomUUID()}@buyers.example`
    await sql`insert into book_ratings (book_id, buyer_email, rating) values (${bookId}, ${buyerEmail}, 1)`
    const [review] = await sql<{ id: string }[]>`
      insert into book_reviews (book_id, buyer_email, name, text, state, decided_at)
      values (${bookId}, ${buyerEmail}, 'Ngozi', 'Rude words', 'declined', ${ago(hours)}) returning id`
    return isThere(() => sql`select 1 from book_reviews where id = ${review?.id ?? ''}`)
  },
  'The words and e-mail address of whoever reported something to us': async (hours) => {
    const [report] = await sql<{ id: string }[]>`
      insert into reports (kind, subject_id, title, address, reason, state, decided_at)
      values ('story', ${randomUUID()}, 'The borehole', '/', 'wrong', 'kept', ${ago(hours)}) returning id`
    const reportId = report?.id ?? ''
    await sql`
      insert into reporters (report_id, words, email) values (${reportId}, '', 'ada@friends.example')`
    return isThere(() => sql`select 1 from reporters where report_id = ${reportId}`)
  },
  'The paper in which an authority wrote to us about something that we published': async (
    hours,
  ) => {
    const [report] = await sql<{ id: string }[]>`
      insert into reports (kind, subject_id, title, address, reason, state, decided_at)
      values ('story', ${randomUUID()}, 'The borehole', '/', 'notice', 'kept', ${ago(hours)}) returning id`
    const reportId = report?.id ?? ''
    await sql`
      insert into notices (report_id, authority, paper, paper_type)
      values (${reportId}, 'The board', ''::bytea, 'application/pdf')`
    return isThere(
      () => sql`
      select 1 from notices where report_id = ${reportId} and paper is not null`,
    )
  },
  'A request about your data that nobody confirmed': async (hours) => {
    const id = randomUUID()
    await sql`
      insert into data_requests (id, kind, email, words, created_at)
      values (${id}, 'see', 'ada@friends.example', '', ${ago(hours)})`
    return isThere(() => sql`select 1 from data_requests where id = ${id}`)
  },
  'A request about your data, with your e-mail address, your words and our answer': async (
    hours,
  ) => {
    const id = randomUUID()
    await sql`
      insert into data_requests (id, kind, email, words, created_at, proven_at, answered_at, answer)
      values (${id}, 'see', 'ada@friends.example', '', ${ago(hours + 99)}, ${ago(hours + 98)}, ${ago(hours)}, 'Done')`
    return isThere(() => sql`select 1 from data_requests where id = ${id}`)
  },
  'An address on that list that nobody confirmed': async (hours) => {
    const { call, email } = await aReader()
    await call('POST /newsletter', { email })
    await sql`
      update subscribers set created_at = ${ago(hours)}, confirm_until = null where email = ${email}`
    return isThere(() => sql`select 1 from subscribers where email = ${email}`)
  },
  'An address of a list that we brought from elsewhere, unless you confirm it or had agreed':
    async (hours) => {
      const email = `${randomUUID()}@readers.example`
      await sql`
        insert into subscribers (email, confirm_until, import_id)
        values (${email}, ${ago(hours - 24 * keptDays.import)}, ${randomUUID()})`
      return isThere(() => sql`select 1 from subscribers where email = ${email}`)
    },
  'That you agreed to the newsletter and left it, without your address': async (hours) => {
    const addressHash = randomUUID()
    await sql`
      insert into newsletter_withdrawals (address_hash, asked_at, withdrawn_at)
      values (${addressHash}, ${ago(hours + 9_000)}, ${ago(hours)})`
    return isThere(
      () => sql`select 1 from newsletter_withdrawals where address_hash = ${addressHash}`,
    )
  },
  'Which mails we sent you, without their text': async (hours) => {
    const recipient = `${randomUUID()}@readers.example`
    await sql`
      insert into mails (kind, recipient, created_at, sent_at, next_try_at)
      values ('welcome', ${recipient}, ${ago(hours)}, ${ago(hours)}, null)`
    return isThere(() => sql`select 1 from mails where recipient = ${recipient}`)
  },
  'Which of our letters you got': async (hours) => {
    const [letter] = await sql<{ id: string }[]>`
      insert into letters ${sql({
        subject: 'Old news',
        createdBy: 'Ada',
        state: 'sent',
        startedAt: ago(hours),
        finishedAt: ago(hours),
        mailSubject: 'Old news',
        mailHtml: '',
        mailText: '',
      })} returning id`
    const id = letter?.id ?? ''
    await sql`
      insert into letter_recipients (letter_id, subscriber_id, state, sent_at)
      values (${id}, ${randomUUID()}, 'sent', ${ago(hours)})`
    return isThere(() => sql`select 1 from letter_recipients where letter_id = ${id}`)
  },
  'An address that letters did not reach, or that complained of one, once it is not on the list':
    async (hours) => {
      const email = `${randomUUID()}@readers.example`
      await sql`insert into suppressions (email, reason, since) values (${email}, 'bounced', ${ago(hours)})`
      return isThere(() => sql`select 1 from suppressions where email = ${email}`)
    },
  'That a mail came back, without the address': async (hours) => {
    const id = randomUUID()
    await sql`
      insert into mail_events (provider, id, received_at, settled_at)
      values ('ses', ${id}, ${ago(hours)}, ${ago(hours)})`
    return isThere(() => sql`select 1 from mail_events where id = ${id}`)
  },
  'Which browser or account viewed or shared a story': async (hours) => {
    const { id } = await aStory()
    const visitor = randomUUID()
    await sql`
      insert into story_shares (story_id, visitor_id, shared_in_hour)
      values (${id}, ${visitor}, ${ago(hours)})`
    // They are kept by day: one that is a day older must be gone, too.
    await sql`
      insert into story_views (story_id, visitor_id, viewed_on)
      values (${id}, ${visitor}, ${ago(hours + 24)}::timestamptz::date)`
    return isThere(() => sql`select 1 from story_shares where story_id = ${id}`)
  },
  'Which browsers you signed in with': async (hours) => {
    const { reader } = await aReader()
    await sql`update reader_devices set last_used_at = ${ago(hours)} where reader_id = ${reader.id}`
    return isThere(() => sql`select 1 from reader_devices where reader_id = ${reader.id}`)
  },
  'Which browsers somebody who works at the magazine signed in with': async (hours) => {
    const { member } = await theStaff('editor')
    await sql`
      insert into staff_devices (id, staff_id, last_used_at)
      values (${randomUUID()}, ${member.id}, ${ago(hours)})`
    return isThere(() => sql`select 1 from staff_devices where staff_id = ${member.id}`)
  },
  'What somebody who works at the magazine did on the admin pages, with their name': async (
    hours,
  ) => {
    const subject = randomUUID()
    await sql`
      insert into activity (who, action, subject_id, at)
      values ('Simi', 'bookPublished', ${subject}, ${ago(hours)})`
    return isThere(() => sql`select 1 from activity where subject_id = ${subject}`)
  },
  'A session': async (hours) => {
    const { reader } = await aReader()
    await sql`
      update sessions set expires_at = expires_at - make_interval(hours => ${hours})
      where user_id = ${reader.id}`
    return isThere(() => sql`select 1 from sessions where user_id = ${reader.id}`)
  },
  'What a form was answered, in case it is sent twice': async (hours) => {
    const key = randomUUID()
    await sql`
      insert into answered_writes (address, caller, key, created_at)
      values ('POST /orders', 'somebody', ${key}, ${ago(hours)})`
    return isThere(() => sql`select 1 from answered_writes where key = ${key}`)
  },
  'How often wrong passwords and repeated forms came': async (hours) => {
    const key = `story:${randomUUID()}`
    const expire = Date.now() + (24 - hours) * 3_600_000
    await sql`insert into rate_limits (key, points, expire) values (${key}, 1, ${expire})`
    return isThere(() => sql`select 1 from rate_limits where key = ${key}`)
  },
}

/** Saved by Halima Sule a moment before what `then` saved, which is not the newest state. */
async function aRevision(hours: number, then: string) {
  const id = randomUUID()
  const { member } = await theStaff('editor')
  await sql`insert into story_drafts (story_id, head) values (${id}, 3)`
  const at = Date.now() - hours * 3_600_000
  for (const [index, name] of ['Halima Sule', then, 'Nkechi Eze'].entries()) {
    await sql`
      insert into document_revisions ${sql({
        documentId: id,
        number: index + 1,
        saveId: randomUUID(),
        fields: sql.json({}),
        kind: 'saved',
        savedAt: new Date(at + index).toISOString(),
        savedBy: member.id,
        savedByName: name,
      })}`
  }
  return isThere(
    () => sql`select 1 from document_revisions where document_id = ${id} and number = 1`,
  )
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const isThere = (find: () => PromiseLike<{ length: number }>) => async () =>
  (await find()).length > 0

const page = readFileSync('content/pages/privacy.md', 'utf8')

/** The rows of the page that name a number of days. */
const promised = [...page.matchAll(/^\| (.+) \| (.*\d.*) \|$/gm)].map(
  ([, what = '', howLong = '']) => ({ what, days: Number(/(\d+) days?/.exec(howLong)?.[1]) }),
)

async function cleanUp() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  const cleanup = startCleanup(pino({ level: 'silent' }), [
    ...cleanups(),
    deleteUnusedUploads,
    async () => end(),
  ])
  await done
  await cleanup.stop()
}

test('each period of the privacy page is tested here', () => {
  expect(promised.map(({ what }) => what).sort()).toEqual(Object.keys(kept).sort())
})

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** What the page says beside it. */
const told: Record<keyof typeof keptDays, string> = {
  unpaidBuyer: 'The name and e-mail address of an order that was never paid',
  present: 'The name, e-mail address and greeting of a present',
  bookBrowser: 'The browsers in which a book that you bought opens without an account',
  deletedNote: 'That you deleted a note in a book, without what it said',
  declinedReview: 'A review that we do not show',
  reporter: 'The words and e-mail address of whoever reported something to us',
  paperOfNotice: 'The paper in which an authority wrote to us about something that we published',
  unprovedDataRequest: 'A request about your data that nobody confirmed',
  answeredDataRequest:
    'A request about your data, with your e-mail address, your words and our answer',
  unusedUpload: 'Pictures that no story shows',
  guardianWhoDoesNotAgree: 'A guardian who has not agreed, or has withdrawn',
  saveOfASession:
    'What was saved while we wrote or edited a story, unless it is the last state of a sitting',
  lastSaveOfASession: 'The last state of a sitting, unless it is the last one of its day',
  newsletterWithdrawal: 'That you agreed to the newsletter and left it, without your address',
  import:
    'An address of a list that we brought from elsewhere, unless you confirm it or had agreed',
  sentMail: 'Which mails we sent you, without their text',
  issueRecipient: 'Which of our letters you got',
  suppression:
    'An address that letters did not reach, or that complained of one, once it is not on the list',
  mailEvent: 'That a mail came back, without the address',
  counted: 'Which browser or account viewed or shared a story',
  deleted: 'A story or draft that we deleted',
  device: 'Which browsers you signed in with',
  answeredWrite: 'What a form was answered, in case it is sent twice',
  activity: 'What somebody who works at the magazine did on the admin pages, with their name',
}

const monthsInWords: Record<number, string> = {
  1: 'A month',
  6: 'six months',
  13: 'Thirteen months',
  25: 'Twenty-five months',
}

test('the privacy page names each period of the contract, also of logs, backups and orders', () => {
  const howLong = Object.fromEntries(
    [...page.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, what, howLong]) => [what, howLong]),
  )
  for (const [name, what] of Object.entries(told)) {
    const count = keptDays[name as keyof typeof keptDays]
    expect(howLong[what], what).toMatch(new RegExp(`(^| )${days(count)}\\b`))
  }
  const months = {
    'Counts by the hour, which hold nothing of anybody': keptMonths.countsByHour,
    'Counts of a story by the day': keptMonths.countsByStoryAndDay,
    'The log of the server, in which nobody is named': keptLogMonths,
    'Backups, with what was deleted meanwhile': keptBackups.months,
  }
  for (const [what, count] of Object.entries(months))
    expect(howLong[what], what).toContain(monthsInWords[count])
  expect(page).toContain(`answer within ${dataRequestDays.allowed} days`)
  const orders = 'Orders that were paid, with the name and e-mail address of the buyer'
  expect(keptOrderYears).toBeNull()
  expect(howLong[orders]).toMatch(/^As long as the magazine is published/)
})

test('a small server deletes its log after the month that the privacy page says', () => {
  expect(readFileSync('deploy/server/journald.conf', 'utf8')).toContain(
    `MaxRetentionSec=${keptLogMonths}month\n`,
  )
})

test.each(promised)('$what: gone after $days days, and not before', async ({ what, days }) => {
  const leave = kept[what] as (typeof kept)[string]
  const [isOldThere, isYoungThere] = [await leave(days * 24 + 1), await leave(days * 24 - 1)]
  expect([await isOldThere(), await isYoungThere()]).toEqual([true, true])
  await cleanUp()
  expect([await isOldThere(), await isYoungThere()]).toEqual([false, true])
})

test('a guardian who agreed is not deleted', async () => {
  const { reader } = await aReader(undefined, '13-17')
  await sql`
    with guardian as (
      insert into guardians (reader_id, name, email, named_at)
      values (${reader.id}, 'Ngozi Ade', ${`${randomUUID()}@families.example`}, ${ago(9_000)})
      returning id
    )
    insert into guardian_answers (guardian_id, agrees, given_by, wording, given_at)
    select id, true, 'guardian', 1, ${ago(8_000)} from guardian`
  await cleanUp()
  expect(await sql`select 1 from guardians where reader_id = ${reader.id}`).toHaveLength(1)
})

test('an issue keeps its stats when its recipients are deleted', async () => {
  const [letter] = await sql<{ id: string }[]>`
    insert into letters ${sql({
      subject: 'Old news',
      createdBy: 'Ada',
      state: 'paused',
      whyPaused: 'Paused by Ada.',
      startedAt: ago(91 * 24),
      mailSubject: 'Old news',
      mailHtml: '',
      mailText: '',
    })} returning id`
  const id = letter?.id ?? ''
  for (const state of ['sent', 'sent', 'refused', 'uncertain', 'waiting']) {
    await sql`
      insert into letter_recipients (letter_id, subscriber_id, state)
      values (${id}, ${randomUUID()}, ${state})`
  }
  await cleanUp()
  expect(await sql`select 1 from letter_recipients where letter_id = ${id}`).toHaveLength(0)
  expect(await sql`select * from letter_counts where letter_id = ${id}`).toMatchObject([
    { recipients: 5, sent: 2, refused: 1, uncertain: 1, undecided: 0 },
  ])
  expect(await sql`select state from letters where id = ${id}`).toEqual([{ state: 'stopped' }])
})

test('a suppressed address that is on the list stays suppressed', async () => {
  const email = `${randomUUID()}@readers.example`
  await sql`insert into subscribers (email, confirmed_at) values (${email}, now())`
  await sql`insert into suppressions (email, reason, since) values (${email}, 'bounced', ${ago(9_000)})`
  await cleanUp()
  expect(await sql`select 1 from suppressions where email = ${email}`).toHaveLength(1)
})

test('a story keeps its counts when the rows behind them are deleted', async () => {
  const { id } = await aStory()
  await sql`
    insert into story_views (story_id, visitor_id, viewed_on)
    values (${id}, ${randomUUID()}, current_date - 40)`
  await cleanUp()
  expect(await sql`select 1 from story_views where story_id = ${id}`).toHaveLength(0)
  expect(await sql`select views from stories where id = ${id}`).toEqual([{ views: 1 }])
  expect(await sql`select views, shares from story_totals where story_id = ${id}`).toEqual([
    { views: 1, shares: 0 },
  ])
})

test('a payment for an order whose buyer was deleted goes to the publisher for review', async () => {
  const shop = await aShop()
  const { id, reference } = await aPendingOrder(shop)
  await sql`update orders set state = 'expired', created_at = ${ago(31 * 24)} where id = ${id}`
  await cleanUp()
  shop.says(reference, {})
  await settleOrder(reference, 'webhook', shop.settling)
  expect(await sql`select state from orders where id = ${id}`).toEqual([{ state: 'needs_review' }])
  expect(await sql`select kind from mails where data->>'reference' = ${reference}`).toEqual([
    { kind: 'orderReviewNotice' },
  ])
})
