import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { anOrder } from '#tests/buyers.ts'
import { aBook, aReader, aStory } from '#tests/people.ts'
import { aPendingOrder, aShop } from '#tests/settling.ts'
import { startCleanup } from './cleanup.ts'
import { settleOrder } from './orders/settle-order.ts'
import { deleteUnusedUploads } from './uploads/uploads.queries.ts'

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
  'The name and e-mail address of an order that was never paid': async (hours) => {
    const { id } = await anOrder((await aBook()).id, { isPaid: false })
    await sql`update orders set state = 'expired', created_at = ${ago(hours)} where id = ${id}`
    return isThere(
      () => sql`select 1 from orders where id = ${id} and buyer_email <> '' and buyer_name <> ''`,
    )
  },
  'An address on that list that nobody confirmed': async (hours) => {
    const { call, email } = await aReader()
    await call('POST /newsletter', { email })
    await sql`
      update subscribers set created_at = ${ago(hours)}, confirm_until = null where email = ${email}`
    return isThere(() => sql`select 1 from subscribers where email = ${email}`)
  },
  'Which mails we sent you, without their text': async (hours) => {
    const recipient = `${randomUUID()}@readers.example`
    await sql`
      insert into mails (kind, recipient, created_at, sent_at, next_try_at)
      values ('welcome', ${recipient}, ${ago(hours)}, ${ago(hours)}, null)`
    return isThere(() => sql`select 1 from mails where recipient = ${recipient}`)
  },
  'Which browser or account viewed or shared a story': async (hours) => {
    const { id } = await aStory()
    const visitor = randomUUID()
    await sql`
      insert into story_shares (story_id, visitor_id, shared_in_hour)
      values (${id}, ${visitor}, ${ago(hours)})`
    // By day: one that is a day older must be gone, too.
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

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const isThere = (find: () => PromiseLike<{ length: number }>) => async () =>
  (await find()).length > 0

/** The rows of the page that name a number of days. */
const promised = [
  ...readFileSync('content/pages/privacy.md', 'utf8').matchAll(/^\| (.+) \| (.*\d.*) \|$/gm),
].map(([, what = '', howLong = '']) => ({ what, days: Number(/(\d+) days?/.exec(howLong)?.[1]) }))

async function cleanUp() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  const cleanup = startCleanup(pino({ level: 'silent' }), [deleteUnusedUploads, async () => end()])
  await done
  await cleanup.stop()
}

test('the privacy page names each period, and each is tried here', () => {
  expect(promised.map(({ what }) => what).sort()).toEqual(Object.keys(kept).sort())
})

test.each(promised)('$what: gone after $days days, and not before', async ({ what, days }) => {
  const leave = kept[what] as (typeof kept)[string]
  const [isOldThere, isYoungThere] = [await leave(days * 24 + 1), await leave(days * 24 - 1)]
  expect([await isOldThere(), await isYoungThere()]).toEqual([true, true])
  await cleanUp()
  expect([await isOldThere(), await isYoungThere()]).toEqual([false, true])
})

test('a story keeps its counts when the rows behind them are deleted', async () => {
  const { id } = await aStory()
  await sql`
    insert into story_views (story_id, visitor_id, viewed_on)
    values (${id}, ${randomUUID()}, current_date - 40)`
  await cleanUp()
  expect(await sql`select 1 from story_views where story_id = ${id}`).toHaveLength(0)
  expect(await sql`select views from stories where id = ${id}`).toEqual([{ views: 1 }])
})

test('money that comes for an order without a name is looked at by the publisher', async () => {
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
