import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { isRecipient } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { storyCategories } from '#contract/magazine/categories.ts'
import {
  type DigestTimes,
  nextDigest,
  originalDigestTimes,
} from '#contract/newsletter/digest-times.ts'
import { type Digest, digests } from '#contract/newsletter/newsletter-choices.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook, aStory } from '#tests/people.ts'
import { digestDays, writeDigests } from './write-digests.ts'

const { brand } = composeWith
/** What the publisher has set: each test begins with Saturday at eight. */
let times: DigestTimes = originalDigestTimes
const asSet = { brand, times: () => times }
const [commentary, fiction] = storyCategories

// A digest tells of everything in its days: each test begins with an empty magazine.
beforeEach(async () => {
  times = originalDigestTimes
  await sql`delete from letters`
  await sql`delete from subscribers`
  await sql`delete from stories`
  await sql`delete from books`
})

/** Saturday, 28 November 2026, ten past eight in Lagos. */
const saturday = new Date('2026-11-28T07:10:00Z')
const inTheWeek = '2026-11-25T12:00:00Z'

async function aSubscriber(
  fields: { digest?: Digest; categories?: string[]; takesLetters?: boolean } = {},
) {
  const email = `${randomUUID()}@readers.example`
  await sql`insert into subscribers ${sql({ email, confirmedAt: new Date(), ...fields })}`
  return email
}

async function publishedAt(at: string, category: string = commentary) {
  const { id } = await aStory({ category })
  await sql`update stories set published_at = ${at} where id = ${id}`
  return id
}

const written = () =>
  sql<{ digest: Digest; subject: string; content: string; categories: string[]; state: string }[]>`
    select digest, subject, content, categories, state from letters order by digest`

describe('the days of a digest', () => {
  test.each([
    ['weekly', '2026-11-28T07:00:00Z', '2026-11-21', '2026-11-28T07:00:00.000Z'],
    ['weekly', '2026-11-28T06:59:59Z', '2026-11-14', '2026-11-21T07:00:00.000Z'],
    ['weekly', '2027-01-01T12:00:00Z', '2026-12-19', '2026-12-26T07:00:00.000Z'],
    ['monthly', '2026-12-01T07:00:00Z', '2026-11-01', '2026-12-01T07:00:00.000Z'],
    ['monthly', '2026-12-01T06:59:59Z', '2026-10-01', '2026-11-01T07:00:00.000Z'],
    ['monthly', '2027-01-15T12:00:00Z', '2026-12-01', '2027-01-01T07:00:00.000Z'],
  ] as const)('%s, asked %s, begin on %s and end %s', (digest, now, day, to) => {
    const days = digestDays(digest, new Date(now), originalDigestTimes)
    expect([days?.day, days?.to.toISOString()]).toEqual([day, to])
    // What comes next begins where this one ended.
    const before = digestDays(digest, new Date(new Date(to).getTime() - 1), originalDigestTimes)
    expect(before?.to).toEqual(days?.from)
  })
})

