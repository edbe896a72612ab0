import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { isRecipient } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { storyCategories } from '#contract/magazine/categories.ts'
import { type Digest, digests } from '#contract/newsletter-choices.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook, aStory } from '#tests/people.ts'
import { digestDays, writeDigests } from './write-digests.ts'

const { brand } = composeWith
const [commentary, fiction] = storyCategories

// A digest tells of everything in its days: each test begins with an empty magazine.
beforeEach(async () => {
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
    const days = digestDays(digest, new Date(now))
    expect([days.day, days.to.toISOString()]).toEqual([day, to])
    // What comes next begins where this one ended.
    expect(digestDays(digest, new Date(days.to.getTime() - 1)).to).toEqual(days.from)
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
    await writeDigests(brand, saturday)
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
    ])
  })

  test('is generated once by any number of replicas', async () => {
    await aSubscriber({ digest: 'weekly' })
    await publishedAt(inTheWeek)
    await Promise.all(Array.from({ length: 6 }, () => writeDigests(brand, saturday)))
    await writeDigests(brand, new Date(saturday.getTime() + 3_600_000))
    expect(await written()).toHaveLength(1)
  })

  test('is skipped when nothing was published, nobody subscribed, or it is days late', async () => {
    await aSubscriber({ digest: 'weekly' })
    await writeDigests(brand, saturday)
    await publishedAt(inTheWeek)
    await sql`update subscribers set digest = null`
    await writeDigests(brand, saturday)
    await sql`update subscribers set digest = 'weekly'`
    await writeDigests(brand, new Date('2026-12-01T08:00:00Z'))
    expect(await written()).toEqual([])
    await writeDigests(brand, new Date('2026-11-30T08:00:00Z'))
    expect(await written()).toHaveLength(1)
  })

  test('of a month has the month in its subject', async () => {
    await aSubscriber({ digest: 'monthly' })
    await publishedAt(inTheWeek)
    await writeDigests(brand, new Date('2026-12-01T07:01:00Z'))
    expect(await written()).toMatchObject([{ digest: 'monthly', subject: 'November at Ascend' }])
  })

  test('is not sent to subscribers without news in their categories', async () => {
    await aSubscriber({ digest: 'weekly', categories: [fiction] })
    await publishedAt(inTheWeek, commentary)
    await aBook()
    await sql`update books set published_at = ${inTheWeek}`
    await writeDigests(brand, saturday)
    expect(await written()).toEqual([])
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
