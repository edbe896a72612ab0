import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeCache } from '#api/integrations/purge-cache.ts'
import { zstdEncoder } from '#api/pages/differences/encode-difference.ts'
import { pageDifferences } from '#api/pages/differences/page-differences.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { startApp } from '#tests/people.ts'
import { aCloudflare, type Fault } from '#tests/servers/cloudflare-server.ts'
import { checkCdn, checkDifferences } from './check-cdn.ts'
import { runDoctor } from './doctor-commands.ts'

const log = pino({ level: 'silent' })
const encoder = zstdEncoder(log)
let site: Awaited<ReturnType<typeof aBuiltSite>>
let cloudflare: Awaited<ReturnType<typeof aCloudflare>>

beforeAll(async () => {
  const differences = pageDifferences({ encode: encoder.encode, log, isTrial: true })
  site = await aBuiltSite({ differences, cache: 'cloudflare' })
}, 120_000)
afterAll(async () => {
  await site.stop()
  await encoder.stop()
})
beforeEach(async () => {
  cloudflare = await aCloudflare(site.base)
})

function checked() {
  const { base, purgeUrl } = cloudflare
  const purge = () => purgeCache({ kind: 'cloudflare', purgeUrl, token: 'a-token' })(['data'])
  return checkCdn({ base, purge, everyMs: 50 })
}

test('a Cloudflare that behaves as documented passes every check, and the setting is named', async () => {
  const findings = await checked()
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(findings.map(({ title }) => title)).toEqual([
    'Page',
    'Stored pages',
    'Difference to a new page',
    'Difference to a stored page',
    'Personal pages',
    'Purges',
    'Setting',
  ])
  expect(findings.at(-1)?.found).toContain('Set PAGE_DIFFERENCES=on')
  expect(cloudflare.requests()).toBeLessThan(30)
})

const sentences: [Fault, title: string, found: RegExp, todo: RegExp][] = [
  ['is down', 'Page', /answers 522/, /leads through Cloudflare/],
  ['strips dictionaries', 'Page', /without Use-As-Dictionary/, /Switch on Shared Dictionaries/],
  ['rewrites pages', 'Page', /changed on their way/, /whatever changes pages/],
  ['drops Vary', 'Page', /Vary arrives as “Accept-Encoding”/, /Shared Dictionaries/],
  [
    'has no rule of headers',
    'Page',
    /keep no page: Cache-Control is “no-cache”/,
    /rule of response/,
  ],
  ['stores nothing', 'Stored pages', /stores no page \(DYNAMIC\)/, /first cache rule/],
  [
    'offers no dcz',
    'Difference to a new page',
    /no difference \(encoding: br\)/,
    /Shared Dictionaries/,
  ],
  [
    'compresses differences anew',
    'Difference to a new page',
    /no difference \(encoding: gzip\)/,
    /Shared Dictionaries/,
  ],
  [
    'forgets dictionaries',
    'Difference to a new page',
    /no difference \(encoding: br\)/,
    /second cache rule/,
  ],
  [
    'stores everything by its address',
    'Difference to a new page',
    /with br is sent somebody else’s/,
    /both cache/,
  ],
  ['stores personal pages', 'Personal pages', /has stored .*\/account/, /both cache rules/],
  ['ignores purges', 'Purges', /still comes from Cloudflare/, /CACHE_PURGE_TOKEN/],
]

test.each(sentences)(
  'one that %s fails, and what to do is said',
  async (fault, title, found, todo) => {
    cloudflare.faults.add(fault)
    const findings = await checked()
    const last = findings.pop()
    expect(last).toMatchObject({ title, state: 'problem' })
    expect(last?.found).toMatch(found)
    expect(last?.todo).toMatch(todo)
    expect(findings.every(({ state }) => state === 'ok')).toBe(true)
  },
)

test('a site past Cloudflare, one that sends pages whole, and nobody at all, are told apart', async () => {
  const purge = () => Promise.resolve()
  const past = await checkCdn({ base: site.base, purge, everyMs: 50 })
  expect(past.at(-1)?.found).toContain('No Cloudflare answers')
  const whole = await aCloudflare(await startApp({ site: site.loaded, cache: 'cloudflare' }))
  const [page] = await checkCdn({ base: whole.base, purge, everyMs: 50 })
  expect(page?.found).toContain('without Use-As-Dictionary')
  const [nobody] = await checkCdn({ base: 'http://127.0.0.1:1', purge })
  expect(nobody?.found).toContain('http://127.0.0.1:1 does not answer')
})

test('while they are on, the doctor looks whether they arrive', async () => {
  const { base, faults } = cloudflare
  expect(await checkDifferences(base, 50)).toMatchObject({ state: 'ok' })
  faults.add('strips dictionaries')
  expect(await checkDifferences(base, 50)).toMatchObject({ state: 'problem' })
  faults.clear()
  faults.add('stores everything by its address')
  const { found } = await checkDifferences(base, 50)
  expect(found).toContain('somebody else’s')
})

test('the command checks the public address or the one that is given, and says first what is not set', async () => {
  const env = {
    DATABASE_URL: await ownDatabaseUrl(),
    DATA_DIR: await aFolder(),
    CACHE: 'cloudflare',
    CACHE_PURGE_URL: cloudflare.purgeUrl,
    CACHE_PURGE_TOKEN: 'a-token',
    PUBLIC_URL: cloudflare.base,
  }
  const run = (env: Record<string, string>, ...args: string[]) =>
    runDoctor({ env, root: process.cwd(), args }).catch((error: Error) => error.message)
  expect(await run(env, 'cdn')).toMatch(/0 problems, 0 warnings, 7 in order\.$/)
  const elsewhere = { ...env, PUBLIC_URL: 'http://127.0.0.1:1' }
  expect(await run(elsewhere, 'cdn')).toContain('PROBLEM  Page: http://127.0.0.1:1 does not answer')
  expect(await run(elsewhere, 'cdn', cloudflare.base)).toContain('0 problems')
  expect(await run({ ...env, PAGE_DIFFERENCES: 'off' }, 'cdn')).toContain('unset PAGE_DIFFERENCES')
  expect(await run(env, 'cdn', 'ascend')).toContain('Usage: npm run doctor')
  expect(await run(env)).not.toContain('Differences:')
  expect(await run({ ...env, PAGE_DIFFERENCES: 'on' })).toContain(
    'ok       Differences: Pages travel',
  )
})