describe('a digest', () => {
  test('is generated and sent on Saturday with everything published since the last one', async () => {
    await aSubscriber({ digest: 'weekly' })
    const story = await publishedAt(inTheWeek)
    await publishedAt('2026-11-20T12:00:00Z')
    await publishedAt('2026-11-28T07:05:00Z')
    const hidden = await publishedAt(inTheWeek)
    await sql`update stories set is_published = false where id = ${hidden}`
    const { id: book } = await aBook()
    await sql`update books set published_at = ${inTheWeek}`
    await sql`
      insert into story_changes (story_id, kind, reason, description, changed_at)
      values (${story}, 'correction', 'We had the day [of the fair] wrong.', 'The day.', ${inTheWeek}),
        (${hidden}, 'correction', 'Nobody can read this one.', 'The day.', ${inTheWeek})`
    await writeDigests(asSet, saturday)
    const [issue, ...others] = await written()
    expect(others).toEqual([])
    expect(issue).toMatchObject({
      digest: 'weekly',
      subject: 'This week at Ascend',
      categories: [commentary],
      state: 'scheduled',
    })
    expect(issue?.content.match(/\/(story|book)\/\S+(?=\))/g)).toEqual([
      `/story/${story}`,
      `/book/${book}`,
      `/story/${story}`,
    ])
    expect(issue?.content).toContain(
      '): We had the day \\[of the fair\\] wrong.\n\n[All stories](/)',
    )
  })

  test('is generated once by any number of replicas', async () => {
    await aSubscriber({ digest: 'weekly' })
    await publishedAt(inTheWeek)
    await Promise.all(Array.from({ length: 6 }, () => writeDigests(asSet, saturday)))
    await writeDigests(asSet, new Date(saturday.getTime() + 3_600_000))
    expect(await written()).toHaveLength(1)
  })

  test('is skipped when nothing was published, nobody subscribed, or it is days late', async () => {
    await aSubscriber({ digest: 'weekly' })
    await writeDigests(asSet, saturday)
    await publishedAt(inTheWeek)
    await sql`update subscribers set digest = null`
    await writeDigests(asSet, saturday)
    await sql`update subscribers set digest = 'weekly'`
    await writeDigests(asSet, new Date('2026-12-01T08:00:00Z'))
    expect(await written()).toEqual([])
    await writeDigests(asSet, new Date('2026-11-30T08:00:00Z'))
    expect(await written()).toHaveLength(1)
  })

  test('of a month has the month in its subject', async () => {
    await aSubscriber({ digest: 'monthly' })
    await publishedAt(inTheWeek)
    await writeDigests(asSet, new Date('2026-12-01T07:01:00Z'))
    expect(await written()).toMatchObject([{ digest: 'monthly', subject: 'November at Ascend' }])
  })

  test('is not sent to subscribers without news in their categories', async () => {
    await aSubscriber({ digest: 'weekly', categories: [fiction] })
    await publishedAt(inTheWeek, commentary)
    await aBook()
    await sql`update books set published_at = ${inTheWeek}`
    await writeDigests(asSet, saturday)
    expect(await written()).toEqual([])
  })
})

