import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { bundleService, bundleSite, lockFolder, runBundling } from '../../scripts/bundle.mjs'

async function aProgram(code: string) {
  const program = join(await aFolder(), 'program.mjs')
  await writeFile(program, code)
  return program
}

test('the site is not bundled again while its sources are unchanged', async () => {
  const { code, folder } = await bundleSite()
  expect({ code, folder }).toEqual(inject('bundle'))
  expect(await readFile(join(folder, 'complete'), 'utf8')).toBe(code)
})

test('the service is not bundled again while its sources are unchanged', async () => {
  const madeAt = async () => (await stat('dist/server.mjs')).mtimeMs
  await bundleService()
  const before = await madeAt()
  await bundleService()
  expect(await madeAt()).toBe(before)
})

test.each([
  ['fails', "console.error('The brand has no name'); process.exit(1)", 'The brand has no name'],
  ['cannot be loaded', 'const', 'SyntaxError'],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
  [
    'is killed after it said something',
    "console.log('Generating types'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)",
    'SIGKILL',
  ],
])('a bundling that %s reports the output of its tools', async (_, code, text) => {
  const bundling = runBundling(await aFolder(), { program: await aProgram(code) })
  await expect(bundling).rejects.toThrow(text)
})

test('a bundling that hangs is killed, and reports its time limit', async () => {
  const program = await aProgram("console.log('Generating types'); setInterval(() => {}, 1000)")
  await expect(runBundling(await aFolder(), { program, timeout: 500 })).rejects.toThrow(
    /ended by SIGKILL after \d+ s; its limit is 0\.5 s/,
  )
})

test('settings of the test runner do not reach the bundler', async () => {
  const folder = await aFolder()
  const program = await aProgram(
    "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2] + '/env', [process.env.DEV, process.env.MODE, process.env.NODE_ENV].join())",
  )
  await runBundling(folder, { program })
  expect(await readFile(join(folder, 'env'), 'utf8')).toBe(',,production')
})

test('a start waits for another that bundles, and not for one that was killed', async () => {
  const folder = join(await aFolder(), 'bundle')
  const lock = `${folder}.lock`
  const aWhileAgo = new Date(Date.now() - 60_000)
  await mkdir(lock)
  await utimes(lock, aWhileAgo, aWhileAgo)
  const unlock = await lockFolder(folder)
  await utimes(lock, aWhileAgo, aWhileAgo)
  // It is touched each second.
  const touchedAt = async () => (await stat(lock)).mtimeMs
  await expect.poll(touchedAt, { timeout: 10_000 }).toBeGreaterThan(+aWhileAgo + 1000)
  await unlock()
  await expect(stat(lock)).rejects.toThrow('ENOENT')
})
