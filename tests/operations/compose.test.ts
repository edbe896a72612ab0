import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openDatabase } from '#db/driver/open-database.ts'
import { migrate } from '#db/migrate.ts'
import { checkDatabase } from '#db/requirements.ts'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { findProgram } from '../../scripts/find-program.mjs'

// What can be said of the containers without an engine to run them.

interface Composed {
  services: Record<
    string,
    {
      build?: { context: string; dockerfile?: string }
      cap_drop?: string[]
      command?: string[]
      environment?: Record<string, string>
      healthcheck?: { test: string[] }
      logging?: { options?: Record<string, string> }
      networks?: Record<string, unknown>
      ports?: unknown[]
      profiles?: string[]
      read_only?: boolean
      restart?: string
      tmpfs?: string[]
      volumes?: unknown[]
    }
  >
  networks: Record<string, { internal?: boolean; ipam?: { config?: { subnet: string }[] } }>
}

/** No settings but those that a test gives: an .env of one's own is left alone. */
let empty = ''
beforeAll(async () => {
  empty = join(await aFolder(), 'empty.env')
  await writeFile(empty, '')
})

/** The file as compose itself reads it, with these settings. */
function compose(settings: Record<string, string>, profiles: string[] = []) {
  const program = findProgram('compose')
  const args = program.endsWith('/docker') ? ['compose'] : []
  return spawnSync(
    program,
    [
      ...args,
      '--project-directory',
      '.',
      '-f',
      'docker-compose.yml',
      '--env-file',
      empty,
      ...profiles.flatMap((profile) => ['--profile', profile]),
      'config',
    ],
    { env: { PATH: process.env['PATH'], ...settings }, encoding: 'utf8' },
  )
}

const settings = { POSTGRES_PASSWORD: 'abcdef', ADMIN_PASSWORD: 'nine drums before' }

test('a start without a required password names it and says what to do', () => {
  for (const [name, value] of Object.entries(settings)) {
    const rest = Object.fromEntries(Object.entries(settings).filter(([other]) => other !== name))
    const { status, stderr } = compose(rest)
    expect(status, name).not.toBe(0)
    expect(stderr).toMatch(new RegExp(`Set ${name} in \\.env to `))
    expect(stderr).not.toContain(value)
  }
})

test('compose starts replicas, one builder and a database, reachable only through the front server', () => {
  const { status, stdout, stderr } = compose(settings)
  expect(status, stderr).toBe(0)
  const { services } = parse(stdout) as Composed
  const published = Object.entries(services).filter(([, { ports }]) => ports?.length)
  expect(published.map(([name]) => name)).toEqual(['front'])
  const withDatabase = Object.entries(services).filter(
    ([, { networks }]) => networks && 'inside' in networks,
  )
  expect(withDatabase.map(([name]) => name).sort()).toEqual(['builder', 'database', 'service'])
  for (const name of ['service', 'builder', 'front', 'database']) {
    expect(services[name]?.restart, name).toBe('unless-stopped')
    expect(services[name]?.healthcheck?.test, name).toBeDefined()
    expect(services[name]?.logging?.options?.['max-size'], name).toBeDefined()
  }
  for (const name of ['service', 'builder', 'front']) {
    expect([services[name]?.read_only, services[name]?.cap_drop], name).toEqual([true, ['ALL']])
  }
  expect(services['front']?.tmpfs).toEqual(['/tmp', '/run/front'])
  expect(JSON.stringify(services['service']?.volumes)).toContain('/tmp')
  expect(services['service']?.command).toEqual(['node', 'scripts/start.mjs', '--replica'])
  expect(services['builder']?.command).toEqual(['node', 'scripts/start.mjs'])
  expect(services['service']?.environment).toEqual(services['builder']?.environment)
})

test('the cache runs only under its profile, and is unreachable from outside', () => {
  const { status, stdout, stderr } = compose({ ...settings, CACHE_AT: 'varnish:6081' }, ['varnish'])
  expect(status, stderr).toBe(0)
  const { services } = parse(stdout) as Composed
  const { ports, restart, read_only, cap_drop, networks, profiles, tmpfs } =
    services['varnish'] ?? {}
  expect([ports, restart, read_only, cap_drop]).toEqual([
    undefined,
    'unless-stopped',
    true,
    ['ALL'],
  ])
  expect([Object.keys(networks ?? {}).sort(), profiles]).toEqual([
    ['cache', 'outside'],
    ['varnish'],
  ])
  // Varnish loads the library that it makes of its rules.
  expect(tmpfs?.[0]).toMatch(/^\/run\/varnish:exec/)
  expect(services['front']?.environment).toMatchObject({
    CACHE_AT: 'varnish:6081',
    INSIDE_PORT: expect.anything(),
  })
})

