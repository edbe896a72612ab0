import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#api/config.ts'
import { aFolder } from '#tests/folders.ts'
import { findServerTools } from '../../scripts/find-server-tools.mjs'

// What can be said of the small server where no systemd runs.

const folder = 'deploy/server'
const systemd = resolve(folder, 'systemd')
const units = readdirSync(systemd).filter((name) => /\.(service|target|timer)$/.test(name))
const tools = findServerTools()

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/tmp', ...env },
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

const analyze = (args: string[], path = systemd) =>
  run(tools.systemdAnalyze, args, { SYSTEMD_UNIT_PATH: `${path}:` })

const filled = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .replaceAll('@DOMAIN@', 'ascend.example')
    .replace('@DATABASE_PASSWORD@', 'c0ffee')
    .replace('@ADMIN_PASSWORD@', 'K2p/Q+eLw7b1GdVxYtRz')

describe('the units of systemd', () => {
  test.each(units)('%s are what systemd understands', (unit) => {
    expect(analyze(['verify', join(systemd, unit)])).toEqual({ status: 0, output: '' })
  })

  test.each(['ascend-backup.service', 'ascend-site@first.service'])(
    'a mistake in what %s shares with the others would be seen',
    async (unit) => {
      const copy = await aFolder()
      await cp(systemd, copy, { recursive: true, verbatimSymlinks: true })
      const common = join(copy, 'ascend-.service.d', 'common.conf')
      await writeFile(common, `${await readFile(common, 'utf8')}ProtectSytem=strict\n`)
      const { output } = analyze(['verify', unit], copy)
      expect(output).toMatch(/Unknown key.*ProtectSytem/)
    },
  )

  test.each(units.filter((name) => name.endsWith('.service')))('%s may do little', (unit) => {
    const args = ['security', '--offline=true', '--threshold=20', join(systemd, unit)]
    const { status, output } = analyze(args)
    expect({ status, output: output.split('\n').at(-2) }).toMatchObject({ status: 0 })
  })

  test('run commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const commands = units.flatMap((unit) =>
      [
        ...readFileSync(join(systemd, unit), 'utf8').matchAll(/^ExecStart=\/usr\/bin\/env (.*)$/gm),
      ].map(([, command]) => command),
    )
    expect(commands).toHaveLength(3)
    for (const command of commands) expect(Object.values(scripts)).toContain(command)
    const ascend = readFileSync(join(folder, 'ascend'), 'utf8')
    for (const [, script] of ascend.matchAll(/set -- (scripts\/backup\.mjs run\w+)/g)) {
      expect(Object.values(scripts)).toContain(`node ${script}`)
    }
  })
})

describe('the script that sets up a server', () => {
  test.each(['install.sh', 'build.sh', 'front.sh', 'ascend', '../service/upgrade.sh'])(
    '%s has nothing that shellcheck knows to go wrong',
    (name) => {
      expect(run(tools.shellcheck, [join(folder, name)])).toEqual({ status: 0, output: '' })
    },
  )

  test('says how it is used before it touches anything', () => {
    const { status, output } = run('bash', [join(folder, 'install.sh'), 'Not A Name'])
    expect(status).toBe(1)
    expect(output).toMatch(/^\n(Usage|Run this as root)/)
    expect(run('sh', [join(folder, 'ascend'), 'dance'])).toEqual({
      status: 2,
      output: expect.stringContaining('ascend doctor'),
    })
  })

  test('writes settings that the service reads', () => {
    const lines = filled('settings.env').split('\n')
    const pairs = lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/=(.*)/s))
    const config = readConfig(Object.fromEntries(pairs))
    expect(config).toMatchObject({
      publicUrl: 'https://ascend.example',
      databaseUrl: 'postgres://ascend:c0ffee@127.0.0.1:5432/ascend',
      dataDir: '/var/lib/ascend',
      trustProxy: 1,
      payments: undefined,
    })
    // And those that are still to be filled in, once they are.
    const more = lines
      .filter((line) => /^#\w+=/.test(line))
      .map((line) => line.slice(1).replace('…', 'goat').split(/=(.*)/s))
    const whole = readConfig(Object.fromEntries([...pairs, ...more]))
    expect(whole.smtp?.from).toBe('hello@ascend.example')
    expect(whole.backupBucket?.bucket).toBe('ascend-backups')
  })

  test('gives Caddy a file that it takes', async () => {
    const path = join(await aFolder(), 'Caddyfile')
    await writeFile(path, filled('caddy.conf'))
    const args = ['validate', '--config', path, '--adapter', 'caddyfile']
    const { status, output } = run(tools.caddy, args)
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining('Valid configuration'),
    })
  })
})
