import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Files } from '#api/integrations/files.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { aFolder } from '#tests/folders.ts'
import { startApp } from '#tests/people.ts'
import { aSite, aStaticFile } from '#tests/sites.ts'
import { sharedAssets } from './shared-assets.ts'

/** A replica whose version has these scripts, on a storage that others share. */
async function aReplica(files: Files, scripts: Record<string, string>) {
  const bundle = await aFolder()
  await mkdir(join(bundle, 'client', '_astro'), { recursive: true })
  for (const [name, text] of Object.entries(scripts))
    await writeFile(join(bundle, 'client', '_astro', name), text)
  const built = Object.entries(scripts).map(([name, text]) => [
    `/_astro/${name}`,
    aStaticFile(text, { type: 'text/javascript; charset=utf-8', isImmutable: true }),
  ])
  const site = aSite({ '/404': aStaticFile('<h1>404</h1>'), ...Object.fromEntries(built) })
  const assets = sharedAssets(files, () => site, bundle)
  await assets.store()
  const base = await startApp({ files, site: () => site, sharedAssets: assets.serve })
  return { assets, ask: (name: string) => fetch(`${base}/_astro/${name}`) }
}

const before = { 'Likes.B4f_x-Z1.js': 'let before', 'react.Same0001.js': 'let react' }
const after = { 'Likes.C5g_y-Z2.js': 'let after', 'react.Same0001.js': 'let react' }

test('replicas of two versions serve the scripts of both', async () => {
  const files = folderFiles(await aFolder())
  const [old, fresh] = [await aReplica(files, before), await aReplica(files, after)]
  const answer = await fresh.ask('Likes.B4f_x-Z1.js')
  expect(await answer.text()).toBe('let before')
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ])
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  // The old one was there first, and learns of it when it is asked.
  const later = async () => (await old.ask('Likes.C5g_y-Z2.js')).status
  await expect.poll(later, { timeout: 10_000 }).toBe(200)
  expect((await fresh.ask('react.Same0001.js')).status).toBe(200)
})

test('unknown addresses are missing, and do not query the storage each time', async () => {
  const files = folderFiles(await aFolder())
  let asked = 0
  const counting: Files = {
    ...files,
    find: (name) => {
      asked++
      return files.find(name)
    },
    list: (folder) => {
      asked++
      return files.list(folder)
    },
  }
  const { ask } = await aReplica(counting, before)
  asked = 0
  for (let at = 0; at < 30; at++) expect((await ask(`made-up.${at}.js`)).status).toBe(404)
  expect(asked).toBeLessThan(10)
})

test('the cleanup deletes scripts of versions that ended long ago and keeps those of running ones', async () => {
  const folder = await aFolder()
  const files = folderFiles(folder)
  await aReplica(files, before)
  const { assets, ask } = await aReplica(files, after)
  const longAgo = new Date(Date.now() - 61 * 24 * 60 * 60 * 1000)
  for await (const { name } of files.list('shared-assets'))
    await utimes(join(folder, name), longAgo, longAgo)
  await assets.cleanUp()
  const left: Date[] = []
  for await (const { storedAt } of files.list('shared-assets')) left.push(storedAt)
  expect(left).toHaveLength(Object.keys(after).length)
  // They are as good as new, for when a next version takes their place.
  for (const storedAt of left) expect(Date.now() - storedAt.getTime()).toBeLessThan(60_000)
  expect((await ask('Likes.B4f_x-Z1.js')).status).toBe(404)
})
