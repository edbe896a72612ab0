import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aBook, aStory } from '#tests/people.ts'
import { sql } from './sql.ts'

const version = async () => {
  const [row] = await sql<{ version: number }[]>`select version from site_version`
  return row?.version ?? Number.NaN
}
/** How far the version of the public data moves while something happens. */
const steps = async (work: () => Promise<unknown>) => {
  const before = await version()
  await work()
  return (await version()) - before
}
const storyAt = async (id: string) => {
  const [row] = await sql<{ publishedAt: string | null; updatedAt: string; createdAt: string }[]>`
    select published_at, updated_at, created_at from stories where id = ${id}`
  if (!row) throw new Error('The story is gone')
  return row
}

describe('the version of the public data', () => {
  test('increases when published work is added, changed or deleted', async () => {
    let story = { id: '' }
    let book = { id: '' }
    expect(await steps(async () => (story = await aStory()))).toBe(1)
    expect(
      await steps(
        () =>
          sql`update stories set title = 'B', approved_hash = 'this text' where id = ${story.id}`,
      ),
    ).toBe(1)
    expect(await steps(() => sql`update stories set ai_use = 'none' where id = ${story.id}`)).toBe(
      1,
    )
    expect(await steps(() => sql`delete from stories where id = ${story.id}`)).toBe(1)
    expect(await steps(async () => (book = await aBook()))).toBe(1)
    expect(await steps(() => sql`update books set price = 7 where id = ${book.id}`)).toBe(1)
    expect(await steps(() => sql`update books set rating = 4 where id = ${book.id}`)).toBe(0)
    expect(await steps(() => sql`delete from books where id = ${book.id}`)).toBe(1)
  })

  test('increases when work is published and unpublished', async () => {
    const [story, book] = [
      await aStory({ isPublished: false }),
      await aBook({ isPublished: false }),
    ]
    for (const isPublished of [true, false]) {
      expect(
        await steps(
          () =>
            sql`update stories set is_published = ${isPublished}, approved_hash = 'this text' where id = ${story.id}`,
        ),
      ).toBe(1)
      expect(
        await steps(
          () => sql`update books set is_published = ${isPublished} where id = ${book.id}`,
        ),
      ).toBe(1)
    }
  })

  test('stays the same for drafts', async () => {
    expect(
      await steps(async () => {
        const story = await aStory({ isPublished: false })
        const book = await aBook({ isPublished: false })
        await sql`update stories set title = 'B', is_featured = true, approved_hash = 'this text' where id = ${story.id}`
        await sql`update books set title = 'B', price = 1 where id = ${book.id}`
        await sql`delete from stories where id = ${story.id}`
        await sql`delete from books where id = ${book.id}`
      }),
    ).toBe(0)
  })

  test('stays the same for counters and for updates without a change', async () => {
    const [story, book] = [await aStory(), await aBook()]
    expect(
      await steps(async () => {
        await sql`insert into story_shares values (${story.id}, gen_random_uuid(), now())`
        await sql`insert into story_views values (${story.id}, gen_random_uuid(), now())`
        await sql`update stories set likes_count = 5, rating = 4.5 where id = ${story.id}`
        await sql`update stories set title = title where id = ${story.id}`
        await sql`update books set title = title where id = ${book.id}`
      }),
    ).toBe(0)
  })

  test('increases once for each transaction', async () => {
    const many = () =>
      sql.begin(async (tx) => {
        for (let n = 0; n < 5; n++) {
          await tx`insert into books (title, description, author_id, author_name, price, category, is_published)
            values ('Many', '', gen_random_uuid(), 'A', 1, 'Guide', true)`
        }
        await tx`update books set price = price + 1 where title = 'Many'`
        await tx`delete from books where title = 'Many'`
      })
    expect(await steps(many)).toBe(1)
    expect(await steps(many)).toBe(1)
  })

  test('stays the same when a transaction is rolled back, as a whole or in part', async () => {
    const { id } = await aStory()
    const wholly = () =>
      sql.begin(async (tx) => {
        await tx`update stories set title = 'Never', approved_hash = 'this text' where id = ${id}`
        throw new Error('changed my mind')
      })
    expect(await steps(() => wholly().catch(() => {}))).toBe(0)
    const inPart = () =>
      sql.begin(async (tx) => {
        await tx
          .savepoint(async (part) => {
            await part`update stories set title = 'Never', approved_hash = 'this text' where id = ${id}`
            throw new Error('not this')
          })
          .catch(() => {})
        await tx`update stories set title = 'But this', approved_hash = 'this text' where id = ${id}`
      })
    expect(await steps(inPart)).toBe(1)
  })

  test('increases when a table is truncated', async () => {
    await aBook()
    expect(await steps(() => sql`truncate books cascade`)).toBe(1)
  })

  test('counts each of many simultaneous changes', async () => {
    const stories = await Promise.all(Array.from({ length: 12 }, () => aStory()))
    expect(
      await steps(() =>
        Promise.all(
          stories.map(
            ({ id }) =>
              sql`update stories set summary = 'Changed', approved_hash = 'this text' where id = ${id}`,
          ),
        ),
      ),
    ).toBe(12)
  })

  test('is notified to the site builder once a transaction, after its commit', async () => {
    const heard: string[] = []
    const listening = await sql.listen('site_stale', (text) => heard.push(text))
    // Notifications arrive in the order of their commits.
    const heardBefore = async (end: string) => {
      await sql.notify('site_stale', end)
      await expect.poll(() => heard.at(-1)).toBe(end)
      return heard.splice(0).length - 1
    }
    const { id } = await aStory({ isPublished: false })
    await sql`insert into story_views values (${id}, gen_random_uuid(), now())`
    await sql
      .begin(async (tx) => {
        await tx`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
        throw new Error('given up')
      })
      .catch(() => {})
    expect(await heardBefore('first')).toBe(0)
    await sql.begin(async (tx) => {
      await tx`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
      await tx`update stories set title = 'Twice', approved_hash = 'this text' where id = ${id}`
    })
    expect(await heardBefore('second')).toBe(1)
    await listening.unlisten()
  })
})