describe('a publisher who moves the digest', () => {
  const storiesOf = (content: string) => content.match(/(?<=\/story\/)\S+(?=\))/g) ?? []

  /** Runs the job every four hours from one day to another. */
  async function run(from: string, to: string) {
    const [first, last] = [Date.parse(`${from}T00:10:00+01:00`), Date.parse(`${to}T00:10:00+01:00`)]
    for (let at = first; at < last; at += 4 * 3_600_000) await writeDigests(asSet, new Date(at))
  }

  const sent = () =>
    sql<{ content: string; digestTo: string }[]>`
      select content, digest_to from letters where digest = 'weekly' order by digest_to`

  /** A story every second day at noon: no mail has to leave one out for its length. */
  async function storiesFor(days: number) {
    const noon = Date.parse('2026-11-21T11:00:00Z')
    const ids = Array.from({ length: days / 2 }, (_, at) =>
      publishedAt(new Date(noon + at * 2 * 86_400_000).toISOString()),
    )
    return Promise.all(ids)
  }

  test.each([
    ['to a day that comes sooner', { weekday: 'wednesday', hour: 8 }, '2026-12-09T07:00:00.000Z'],
    ['to the day before', { weekday: 'friday', hour: 8 }, '2026-12-11T07:00:00.000Z'],
    ['to the day after', { weekday: 'sunday', hour: 8 }, '2026-12-06T07:00:00.000Z'],
    ['to a later hour', { weekday: 'saturday', hour: 20 }, '2026-12-05T19:00:00.000Z'],
    ['to an earlier hour', { weekday: 'saturday', hour: 0 }, '2026-12-04T23:00:00.000Z'],
  ] as const)('%s sends none twice in a week, and leaves no story out', async (_, moved, next) => {
    await aSubscriber({ digest: 'weekly' })
    await publishedAt('2026-11-20T12:00:00Z')
    const stories = await storiesFor(30)
    await run('2026-11-28', '2026-11-29')
    times = moved
    await run('2026-11-29', '2026-12-22')
    const digests = await sent()
    const due = digests.map(({ digestTo }) => new Date(digestTo).toISOString())
    expect(due.slice(0, 2)).toEqual(['2026-11-28T07:00:00.000Z', next])
    const told = digests.flatMap(({ content }) => storiesOf(content))
    expect(new Set(told).size).toBe(told.length)
    const published = await sql<{ id: string }[]>`
      select id from stories where published_at >= '2026-11-21T07:00:00Z' and published_at < ${due.at(-1) ?? ''}`
    expect(told.toSorted()).toEqual(published.map(({ id }) => id).toSorted())
    expect(stories).toEqual(expect.arrayContaining(told))
    const days = due.map((at) => Date.parse(dayOf(at)) / 86_400_000)
    for (const [at, day] of days.slice(1).entries())
      expect(day - (days[at] ?? 0)).toBeGreaterThanOrEqual(7)
  })

  test('back and forth gets everything in the next one', async () => {
    await aSubscriber({ digest: 'weekly' })
    const [first] = await storiesFor(20)
    await run('2026-11-28', '2026-11-29')
    times = { weekday: 'thursday', hour: 8 }
    await run('2026-11-29', '2026-12-09')
    expect(await sent()).toHaveLength(1)
    times = originalDigestTimes
    await run('2026-12-09', '2026-12-13')
    const [before, after] = await sent()
    expect(storiesOf(before?.content ?? '')).toContain(first)
    expect(after?.digestTo).toMatch('2026-12-12')
    expect(storiesOf(after?.content ?? '')).toHaveLength(6)
  })

  test('reads in the admin when it is sent next', () => {
    const wednesday = { weekday: 'wednesday', hour: 18 } as const
    const next = (last: string | null) =>
      nextDigest('weekly', new Date('2026-11-29T12:00:00Z'), wednesday, last).toISOString()
    expect(next(null)).toBe('2026-12-02T17:00:00.000Z')
    expect(next('2026-11-28T07:00:00Z')).toBe('2026-12-09T17:00:00.000Z')
    expect(next('2026-11-25T17:00:00Z')).toBe('2026-12-02T17:00:00.000Z')
  })
})

describe('an issue is sent to', () => {
  const names = async (audience: Parameters<typeof isRecipient>[0]) => {
    const rows = await sql<{ email: string }[]>`
      select email from subscribers where ${isRecipient(audience)} order by email`
    return rows.map(({ email }) => email.split('@')[0])
  }

  beforeEach(async () => {
    const rows = [
      { email: 'all@readers.example' },
      { email: 'fiction@readers.example', categories: [fiction] },
      { email: 'both@readers.example', digest: 'weekly', categories: [commentary] },
      { email: 'weekly@readers.example', digest: 'weekly', takesLetters: false },
      { email: 'monthly@readers.example', digest: 'monthly', takesLetters: false },
    ]
    for (const row of rows) {
      await sql`insert into subscribers ${sql({ confirmedAt: new Date(), ...row })}`
    }
    await sql`insert into subscribers (email) values ('waiting@readers.example')`
  })

  test('every confirmed subscriber who takes issues', async () => {
    expect(await names({ kind: 'letter', categories: [] })).toEqual(['all', 'both', 'fiction'])
  })

  test('subscribers of the chosen categories, and those of all categories', async () => {
    expect(await names({ kind: 'letter', categories: [fiction] })).toEqual(['all', 'fiction'])
  })

  test.each(digests)('subscribers of the %s digest with a matching category', async (digest) => {
    const of = (categories: string[]) => names({ kind: 'digest', digest, categories })
    expect(await of([commentary])).toEqual(digest === 'weekly' ? ['both', 'weekly'] : ['monthly'])
    expect(await of([fiction])).toEqual([digest])
    expect(await of([])).toEqual([digest])
  })
})
