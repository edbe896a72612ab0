import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queueIssue, unscheduleIssue } from '#api/newsletter/issues/issues.queries.ts'
import { claimRecipients, expireLeases } from '#api/newsletter/sending/recipients.queries.ts'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { runs } from '#tests/long.ts'
import {
  aDailyMailUnderWay,
  aDraft,
  anIssueSender,
  anIssueUnderWay,
  endRecall,
  stateOf,
  stopSenders,
  subscribers,
} from '#tests/magazine/sent-issues.ts'
import { aMailServer } from '#tests/servers/mail-server.ts'

// A sender killed with -9, and connections cut, at any moment.

const connections = 5
const children: ChildProcess[] = []

beforeAll(() =>
  build({
    entryPoints: ['tests/fixtures/send-issues.ts'],
    outfile: 'dist/tests/send-issues.mjs',
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
)
afterEach(async () => {
  await stopSenders()
  await sql`delete from subscribers`
  await sql`delete from letters where digest = 'daily'`
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function aSenderElsewhere(url: string, leaseSeconds = 20, perMinute = 60_000) {
  const child = spawn(
    process.execPath,
    [
      'dist/tests/send-issues.mjs',
      await ownDatabaseUrl(),
      url,
      String(leaseSeconds),
      String(perMinute),
    ],
    { stdio: 'inherit', env: { ...process.env, CONNECTIONS: String(connections) } },
  )
  children.push(child)
  return child
}

/** Makes it as if the leases of whoever is gone were over. */
const endLeases = () =>
  sql`update letter_recipients set lease_until = now() where lease_until is not null`

test.each([
  ['newsletter', () => anIssueUnderWay()],
  ['follow', aDailyMailUnderWay],
] as const)(
  'a %s sender killed or cut off at any moment mails nobody twice, and lists whom it left out',
  {
    timeout: 1_200_000,
  },
  async (_, begin) => {
    const many = runs({ sample: 300, long: 3_000 })
    const cuts = runs({ sample: 5, long: 50 })
    const server = await aMailServer({ answerMs: 5 })
    const everybody = await subscribers(many)
    const id = await begin(everybody)
    let child = await aSenderElsewhere(server.url)
    for (let cut = 0; cut < cuts; cut++) {
      const before = server.received.length
      const share = Math.floor((many / (cuts + 1)) * 0.8)
      await expect
        .poll(() => server.received.length, { interval: 5, timeout: 60_000 })
        .toBeGreaterThanOrEqual(Math.min(before + share, many - 1))
      await pause(Math.random() * 20)
      if (cut % 2 === 0) {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
        // What it had just said may still be on its way to the database, and its last mails to the server.
        await endLeases()
        child = await aSenderElsewhere(server.url)
      } else {
        server.cut()
      }
    }
    await expect
      .poll(async () => (await stateOf(id)).state, { interval: 100, timeout: 120_000 })
      .toBe('sent')

    const counts = new Map<string, number>()
    for (const { to } of server.received)
      counts.set(to[0] ?? '', (counts.get(to[0] ?? '') ?? 0) + 1)
    const uncertain = await sql<{ email: string }[]>`
    select email from letter_recipients r join subscribers s on s.id = r.subscriber_id
    where r.letter_id = ${id} and r.state = 'uncertain'`
    const listed = new Set(uncertain.map(({ email }) => email))
    expect([...counts].filter(([, times]) => times > 1)).toEqual([])
    expect(everybody.filter((email) => !counts.has(email) && !listed.has(email))).toEqual([])
    expect(listed.size).toBeLessThanOrEqual(connections * cuts)
    const { sent, waiting } = await stateOf(id)
    expect([sent + listed.size, waiting]).toEqual([many, 0])
  },
)

test('an issue that is to be sent in a minute is sent once by whoever is left, or to nobody when it is recalled', async () => {
  const server = await aMailServer()
  const everybody = await subscribers(20)
  const [sent, recalled] = await Promise.all([aDraft(), aDraft()])
  await queueIssue(sent, 0)
  await queueIssue(recalled, 0)
  const first = await aSenderElsewhere(server.url)
  // It has looked at what is due at least once.
  await pause(3_000)
  const gone = once(first, 'exit')
  first.kill('SIGKILL')
  await gone
  expect(server.received).toEqual([])
  // While no sender is there, the database alone decides.
  expect(await unscheduleIssue(recalled)).toBe(true)
  await endRecall(sent)
  await Promise.all([aSenderElsewhere(server.url), anIssueSender(server)])
  await expect
    .poll(async () => (await stateOf(sent)).state, { interval: 100, timeout: 60_000 })
    .toBe('sent')
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(everybody.sort())
  expect(await stateOf(recalled)).toMatchObject({ state: 'draft', recipients: 0 })
})

/** Longer than any test. */
const anHour = 3_600

test('recipients claimed by a killed sender are mailed at once, except those it was handing over', async () => {
  const server = await aMailServer({ answerMs: 20 })
  const everybody = await subscribers(60)
  const id = await anIssueUnderWay()
  const child = await aSenderElsewhere(server.url, anHour, 600)
  await expect
    .poll(() => server.received.length, { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(3)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await anIssueSender(server)
  await expect
    .poll(async () => (await stateOf(id)).waiting, { interval: 100, timeout: 60_000 })
    .toBe(0)
  // What the sender that is there still hands over.
  const underWay = () => sql`
    select 1 from letter_recipients r join pg_stat_activity a on a.application_name = r.sender
    where r.letter_id = ${id} and r.state = 'handing_over'`
  await expect.poll(async () => (await underWay()).length, { timeout: 60_000 }).toBe(0)

  const { sent, handingOver, uncertain } = await stateOf(id)
  expect(handingOver).toBeLessThanOrEqual(connections)
  expect([sent + handingOver, uncertain]).toEqual([60, 0])
  const counts = new Map<string, number>()
  for (const { to } of server.received) counts.set(to[0] ?? '', (counts.get(to[0] ?? '') ?? 0) + 1)
  expect([...counts].filter(([, times]) => times > 1)).toEqual([])
  const missing = everybody.filter((email) => !counts.has(email))
  expect(missing.length).toBeLessThanOrEqual(handingOver)
  // What it was handing over may have arrived: after its lease a person decides.
  await endLeases()
  await expect
    .poll(async () => (await stateOf(id)).state, { interval: 100, timeout: 60_000 })
    .toBe('sent')
  expect(await stateOf(id)).toMatchObject({ sent, uncertain: handingOver })
})

test('recipients claimed by a living or an unknown sender are left to it', async () => {
  await subscribers(3)
  const id = await anIssueUnderWay()
  // It is seen as a process that listens for letters.
  const { unlisten } = await sql.listen('letters_waiting', () => {})
  const leases = { claimedSeconds: anHour, handingOverSeconds: anHour }
  const [known] = await claimRecipients(id, 1, leases)
  const [ofARelease] = await claimRecipients(id, 1, leases)
  await sql`update letter_recipients set sender = null where token = ${ofARelease?.token ?? ''}`
  const [gone] = await claimRecipients(id, 1, leases)
  await sql`update letter_recipients set sender = 'ascend gone' where token = ${gone?.token ?? ''}`
  await expireLeases()
  const rows = await sql<{ token: string }[]>`
    select token from letter_recipients where letter_id = ${id} and state = 'claimed'`
  expect(rows.map(({ token }) => token).sort()).toEqual([known?.token, ofARelease?.token].sort())
  await unlisten()
})
