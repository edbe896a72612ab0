import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aStory, theStaff } from '#tests/people.ts'

let site: Awaited<ReturnType<typeof aBuiltSite>>
let editor: Awaited<ReturnType<typeof theStaff>>
beforeAll(async () => {
  site = await aBuiltSite()
  editor = await theStaff('editor', site.base)
}, 120_000)
afterAll(() => site.stop())

const open = async (path: string) => {
  const response = await fetch(site.base + path)
  return { status: response.status, text: await response.text() }
}

test('an edition has a page, which says what was taken down and by when it was withdrawn, and is told to programs', async () => {
  const titles = [1, 2].map((at) => `Market day ${at} ${randomUUID().slice(0, 8)}`)
  const stories = await Promise.all(titles.map((title) => aStory({ title })))
  for (const [at, { id }] of stories.entries())
    await sql`
      update stories set published_at = '2022-03-16T12:00:00Z'::timestamptz + make_interval(mins => ${at})
      where id = ${id}`
  const { id } = await editor.call('POST /admin/editions', { week: '2022-11' })
  expect((await open('/edition/2022-11')).status).toBe(404)
  await editor.call('PATCH /admin/editions/:id/state', { id, state: 'published' })

  const page = await open('/edition/2022-11')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Week 11 of 2022')
  expect(page.text).toContain('March 14 to March 20: 2 stories')
  expect(page.text).toContain('/api/editions/2022-11/stories.pdf?download=1')
  expect((await open('/editions')).text).toContain('href="/edition/2022-11"')
  expect((await open('/rss.xml')).text).toContain('<title>Week 11 of 2022 in one file</title>')
  const catalogue = (await open('/opds/publications')).text
  expect(catalogue).toMatch(/open-access" href="[^"]+\/api\/editions\/2022-11\/stories\.pdf"/)

  await editor.call('PATCH /admin/stories/:id', { id: stories[0]?.id ?? '', isPublished: false })
  const without = await open('/edition/2022-11')
  expect(without.text).toContain('It is being made anew')
  expect(without.text).toMatch(new RegExp(`Number 1,\\s*“${titles[0]}”`))

  await editor.call('PATCH /admin/editions/:id/state', { id, state: 'withdrawn' })
  const gone = await open('/edition/2022-11')
  expect(gone.status).toBe(410)
  expect(gone.text).toContain('This edition was withdrawn')
  expect((await open('/editions')).text).not.toContain('/edition/2022-11')
})
