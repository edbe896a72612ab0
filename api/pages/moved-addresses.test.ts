import { expect, test } from 'vitest'
import { plainPath } from '#api/http/requests/plain-path.ts'
import { sql } from '#db/sql.ts'
import { aStory, aVisitor, startApp } from '#tests/people.ts'
import { aSite, aStaticFile, renderedHeaders } from '#tests/sites.ts'
import type { LoadedSite } from './building/release-loader.ts'
import { movedAddresses } from './moved-addresses.ts'

const missing = { status: 404, headers: renderedHeaders, body: Buffer.from('gone') }
const aSiteOf = (id: string) => aSite({ '/404': aStaticFile('gone') }, () => missing, id)

async function aMovedStory(path: string, isPublished = true) {
  const { id } = await aStory({ isPublished })
  await sql`insert into moved_addresses values (${path}, ${id})`
  return id
}

test('an address of the old site redirects to its story, in any spelling', async () => {
  const id = await aMovedStory('/2019/03/ọ̀rẹ́-mi'.normalize('NFC'))
  const inRoute = await aMovedStory('/story/my-first-post')
  const { send } = await aVisitor(await startApp({ site: () => aSiteOf('a') }))
  const addresses = [
    `/2019/03/${encodeURIComponent('ọ̀rẹ́-mi')}/`,
    `/2019/03/${encodeURIComponent('Ọ̀RẸ́-MI')}?utm_source=x`,
  ]
  for (const address of addresses) {
    const response = await send(address)
    expect([response.status, response.headers.get('Location')], address).toEqual([
      301,
      `/story/${id}`,
    ])
  }
  expect((await send('/story/my-first-post')).headers.get('Location')).toBe(`/story/${inRoute}`)
  expect((await send('/2019/03')).status).toBe(404)
  expect((await send(addresses[0] ?? '', { method: 'POST' })).status).not.toBe(301)
})

test('a short WordPress address redirects to its story, other query strings do not', async () => {
  const id = await aMovedStory('/?p=12')
  const inFolder = await aMovedStory('/blog/?p=12')
  const site = aSite({ '/404': aStaticFile('gone'), '/': aStaticFile('front') }, () => missing, 'd')
  const { send } = await aVisitor(await startApp({ site: () => site }))
  for (const [address, story] of [
    ['/?p=12', id],
    ['/?p=12&preview=true', id],
    ['/blog/?p=12', inFolder],
    ['/blog?p=12', inFolder],
  ]) {
    const response = await send(address as string)
    expect([response.status, response.headers.get('Location')], address).toEqual([
      301,
      `/story/${story}`,
    ])
  }
  for (const address of ['/?p=13', '/?p=12x', '/?p=12&p=13', '/?q=12', '/']) {
    expect((await send(address)).status, address).toBe(200)
  }
})

test('an old address is missing until the next release after its story is published', async () => {
  const id = await aMovedStory('/draft', false)
  let site: LoadedSite = aSiteOf('b')
  const { send } = await aVisitor(await startApp({ site: () => site }))
  expect((await send('/draft')).status).toBe(404)
  const [before] = await sql`select version from site_version`
  await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
  expect((await sql`select version from site_version`)[0]).not.toEqual(before)
  site = aSiteOf('c')
  expect((await send('/draft')).headers.get('Location')).toBe(`/story/${id}`)
  expect((await send('/draft')).status).toBe(301)
})

test('unknown addresses query the database once a release', async () => {
  const find = movedAddresses()
  const id = await aMovedStory('/once')
  await Promise.all(Array.from({ length: 50 }, (_, at) => find(`/made-up/${at}`, 'one')))
  await sql`delete from moved_addresses where path = '/once'`
  expect(await find('/once', 'one')).toBe(id)
  expect(await find('/once', 'two')).toBeUndefined()
})

test.each([
  ['/a%2Fb/', '/a/b'],
  ['/%ff', '/%ff'],
  ['/', undefined],
  ['/a%00', undefined],
  [`/${'x'.repeat(2_000)}`, undefined],
])('%s is stored as %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain)
})