describe('a story', () => {
  test('is dated by its first publication', async () => {
    const { id } = await aStory({ isPublished: false })
    expect((await storyAt(id)).publishedAt).toBeNull()
    await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
    const { publishedAt } = await storyAt(id)
    expect(Date.now() - Date.parse(publishedAt ?? '')).toBeLessThan(60_000)
    await sql`update stories set is_published = false where id = ${id}`
    await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
    expect((await storyAt(id)).publishedAt).toBe(publishedAt)
  })

  test('keeps an explicit date', async () => {
    const { id } = await aStory({ publishedAt: '2020-02-02T02:02:02.000Z' })
    await sql`update stories set title = 'Another', approved_hash = 'this text' where id = ${id}`
    expect((await storyAt(id)).publishedAt).toBe('2020-02-02T02:02:02.000Z')
  })

  test('is updated by a change of its text, not by its counters', async () => {
    const { id } = await aStory()
    const { updatedAt } = await storyAt(id)
    await sql`insert into story_shares values (${id}, gen_random_uuid(), now())`
    await sql`update stories set likes_count = 3, views = 9, rating = 4.25 where id = ${id}`
    await sql`update stories set title = title where id = ${id}`
    expect((await storyAt(id)).updatedAt).toBe(updatedAt)
    await sql`update stories set content = content || ' The end.', approved_hash = 'this text' where id = ${id}`
    expect(Date.parse((await storyAt(id)).updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
  })

  test('is deleted with its shares and views', async () => {
    const { id } = await aStory()
    await sql`insert into story_shares values (${id}, gen_random_uuid(), now())`
    await sql`insert into story_views values (${id}, gen_random_uuid(), now())`
    await sql`delete from stories where id = ${id}`
    expect(
      await sql`select 1 from story_shares where story_id = ${id}
                union all select 1 from story_views where story_id = ${id}`,
    ).toHaveLength(0)
  })

  test('is by default unpublished, without likes and five minutes long', async () => {
    const [story] = await sql`
      insert into stories (title, content, summary, category, author_id, author_name, author_role)
      values ('A', 'B', 'C', 'D', gen_random_uuid(), 'E', 'F')
      returning read_time_minutes, likes_count, shares_count, views, rating, is_published, is_featured`
    expect(story).toEqual({
      readTimeMinutes: 5,
      likesCount: 0,
      sharesCount: 0,
      views: 0,
      rating: 0,
      isPublished: false,
      isFeatured: false,
    })
  })

  test.each([
    ["title = ''", 'stories_title_not_empty'],
    ['read_time_minutes = 0', 'stories_read_time_in_range'],
    ['read_time_minutes = 61', 'stories_read_time_in_range'],
    ['likes_count = -1', 'stories_likes_not_negative'],
    ['shares_count = -1', 'stories_shares_not_negative'],
    ['views = -1', 'stories_views_not_negative'],
    ['rating = 5.01', 'stories_rating_in_range'],
    ['ratings_count = -1', 'stories_ratings_not_negative'],
    ['ratings_total = -1', 'stories_ratings_not_negative'],
    ["status = 'published'", 'stories_status_known'],
    ["status = ''", 'stories_status_known'],
  ])('can never have %s', async (change, constraint) => {
    const { id } = await aStory()
    await expect(
      sql.unsafe(`update stories set ${change}, approved_hash = 'this text' where id = '${id}'`),
    ).rejects.toMatchObject({ constraint_name: constraint })
  })
})

describe('a book', () => {
  test('is updated by a change of its text or price, not by a rating', async () => {
    const { id } = await aBook()
    const updatedAt = async () => {
      const [row] = await sql<{ at: string }[]>`select updated_at as at from books where id = ${id}`
      return row?.at ?? ''
    }
    const first = await updatedAt()
    await sql`update books set rating = 4, ratings_count = 2 where id = ${id}`
    await sql`update books set title = title where id = ${id}`
    expect(await updatedAt()).toBe(first)
    await sql`update books set price = 1 where id = ${id}`
    expect(Date.parse(await updatedAt())).toBeGreaterThan(Date.parse(first))
  })

  test.each([
    ["title = ''", 'books_title_not_empty'],
    ['price = -0.01', 'books_price_not_negative'],
    ['rating = 6', 'books_rating_in_range'],
    ['ratings_count = -1', 'books_ratings_not_negative'],
  ])('can never have %s', async (change, constraint) => {
    const { id } = await aBook()
    await expect(sql.unsafe(`update books set ${change} where id = '${id}'`)).rejects.toMatchObject(
      {
        constraint_name: constraint,
      },
    )
  })
})

/** A reader in the database; nobody signs in as them. */
async function aRow(): Promise<string> {
  const [reader] = await sql<{ id: string }[]>`
    insert into readers (email) values (${`${randomUUID()}@readers.example`}) returning id`
  return reader?.id ?? ''
}

describe('a reader', () => {
  test('has a unique e-mail address in lower case', async () => {
    await sql`insert into readers (email) values ('simi@readers.example')`
    await expect(
      sql`insert into readers (email) values ('simi@readers.example')`,
    ).rejects.toMatchObject({ constraint_name: 'readers_email_once' })
    await expect(
      sql`insert into readers (email) values ('Tunde@readers.example')`,
    ).rejects.toMatchObject({ constraint_name: 'readers_email_lower_case' })
    await expect(
      sql`update readers set email = upper(email) where email = 'simi@readers.example'`,
    ).rejects.toMatchObject({ constraint_name: 'readers_email_lower_case' })
  })

  test('likes, rates and saves a thing once', async () => {
    const [reader, story, book] = [await aRow(), await aStory(), await aBook()]
    for (const [table, insert] of [
      ['likes_once_per_reader', () => sql`insert into likes values (${story.id}, ${reader})`],
      [
        'ratings_once_per_reader',
        () => sql`insert into story_ratings values (${story.id}, ${reader}, 4)`,
      ],
      ['saved_once_per_reader', () => sql`insert into saved_books values (${book.id}, ${reader})`],
    ] as const) {
      await insert()
      await expect(insert()).rejects.toMatchObject({ constraint_name: table })
    }
  })

  test.each([0, 6, -1])('cannot give %i stars', async (rating) => {
    const [reader, story] = [await aRow(), await aStory()]
    await expect(
      sql`insert into story_ratings values (${story.id}, ${reader}, ${rating})`,
    ).rejects.toMatchObject({ constraint_name: 'ratings_in_range' })
    await sql`insert into story_ratings values (${story.id}, ${reader}, 3)`
    await expect(
      sql`update story_ratings set rating = ${rating} where story_id = ${story.id}`,
    ).rejects.toMatchObject({ constraint_name: 'ratings_in_range' })
  })

  test('must exist to like, rate or save, and so must the story or book', async () => {
    const [anonymous, story, book] = [randomUUID(), await aStory(), await aBook()]
    const reader = await aRow()
    for (const [constraint, insert] of [
      ['likes_of_a_reader', () => sql`insert into likes values (${story.id}, ${anonymous})`],
      ['likes_of_a_story', () => sql`insert into likes values (${anonymous}, ${reader})`],
      [
        'ratings_of_a_reader',
        () => sql`insert into story_ratings values (${story.id}, ${anonymous}, 3)`,
      ],
      [
        'ratings_of_a_story',
        () => sql`insert into story_ratings values (${anonymous}, ${reader}, 3)`,
      ],
      [
        'saved_books_of_a_reader',
        () => sql`insert into saved_books values (${book.id}, ${anonymous})`,
      ],
      [
        'saved_books_of_the_shelf',
        () => sql`insert into saved_books values (${anonymous}, ${reader})`,
      ],
      [
        'uploads_of_a_reader',
        () => sql`insert into uploads (reader_id, width, height) values (${anonymous}, 1, 1)`,
      ],
      ['sessions_of_a_reader', () => sql`insert into sessions values ('x', ${anonymous}, now())`],
    ] as const) {
      await expect(insert()).rejects.toMatchObject({ constraint_name: constraint })
    }
  })

  test('who is deleted is subtracted from likes and ratings, whoever deletes the row', async () => {
    const [leaves, stays, story] = [await aRow(), await aRow(), await aStory()]
    for (const [reader, rating] of [
      [leaves, 5],
      [stays, 2],
    ] as const) {
      await sql`insert into likes values (${story.id}, ${reader})`
      await sql`insert into story_ratings values (${story.id}, ${reader}, ${rating})`
    }
    await sql`insert into uploads (reader_id, width, height) values (${leaves}, 1, 1)`
    const counters = async () => {
      const [row] = await sql`
        select likes_count, rating, ratings_count, ratings_total from stories where id = ${story.id}`
      return row
    }
    expect(await counters()).toEqual({
      likesCount: 2,
      rating: 3.5,
      ratingsCount: 2,
      ratingsTotal: 7,
    })
    await sql`delete from readers where id = ${leaves}`
    expect(await counters()).toEqual({ likesCount: 1, rating: 2, ratingsCount: 1, ratingsTotal: 2 })
    expect(await sql`select 1 from uploads where reader_id is null`).toHaveLength(1)
    await sql`delete from readers where id = ${stays}`
    expect(await counters()).toEqual({ likesCount: 0, rating: 0, ratingsCount: 0, ratingsTotal: 0 })
  })

  test('makes neither the site stale nor the story newer by a like or rating', async () => {
    const [reader, story] = [await aRow(), await aStory()]
    const { updatedAt } = await storyAt(story.id)
    expect(
      await steps(async () => {
        await sql`insert into likes values (${story.id}, ${reader})`
        await sql`insert into story_ratings values (${story.id}, ${reader}, 4)`
        await sql`update story_ratings set rating = 1 where story_id = ${story.id}`
        await sql`delete from readers where id = ${reader}`
      }),
    ).toBe(0)
    expect((await storyAt(story.id)).updatedAt).toBe(updatedAt)
  })
})

describe('a publishing request', () => {
  test.each([
    ['price = -0.01', 'requests_price_not_negative'],
    ["status = 'published'", 'requests_status_known'],
    ["status = ''", 'requests_status_known'],
  ])('can never have %s', async (change, constraint) => {
    const [request] = await sql<{ id: string }[]>`
      insert into publishing_requests
        (title, author, description, category, price, author_email, author_phone, publishing_reason)
      values ('A', 'B', 'C', 'Novel', 0, 'd@authors.example', 'E', 'F')
      returning id, status`
    expect(request).toMatchObject({ status: 'received' })
    await expect(
      sql.unsafe(`update publishing_requests set ${change} where id = '${request?.id}'`),
    ).rejects.toMatchObject({ constraint_name: constraint })
  })
})

describe('an author’s page', () => {
  const anAuthor = async (fields: Record<string, string | boolean> = {}) => {
    const [row] = await sql<{ authorId: string; slug: string }[]>`
      insert into authors ${sql({ authorId: randomUUID(), slug: `a-${randomUUID()}`, name: 'Ada', ...fields } as never)}
      returning author_id, slug`
    return row
  }

  test.each([
    [{ slug: 'Ada Obi' }, 'authors_slug_is_plain'],
    [{ slug: 'ada-' }, 'authors_slug_is_plain'],
    [{ name: '' }, 'authors_name_not_empty'],
    [{ about: 'x'.repeat(601) }, 'authors_about_is_short'],
  ])('can never have %o', async (fields, constraint) => {
    await expect(anAuthor(fields)).rejects.toMatchObject({ constraint_name: constraint })
  })

  test('has a unique address and is deleted with its reader, whoever deletes the row', async () => {
    const page = await anAuthor({ authorId: await aRow() })
    await expect(anAuthor({ slug: page?.slug ?? '' })).rejects.toMatchObject({
      constraint_name: 'authors_slug_once',
    })
    await sql`delete from readers where id = ${page?.authorId ?? ''}`
    expect(await sql`select 1 from authors where slug = ${page?.slug ?? ''}`).toHaveLength(0)
  })
})

test.each([0, 100])('no story is part %i of a series', async (part) => {
  const [series] = await sql<{ id: string }[]>`
    insert into series (title) values (${randomUUID()}) returning id`
  const { id } = await aStory()
  await expect(
    sql`insert into series_parts (story_id, series_id, part) values (${id}, ${series?.id ?? ''}, ${part})`,
  ).rejects.toMatchObject({ constraint_name: 'series_part_in_range' })
})

describe('a subscriber', () => {
  test('is listed once, in lower case, with their own unsubscribe token', async () => {
    await sql`insert into subscribers (email) values ('simi@readers.example')`
    await expect(
      sql`insert into subscribers (email) values ('simi@readers.example')`,
    ).rejects.toMatchObject({ constraint_name: 'subscribers_pkey' })
    await expect(
      sql`insert into subscribers (email) values ('Simi@readers.example')`,
    ).rejects.toMatchObject({ constraint_name: 'subscribers_email_lower_case' })
    await expect(
      sql`insert into subscribers (email, unsubscribe_token)
          select 'tunde@readers.example', unsubscribe_token from subscribers limit 1`,
    ).rejects.toMatchObject({ constraint_name: 'subscribers_unsubscribe_once' })
  })
})

test('an idempotency key is unique for each endpoint and person', async () => {
  const insert = (caller: string) =>
    sql`insert into answered_writes (address, caller, key) values ('POST /x', ${caller}, 'k')`
  await insert('one')
  await insert('other')
  await expect(insert('one')).rejects.toMatchObject({ constraint_name: 'answered_once' })
})

test('every constraint has a name of its own, not one that Postgres made', async () => {
  const unnamed = await sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u')
      and conname ~ '_(check|fkey|key)[0-9]*$'`
  expect(unnamed.map(({ name }) => name)).toEqual([])
})
