import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pageRoutes } from '#contract/page-routes.ts'
import { aFolder } from './folders.ts'
import { aFreePort } from './nginx-server.ts'

// `npm run dev` as somebody starts it: the same program as `npm start`, with pages rendered by Astro's own server.

let dev: ChildProcess
let base = ''

beforeAll(async () => {
  const port = await aFreePort()
  dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: await aFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  dev.stdout?.on('data', (chunk) => (output += chunk))
  await vi.waitFor(() => expect(output).toContain('Ascend for developers'), { timeout: 180_000 })
  base = `http://127.0.0.1:${port}`
}, 200_000)
afterAll(async () => {
  const ended = new Promise((resolve) => dev.once('exit', resolve))
  dev.kill('SIGTERM')
  await ended
})

const read = async (path: string, init?: RequestInit) => {
  const response = await fetch(new URL(path, base), { redirect: 'manual', ...init })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const firstOf = async (list: string) => JSON.parse((await read(`/api/${list}`)).text)[0].id

test('every page of the table is there in development', { timeout: 240_000 }, async () => {
  const examples: Record<string, string> = {
    '/story/:id': `/story/${await firstOf('stories')}`,
    '/book/:id': `/book/${await firstOf('books')}`,
    '/publications/:id': '/publications/growing-right',
    '/admin/books/:id/edit': `/admin/books/${await firstOf('books')}/edit`,
    '/sitemap-:part.xml': '/sitemap-pages.xml',
  }
  // Nobody has ordered anything: these two say so.
  const missing = ['/404', '/order/:reference', '/test-checkout/:reference']
  for (const pattern of Object.keys(pageRoutes)) {
    const path = examples[pattern] ?? pattern.replace(/:\w+/, 'ASC-1')
    const { status, text } = await read(path)
    expect(status, path).toBe(missing.includes(pattern) ? 404 : 200)
    expect(text, path).toMatch(
      /<h1|<urlset|<sitemapindex|<rss|User-agent|"name"|Contact:|<astro-island/,
    )
  }
})

test('queries, fragments, missing pages and rejected forms are as in production', async () => {
  expect((await read('/search?q=school')).text).toContain('“school”')
  expect((await read('/books?part')).text).not.toContain('<html')
  expect(await read('/nowhere')).toMatchObject({ status: 404 })
  expect(await read('/fragments/shelf')).toMatchObject({ status: 404 })
  const refused = await read('/api/auth/register', {
    method: 'POST',
    headers: { Origin: base, Accept: 'text/html' },
    body: new URLSearchParams({ firstName: 'Ngozi', email: 'no address', password: 'short' }),
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('value="Ngozi"')
  expect(refused.text).toContain('Please enter a valid email address')
})
