import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../folders.ts'

// The order in which containers are replaced, with an engine that only writes down what it is told and does as a test says.

/** Two replicas of `latest` run. `failing`: what the engine refuses; `health`: what new replicas say. */
async function anEngine({ failing = 'nothing', health = 'healthy' } = {}) {
  const folder = await aFolder()
  const programs = join(folder, 'programs')
  await mkdir(join(folder, 'deploy', 'service'), { recursive: true })
  await mkdir(programs)
  await cp('deploy/service/upgrade.sh', join(folder, 'deploy', 'service', 'upgrade.sh'))
  await writeFile(join(folder, '.env'), 'ADMIN_PASSWORD=secret words\n', { mode: 0o600 })
  await writeFile(join(folder, 'replicas'), 'old-1\nold-2\n')
  const script = async (name: string, text: string) => {
    await writeFile(join(programs, name), `#!/bin/sh\n${text}`)
    await chmod(join(programs, name), 0o755)
  }
  await script(
    'docker-compose',
    `echo "$RELEASE: $*" >> ${folder}/told
case "$*" in *"${failing}"*) echo 'No such luck.' >&2; exit 1 ;; esac
case "$*" in
"ps -q service") cat ${folder}/replicas ;;
*"--scale service=4"*) printf '%s-1\\n%s-2\\n' "$RELEASE" "$RELEASE" >> ${folder}/replicas ;;
esac`,
  )
  await script(
    'docker',
    `echo "docker $*" >> ${folder}/told
case $1 in
inspect) echo ${health} ;;
rm) shift; for id in "$@"; do sed -i "/^$id$/d" ${folder}/replicas; done ;;
esac`,
  )
  return {
    run(name: string) {
      const { status, stdout, stderr } = spawnSync('sh', ['deploy/service/upgrade.sh', name], {
        cwd: folder,
        env: { PATH: `${programs}:${process.env['PATH']}`, HEALTHY_WITHIN: '1', NOTICED: '0' },
        encoding: 'utf8',
      })
      return { status, said: `${stdout}${stderr}` }
    },
    /** What changed something. */
    async told() {
      const lines = (await readFile(join(folder, 'told'), 'utf8')).trim().split('\n')
      await writeFile(join(folder, 'told'), '')
      return lines.filter((line) => !/ps -q|docker inspect/.test(line))
    },
    replicas: async () => (await readFile(join(folder, 'replicas'), 'utf8')).trim().split('\n'),
    settings: () => readFile(join(folder, '.env'), 'utf8'),
  }
}

const replacing = (name: string) => [
  `${name}: up -d --no-deps --no-build builder`,
  `${name}: up -d --no-deps --no-build --no-recreate --scale service=4 service`,
]

test('new containers take over once they are healthy, and one command rolls back', async () => {
  const engine = await anEngine()
  expect(engine.run('next')).toMatchObject({ status: 0 })
  expect(await engine.told()).toEqual([
    'next: build service',
    'next: run --rm -T --no-deps builder node scripts/prepare.mjs runCheck',
    'latest: exec -T builder node scripts/backup.mjs runNightly',
    'next: run --rm -T --no-deps builder node scripts/prepare.mjs runMigrate',
    ...replacing('next'),
    'docker stop -t 15 old-1 old-2',
    'docker rm old-1 old-2',
    'next: up -d --no-deps front',
  ])
  expect(await engine.replicas()).toEqual(['next-1', 'next-2'])
  expect(await engine.settings()).toBe(
    'ADMIN_PASSWORD=secret words\nPREVIOUS_RELEASE=latest\nRELEASE=next\n',
  )
  expect(engine.run('next').said).toContain('next is already the current release.')
  await engine.told().catch(() => [])

  expect(engine.run('back')).toMatchObject({ status: 0 })
  expect(await engine.told()).toEqual([
    ...replacing('latest'),
    'docker stop -t 15 next-1 next-2',
    'docker rm next-1 next-2',
  ])
  expect(await engine.settings()).toBe(
    'ADMIN_PASSWORD=secret words\nPREVIOUS_RELEASE=next\nRELEASE=latest\n',
  )
})

test.each([
  ['build', 'It could not be built.'],
  ['runCheck', 'It cannot run here.'],
  ['runNightly', 'The backup failed.'],
  ['runMigrate', 'A migration failed, and has changed nothing.'],
])('nothing is replaced when %s fails', async (failing, sentence) => {
  const engine = await anEngine({ failing })
  const { status, said } = engine.run('next')
  expect(status).toBe(1)
  expect(said).toContain(sentence)
  expect(said).toContain('latest serves as before.')
  expect((await engine.told()).filter((line) => / up |docker/.test(line))).toEqual([])
  expect(await engine.settings()).toBe('ADMIN_PASSWORD=secret words\n')
})

test('replicas that do not become healthy are removed, and the builder is restored', async () => {
  const engine = await anEngine({ health: 'starting' })
  const { status, said } = engine.run('next')
  expect(status).toBe(1)
  expect(said).toContain('A replica did not become healthy within 1 s. latest serves as before')
  expect((await engine.told()).slice(-2)).toEqual([
    'docker rm -f next-1 next-2',
    'latest: up -d --no-deps --no-build builder',
  ])
  expect(await engine.replicas()).toEqual(['old-1', 'old-2'])
  expect(await engine.settings()).toBe('ADMIN_PASSWORD=secret words\n')
})