test.each([undefined, '10.9.8.0/29'])(
  'the front server accepts a reader’s address only from the cache, in the network %s',
  (network) => {
    const { status, stdout, stderr } = compose(
      { ...settings, CACHE_AT: 'varnish:6081', ...(network && { CACHE_ADDRESS: network }) },
      ['varnish'],
    )
    expect(status, stderr).toBe(0)
    const { services, networks } = parse(stdout) as Composed
    const inCache = Object.keys(services).filter(
      (name) => 'cache' in (services[name]?.networks ?? {}),
    )
    const { subnet } = networks['cache']?.ipam?.config?.[0] ?? {}
    expect([inCache.sort(), networks['cache']?.internal]).toEqual([['front', 'varnish'], true])
    if (network) expect(subnet).toBe(network)
    const { CACHE_ADDRESS, INSIDE_PORT } = services['front']?.environment ?? {}
    expect(CACHE_ADDRESS).toBe(subnet)
    // It goes by a name that no other network knows.
    expect(services['front']?.networks?.['cache']).toEqual({ aliases: ['front-inside'] })
    expect(services['varnish']?.command).toContain(`front-inside:${INSIDE_PORT}`)
  },
)

test('every setting of .env.example reaches the service', () => {
  const { services } = parse(compose(settings).stdout) as Composed
  const known = Object.keys(services['service']?.environment ?? {})
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_0-9]+)=/gm)].map(
    ([, name]) => name,
  )
  expect(known.sort()).toEqual(named.sort())
})

const dockerfiles = [
  ['deploy/service/Dockerfile', '.'],
  ['deploy/front/Dockerfile', 'deploy/front'],
  ['deploy/varnish/Dockerfile', 'deploy/varnish'],
] as const

// What they build, and that it runs: tests/operations/containers/images.test.ts.
describe.each(dockerfiles)('%s', (file, context) => {
  const lines = readFileSync(file, 'utf8').replaceAll(/\\\n/g, ' ').split('\n')
  const valuesOf = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

  test('copies only existing files', () => {
    const copied = valuesOf('COPY').filter((value) => !value.startsWith('--from='))
    expect(copied.length).toBeGreaterThan(0)
    for (const name of copied.flatMap((value) => value.split(' ').slice(0, -1)))
      expect(existsSync(join(context, name)), name).toBe(true)
  })

  test('starts from images of a fixed version', () => {
    const bases = valuesOf('FROM').map((value) => value.split(' ')[0])
    for (const base of bases) expect(base).toMatch(/^(node:20|debian:)[\w-]*bookworm-slim$/)
  })

  test('runs as a user other than root, and downloads nothing by itself', () => {
    expect(valuesOf('USER').at(-1)).toMatch(/^(node|www-data)$/)
    expect(lines.join()).not.toMatch(/^ADD |\bcurl -|\bwget /m)
  })
})

test('no image contains a secret file', () => {
  const left = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['.env', '.data', '.git', 'node_modules']))
})

test('the service connects as a role that owns its database and has no other rights', async () => {
  const { services } = parse(compose(settings).stdout) as Composed
  expect(JSON.stringify(services['database']?.volumes)).toContain('/docker-entrypoint-initdb.d')
  const name = `composed_${randomUUID().slice(0, 8)}`
  const script = readFileSync('deploy/database/create-role.sql', 'utf8')
    .replace(/^\\getenv .*$/m, '')
    .replace(":'password'", "'a password'")
    // These lines are of the whole server, which this test shares.
    .replace(/^revoke connect .*$|^alter role postgres .*$/gm, '')
    .replace(/\bascend\b/g, name)
  await sql.unsafe(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(await ownDatabaseUrl())
  Object.assign(url, { username: name, password: encodeURIComponent('a password'), pathname: name })
  try {
    await sql.unsafe(script)
    const db = openDatabase(url.href, { max: 2 })
    await migrate(db, 'db/migrations')
    await checkDatabase(url.href)
    for (const attempt of [
      'create role another',
      'create database another',
      `copy (select 1) to program 'true'`,
    ]) {
      await expect(db.unsafe(attempt), attempt).rejects.toThrow(/permission denied/)
    }
    await db.end()
  } finally {
    await sql.unsafe(`drop database ${name} with (force)`)
    await sql.unsafe(`drop role ${name}`)
  }
})
