import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aVisitor } from '#tests/people.ts'

test('paging through 1,700 books shows each once, also with filters', async () => {
  // Many of the same moment, as an import makes them.
  await sql`
    insert into books (title, description, author_id, author_name, price, category, is_published, created_at)
    select 'Volume ' || n, 'One of many.', gen_random_uuid(), 'Kele Umez-Ray', 20 + n % 2 * 3000,
      'Novel', true, now() - n / 10 * interval '1.000001 second'
    from generate_series(1, 1700) n`
  const { callPage } = await aVisitor()
  for (const narrowed of [{}, { price: 'over-50' as const }]) {
    const order = await sql<{ id: string }[]>`
      select id from books where is_published ${'price' in narrowed ? sql`and price > 50` : sql``}
      order by created_at desc, id desc`
    const seen: string[] = []
    for (let page = 1; page <= Math.ceil(order.length / 70); page++) {
      const { items, total } = await callPage('GET /books', { ...narrowed, page, pageSize: 70 })
      expect(total).toBe(order.length)
      seen.push(...items.map(({ id }) => id))
    }
    expect(seen).toEqual(order.map(({ id }) => id))
    const beyond = await callPage('GET /books', { ...narrowed, page: 9_000, pageSize: 100 })
    expect(beyond).toMatchObject({ items: [], total: order.length })
  }
})

test('a late page of stories shows a publication at once', async () => {
  await sql`
    insert into stories (title, content, summary, category, author_id, author_name, author_role, is_published, approved_hash, published_at)
    select 'Story ' || n, 'Short.', 'Short.', 'Lifestyle and Culture', gen_random_uuid(), 'Simi Odu-Bello', 'Student',
      true, 'this text', now() - n * interval '1 minute'
    from generate_series(1, 620) n`
  const { callPage } = await aVisitor()
  const sixth = async () =>
    (await callPage('GET /stories', { page: 6, pageSize: 100 })).items[0]?.title
  expect(await sixth()).toBe('Story 501')
  await sql`update stories set published_at = now() where title = 'Story 610'`
  expect(await sixth()).toBe('Story 500')
})
