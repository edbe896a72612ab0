import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#api/config.ts'
import { aFolder } from '#tests/folders.ts'
import { findProgram } from '../../scripts/find-program.mjs'

// What can be said of the small server where no systemd runs.

const folder = 'deploy/server'
const systemd = resolve(folder, 'systemd')
const units = readdirSync(systemd).filter((name) => /\.(service|target|timer)$/.test(name))
const tools = findProgram('serverTools')

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

describe('the units of systemd', () => {
  test.each(units)('%s is valid for systemd', (unit) => {
    expect(analyze(['verify', join(systemd, unit)])).toEqual({ status: 0, output: '' })
  })

  test.each(['ascend-backup.service', 'ascend-site@first.service'])(
    'a mistake in the common settings of %s is detected',
    async (unit) => {
      const copy = await aFolder()
      await cp(systemd, copy, { recursive: true, verbatimSymlinks: true })
      const common = join(copy, 'ascend-.service.d', 'common.conf')
      await writeFile(common, `${await readFile(common, 'utf8')}ProtectSytem=strict\n`)
      const { output } = analyze(['verify', unit], copy)
      expect(output).toMatch(/Unknown key.*ProtectSytem/)
    },
  )

  test.each(units.filter((name) => name.endsWith('.service')))(
    '%s runs with few rights',
    (unit) => {
      const args = ['security', '--offline=true', '--threshold=20', join(systemd, unit)]
      const { status, output } = analyze(args)
      expect({ status, output: output.split('\n').at(-2) }).toMatchObject({ status: 0 })
    },
  )

  test('run only existing commands', () => {
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
  test.each(['get.sh', 'install.sh', 'build.sh', 'front.sh', 'ascend', '../service/upgrade.sh'])(
    '%s passes shellcheck',
    (name) => {
      expect(run(tools.shellcheck, [join(folder, name)])).toEqual({ status: 0, output: '' })
    },
  )

  test('prints its usage before it changes anything', () => {
    const { status, output } = run('bash', [join(folder, 'install.sh'), 'Not A Name'])
    expect(status).toBe(1)
    expect(output).toMatch(/^\n(Usage|Run this as root)/)
    expect(run('sh', [join(folder, 'ascend'), 'dance'])).toEqual({
      status: 2,
      output: expect.stringContaining('ascend doctor'),
    })
  })

  test('writes only settings that the service reads', () => {
    const lines = filled('settings.env').split('\n')
    const pairs = lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/=(.*)/s))
    // `ascend begin` notes the domain.
    const domain = { PUBLIC_URL: 'https://ascend.example' }
    const config = readConfig({ ...Object.fromEntries(pairs), ...domain })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://ascend:c0ffee@127.0.0.1:5432/ascend',
      dataDir: '/var/lib/ascend',
      trustProxy: 1,
      payments: [],
      paymentChannels: [],
    })
    // These are still to be filled in, and are then printed, too.
    const more = lines
      .filter((line) => /^#\w+=/.test(line))
      .map((line) => line.slice(1).replace('…', 'goat').split(/=(.*)/s))
    const whole = readConfig(Object.fromEntries([...pairs, ...more]))
    expect(whole.smtp?.from).toBe('hello@ascend.example')
    expect(whole.backupBucket?.bucket).toBe('ascend-backups')
  })

  test('keeps Caddy’s admin interface closed to local programs', async () => {
    const path = join(await aFolder(), 'Caddyfile')
    await writeFile(path, filled('caddy.conf'))
    const { stdout } = spawnSync(tools.caddy, ['adapt', '--config', path], { encoding: 'utf8' })
    expect(JSON.parse(stdout).admin).toEqual({ disabled: true })
    // What Debian's unit does at a reload asks at that address.
    const unit = readFileSync(join(systemd, 'caddy.service.d/ascend.conf'), 'utf8')
    expect(unit).toMatch(/^\[Service\]\nExecReload=$/m)
    expect(readFileSync(join(folder, 'install.sh'), 'utf8')).not.toMatch(/reload caddy/)
  })

  test('runs packages and the bundler unprivileged, with write access only to their output', async () => {
    const isRoot = userInfo().uid === 0
    const who = isRoot ? 'nobody' : userInfo().username
    const place = await aFolder()
    await chmod(place, 0o755)
    const release = join(place, 'release')
    const programs = join(place, 'programs')
    for (const path of ['deploy/server', 'scripts']) {
      await mkdir(join(release, path), { recursive: true })
    }
    await mkdir(programs)
    await cp(join(folder, 'build.sh'), join(release, 'deploy/server/build.sh'))
    await cp('scripts/install.mjs', join(release, 'scripts/install.mjs'))
    await writeFile(join(release, 'package.json'), '{"type":"module"}')
    await writeFile(join(release, 'package-lock.json'), '{}')
    // A package that tries what it can.
    await writeFile(
      join(programs, 'npm'),
      `#!/bin/sh
mkdir -p node_modules/hostile
id -un > node_modules/hostile/user
id -G > node_modules/hostile/groups
env > node_modules/hostile/environment
{ echo changed >> scripts/build.mjs; } 2> /dev/null
{ touch planted; } 2> /dev/null
cp /bin/sh node_modules/hostile/shell; chmod 6777 node_modules/hostile/shell
ln -s /etc/passwd node_modules/hostile/link
(while :; do date > node_modules/hostile/alive; sleep 0.1; done) > /dev/null 2>&1 &
while [ ! -e node_modules/hostile/alive ]; do sleep 0.02; done
`,
      { mode: 0o755 },
    )
    const build =
      "import { execSync } from 'node:child_process'\nimport { writeFileSync } from 'node:fs'\nwriteFileSync('dist/user', execSync('id -un'))\n"
    await writeFile(join(release, 'scripts/build.mjs'), build)
    const { status, output } = run('bash', [join(release, 'deploy/server/build.sh')], {
      PATH: `${programs}:${process.env['PATH']}`,
      BUILDER: 'nobody',
      ADMIN_PASSWORD: 'nine drums before the rain',
    })
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('Bundling') })
    const hostile = (name: string) => join(release, 'node_modules/hostile', name)
    const said = (path: string) => readFile(path, 'utf8')
    expect(await said(hostile('user'))).toBe(`${who}\n`)
    expect(await said(join(release, 'dist/user'))).toBe(`${who}\n`)
    expect(await said(hostile('environment'))).not.toContain('drums')
    if (!isRoot) return
    expect((await said(hostile('groups'))).trim()).toBe(String(65534))
    expect(await said(join(release, 'scripts/build.mjs'))).toBe(build)
    expect(await readdir(release)).not.toContain('planted')
    // All of it is root's, and nothing lends rights or may be written by others.
    for (const name of await readdir(release, { recursive: true })) {
      const { uid, mode } = await lstat(join(release, name))
      expect([name, uid]).toEqual([name, 0])
      if (name !== 'node_modules/hostile/link') expect([name, mode & 0o6022]).toEqual([name, 0])
    }
    expect((await stat('/etc/passwd')).mode & 0o777).toBe(0o644)
    // What was left running has ended.
    const last = (await stat(hostile('alive'))).mtimeMs
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await stat(hostile('alive'))).mtimeMs).toBe(last)
  })

  test('a setting of the containers is written atomically, and keeps its file permissions', async () => {
    const place = await aFolder()
    const programs = join(place, 'programs')
    await Promise.all([mkdir(join(place, 'deploy/service'), { recursive: true }), mkdir(programs)])
    await cp('deploy/service/upgrade.sh', join(place, 'deploy/service/upgrade.sh'))
    const secret = 'ADMIN_PASSWORD=nine drums before the rain\nRELEASE=one\n'
    await writeFile(join(place, 'settings'), secret, { mode: 0o600 })
    await symlink('settings', join(place, '.env'))
    const program = (name: string, text: string) =>
      writeFile(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    await program('docker', 'case $1 in inspect) echo healthy ;; esac')
    await program('compose', 'case "$*" in "ps -q service") echo one ;; esac')
    const upgrade = (name: string) =>
      run('sh', [join(place, 'deploy/service/upgrade.sh'), name], {
        PATH: `${programs}:${process.env['PATH']}`,
        COMPOSE: 'compose',
        NOTICED: '0',
      })
    const settings = () => readFile(join(place, 'settings'), 'utf8')
    // The disk is full, or the machine is gone, in the middle of it.
    await program('sync', 'exit 1')
    const { status, output } = upgrade('two')
    expect([status, output]).toEqual([1, expect.stringContaining('could not be written')])
    expect([await settings(), await readdir(place)]).toEqual([
      secret,
      ['.env', 'deploy', 'programs', 'settings'],
    ])
    await program('sync', 'exit 0')
    expect(upgrade('two').status).toBe(0)
    expect((await settings()).split('\n')).toEqual([
      'ADMIN_PASSWORD=nine drums before the rain',
      'PREVIOUS_RELEASE=one',
      'RELEASE=two',
      '',
    ])
    expect((await stat(join(place, 'settings'))).mode & 0o777).toBe(0o600)
    expect(await readlink(join(place, '.env'))).toBe('settings')
  })

  test('one pasted line fetches a release and hands the domain to its installer, once', async () => {
    const place = await aFolder()
    const source = join(place, 'ascend/deploy/server')
    await mkdir(source, { recursive: true })
    // What is left of the pasted script must not be read by it.
    const installer = '#!/bin/bash\nread -r left || echo "installs $1 from $0"\n'
    await writeFile(join(source, 'install.sh'), installer)
    const archive = join(place, 'ascend.tar.gz')
    run('tar', ['-czf', archive, '-C', place, 'ascend'])
    const release = join(place, 'opt/releases/first')
    // As a provider's server hands out files.
    const files = createServer((request, response) => {
      if (request.url === '/ascend.tar.gz') createReadStream(archive).pipe(response)
      else response.writeHead(404).end()
    })
    await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void files.close())
    const { port } = files.address() as AddressInfo
    const get = async (name?: string) => {
      const address = name ? `http://127.0.0.1:${port}/${name}` : ''
      const env = {
        PATH: process.env['PATH'] ?? '',
        PLACE: join(place, 'opt'),
        INSTALL_FROM: address,
      }
      const child = spawn('sh', ['-s', 'ascend.example'], { env })
      const ended = once(child, 'close')
      child.stdin.end(readFileSync(join(folder, 'get.sh')))
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { status: (await ended)[0], output: stdout + stderr }
    }
    expect(await get()).toEqual({
      status: 1,
      output: expect.stringContaining('INSTALL_FROM is unset'),
    })
    expect((await get('missing.tar.gz')).status).not.toBe(0)
    expect(await readdir(join(place, 'opt/releases'))).not.toContain('first')
    const installs = `installs ascend.example from ${release}/deploy/server/install.sh\n`
    expect(await get('ascend.tar.gz')).toEqual({ status: 0, output: installs })
    expect(await get('nothing')).toEqual({ status: 0, output: installs })
  })

  test('gives Caddy a valid configuration', async () => {
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
