import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aReader, aSubmission, theStaff } from '#tests/people.ts'
import { pruneRevisions } from './prune-revisions.ts'

type Call = Awaited<ReturnType<typeof theStaff>>['call']

async function save(call: Call, id: string, base: number) {
  const fields = { ...aDraft(), summary: `Saved on top of ${base}. ${aDraft().summary}` }
  return (await call('PUT /admin/drafts/:id', { id, base, saveId: randomUUID(), fields })).number
}

/** Makes them look as if they had been saved then, `every` minutes after each other. */
async function age(id: string, days: number, every: number) {
  await sql`
    update document_revisions
    set saved_at = date_trunc('day', now()) - make_interval(days => ${days}, mins => ${0})
      + interval '9 hours' + make_interval(mins => number * ${every})
    where document_id = ${id}`
}

async function kept(id: string): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`
    select number from document_revisions where document_id = ${id} order by number`
  return rows.map(({ number }) => number)
}

test('pruning last week’s editing session leaves its last state and all that somebody else has seen', async () => {
  const { call } = await theStaff('editor')
  const reader = await aReader()
  const { id } = await reader.call('POST /stories', aSubmission())
  let head = 0
  // 1 is what the contributor wrote.
  for (let number = 2; number <= 5; number++) head = await save(call, id, head)
  await call('POST /admin/drafts/:id/ask', { id, number: head, note: null })
  head = await save(call, id, await save(call, id, head))
  await call('POST /admin/drafts/:id/ask', { id })
  await call('POST /admin/drafts/:id/publish', { id, number: head })
  head = await save(call, id, await save(call, id, head))
  const aside = call('PUT /admin/drafts/:id', {
    id,
    base: 8,
    saveId: randomUUID(),
    fields: aDraft(),
  })
  await expect(aside).rejects.toMatchObject({ status: 409 })
  const restored = { id, number: 2, base: head, saveId: randomUUID() }
  head = (await call('POST /admin/drafts/:id/restore', restored)).head
  for (let count = 0; count < 3; count++) head = await save(call, id, head)
  await age(id, 6, 1)
  await pruneRevisions()
  expect(await kept(id)).toHaveLength(14)
  await age(id, 9, 1)
  await pruneRevisions()
  // Their own words, the question, the publication, the last before the aside, that, the restored one, and the newest.
  expect(await kept(id)).toEqual([1, 5, 7, 9, 10, 11, 14])
  expect(
    (await call('GET /admin/drafts/:id/revisions', { id })).map(({ number }) => number),
  ).toEqual([14, 11, 10, 9, 7, 5, 1])
  expect(await save(call, id, head)).toBe(15)
})

test('pruning older revisions leaves the last state of each day', async () => {
  const { call } = await theStaff('author')
  const id = randomUUID()
  let head = 0
  for (let count = 0; count < 6; count++) head = await save(call, id, head)
  // Editing sessions of their own.
  await age(id, 80, 30)
  await pruneRevisions()
  expect(await kept(id)).toHaveLength(6)
  await age(id, 100, 30)
  await sql`
    update document_revisions set saved_at = saved_at + interval '1 day'
    where document_id = ${id} and number > 4`
  await pruneRevisions()
  expect(await kept(id)).toEqual([4, 6])
})

test('revisions in an open list are not pruned for a day, and a pruned one gives a readable error', async () => {
  const { call } = await theStaff('editor')
  const id = randomUUID()
  let head = 0
  for (let count = 0; count < 3; count++) head = await save(call, id, head)
  await age(id, 30, 1)
  await call('GET /admin/drafts/:id/revisions', { id })
  await pruneRevisions()
  expect(await kept(id)).toEqual([1, 2, 3])
  await sql`update story_drafts set listed_at = now() - interval '25 hours' where story_id = ${id}`
  await pruneRevisions()
  expect(await kept(id)).toEqual([3])
  await expect(
    call('POST /admin/drafts/:id/restore', { id, number: 1, base: head, saveId: randomUUID() }),
  ).rejects.toMatchObject({ status: 404, sentence: expect.stringContaining('not kept any more') })
})

test('pruning a newsletter issue leaves the last state of each session and conflicting saves', async () => {
  const { call } = await theStaff('editor')
  const id = randomUUID()
  const fields = { subject: '', preheader: '', content: 'Dear reader,', categories: [] }
  const put = (base: number) =>
    call('PUT /admin/letters/:id/draft', { id, base, saveId: randomUUID(), fields })
  for (const base of [0, 1, 2]) await put(base)
  await expect(put(1)).rejects.toMatchObject({ status: 409 })
  await put(3)
  await put(5)
  await age(id, 9, 1)
  await call('GET /admin/letters/:id/revisions', { id })
  await pruneRevisions()
  expect(await kept(id)).toEqual([1, 2, 3, 4, 5, 6])
  await sql`update letters set listed_at = now() - interval '25 hours' where id = ${id}`
  await pruneRevisions()
  expect(await kept(id)).toEqual([3, 4, 6])
})
