import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findCurrentRelease } from '#api/pages/building/releases.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'

// The whole service with its pages, killed with -9 while a look is published and all pages are made anew.

const password = 'nine drums before the rain'
let dataDir = ''
let base = ''
let service: ChildProcess
let headers: Record<string, string> = {}

async function open() {
  service = fork('tests/fixtures/serve-shop.mjs', {
    env: {
      PATH: process.env['PATH'],
      PORT: new URL(base).port,
      DATABASE_URL: await ownDatabaseUrl(),
      DATA_DIR: dataDir,
      BUNDLE: JSON.stringify(inject('bundle')),
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([once(service, 'message'), once(service, 'exit')])
  expect(service.exitCode, 'it starts').toBeNull()
}

const ask = (method: string, path: string, data?: object) =>
  fetch(`${base}/api${path}`, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(data && { body: JSON.stringify(data) }),
  })

beforeAll(async () => {
  dataDir = await aFolder()
  base = `http://127.0.0.1:${await aFreePort()}`
  await open()
  const answer = await ask('POST', '/admin/login', { username: 'publisher', password })
  headers = { Authorization: `Bearer ${(await answer.json()).token}` }
})
afterAll(() => stopChild(service, 'SIGKILL'))

/** Resolves to whether the service said that it was published. */
async function publish(name: string): Promise<boolean> {
  try {
    const path = '/admin/settings/look'
    const { published, revision: before } = await (await ask('GET', path)).json()
    const draft = { value: { ...published, name }, revision: before }
    const { revision } = await (await ask('PUT', `${path}/draft`, draft)).json()
    return (await ask('POST', `${path}/publish`, { revision })).ok
  } catch {
    return false
  }
}

/** The magazine's names on the pages of the release that would be served now. */
async function namesOnPages(): Promise<string[]> {
  const folder = join(findCurrentRelease(dataDir)?.folder ?? '', 'client')
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith('.html'),
  )
  expect(files.length).toBeGreaterThan(5)
  const pages = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [
    ...new Set(pages.map((html) => /property="og:site_name" content="([^"]*)"/.exec(html)?.[1])),
  ].filter((name) => name !== undefined)
}

test('a service killed while a look is published wears the old one or the new one, never half of each', {
  timeout: 900_000,
}, async () => {
  let before = 'Ascend'
  for (let run = 0; run < runs({ sample: 3, long: 40 }); run++) {
    const name = `Harmattan ${run}`
    const published = publish(name)
    await pause(Math.random() * 2_500)
    await stopChild(service, 'SIGKILL')
    const [worn, ...others] = await namesOnPages()
    expect(others).toEqual([])
    expect([before, name]).toContain(worn)
    await open()
    const look = await (await ask('GET', '/admin/settings/look')).json()
    if (await published) expect(look.published.name).toBe(name)
    expect([before, name]).toContain(look.published.name)
    before = look.published.name
    await expect.poll(namesOnPages, { timeout: 60_000 }).toEqual([before])
  }
})
