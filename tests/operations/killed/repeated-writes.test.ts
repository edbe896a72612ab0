import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { build } from 'esbuild'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aProvenReader, aSubmission } from '#tests/people.ts'

let reader: Awaited<ReturnType<typeof aProvenReader>>
beforeAll(async () => {
  reader = await aProvenReader()
})

const aKey = () => randomUUID()
const send = (key: string, body: unknown) =>
  reader.send('/api/stories', asJson(body, { 'Idempotency-Key': key }))

/** What is kept of a story: itself, and the mails that it causes. */
async function keptOf(title: string) {
  const stories = await sql<{ id: string }[]>`select id from stories where title = ${title}`
  const mails = await sql<{ kind: string }[]>`
    select kind from mails where data->>'title' = ${title} order by kind`
  return { ids: stories.map(({ id }) => id), mails: mails.map(({ kind }) => kind) }
}
const both = ['submission', 'submissionNotice']

describe('a service that is killed', () => {
  const children: ChildProcess[] = []
  beforeAll(() =>
    build({
      entryPoints: ['tests/fixtures/serve-app.ts'],
      outfile: 'dist/tests/serve-app.mjs',
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    }),
  )
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  async function aServiceElsewhere() {
    const child = spawn(
      process.execPath,
      ['dist/tests/serve-app.mjs', await ownDatabaseUrl(), await aFolder()],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    children.push(child)
    const [output] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, base: output.toString().trim() }
  }

  test('during writes loses no accepted story, and a repeated request adds none', async () => {
    const presses = Array.from({ length: 60 }, () => ({ key: aKey(), sent: aSubmission() }))
    const taken = new Map<string, string>()
    const Cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // A reader may send in twenty a day.
    const aDayLater = () => sql`delete from rate_limits`
    for (const answersBeforeDeath of [1, 6, 14]) {
      await aDayLater()
      const { child, base } = await aServiceElsewhere()
      const death = once(child, 'exit')
      let answers = 0
      const waiting = presses.filter(({ key }) => !taken.has(key))
      await Promise.all(
        waiting.map(async ({ key, sent }) => {
          const headers = { 'Idempotency-Key': key, Cookie }
          const response = await fetch(`${base}/api/stories`, asJson(sent, headers)).catch(() => {})
          const story = response?.status === 201 ? await response.json().catch(() => {}) : undefined
          if (story) taken.set(key, story.id)
          answers += 1
          if (answers === answersBeforeDeath) child.kill('SIGKILL')
        }),
      )
      expect(await death).toEqual([null, 'SIGKILL'])
    }
    expect(taken.size).toBeGreaterThan(3)
    expect(taken.size, 'killed too late to mean anything').toBeLessThan(60)
    // A story that nobody was told of may be there or not; sent again, it is there once.
    for (const { key, sent } of presses) {
      await aDayLater()
      const { id } = await (await send(key, sent)).json()
      if (taken.has(key)) expect(id).toBe(taken.get(key))
      expect(await keptOf(sent.title)).toEqual({ ids: [id], mails: both })
    }
  })
})
