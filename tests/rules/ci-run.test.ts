import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'

/** What a program prints, and its exit status. */
type Answer = [output: string, status: number]

/** `.ci/run` with commands that only say how they went; `bare` is the program that makes a bare system. */
async function runChecks(answers: { test?: Answer; operations: Answer; bare?: Answer }) {
  const folder = await aFolder()
  const [programs, tools] = [join(folder, 'programs'), join(folder, 'shared/tools')]
  await mkdir(join(folder, 'project/.ci'), { recursive: true })
  await mkdir(programs)
  await mkdir(tools, { recursive: true })
  await cp('.ci/run', join(folder, 'project/.ci/run'))
  const program = async (path: string, text: string) => {
    await writeFile(path, `#!/bin/sh\n${text}\n`)
    await chmod(path, 0o755)
  }
  const saying = ([output, status]: Answer = ['It must not run here.', 9]) =>
    `echo '${output}'; exit ${status}`
  await program(
    join(programs, 'npm'),
    `case "$*" in *operations*) ${saying(answers.operations)} ;; *) ${saying(answers.test)} ;; esac`,
  )
  if (answers.bare) await program(join(tools, 'fresh-machine'), saying(answers.bare))
  const { stdout, status } = spawnSync('bash', [join(folder, 'project/.ci/run')], {
    env: { PATH: `${programs}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
  return { lines: stdout.trim().split('\n'), status }
}

const good: Answer = ['3 passed, 0 failed', 0]

test('the checks run in a bare system and are counted together with those of real servers', async () => {
  const { lines, status } = await runChecks({ bare: ['5 passed, 0 failed', 0], operations: good })
  expect(lines.at(-1)).toBe('8 passed, 0 failed')
  expect(status).toBe(0)
})

test('the checks run as they are where no bare system can be made, and say so in a line', async () => {
  const { lines, status } = await runChecks({
    bare: ['could not be made', 125],
    test: ['4 passed, 0 failed', 0],
    operations: good,
  })
  expect(lines).toContain(
    'The bare system could not be made: npm test runs on this machine as it is.',
  )
  expect(lines.at(-1)).toBe('7 passed, 0 failed')
  expect(status).toBe(0)
  const alone = await runChecks({ test: ['4 passed, 0 failed', 0], operations: good })
  expect(alone.lines[0]).toBe('No bare system here: npm test runs on this machine as it is.')
  expect(alone.status).toBe(0)
})

test.each<[string, Answer, string]>([
  ['failed tests', ['4 passed, 2 failed', 1], '7 passed, 2 failed'],
  ['an end without a count', ['Killed', 137], '3 passed, 1 failed'],
  ['a bad end after a good count', ['4 passed, 0 failed', 1], '7 passed, 1 failed'],
])('the checks fail by %s', async (_, bare, count) => {
  const { lines, status } = await runChecks({ bare, operations: good })
  expect(lines.at(-1)).toBe(count)
  expect(status).toBe(1)
})

test('what failed is listed again at the end, however much is printed after it', async () => {
  const { lines } = await runChecks({
    bare: ['✗ a.spec.ts › opens\n    late\n✗ b.spec.ts › closes\n    never\n5 passed, 2 failed', 1],
    operations: good,
  })
  expect(lines.slice(-5)).toEqual([
    '✗ a.spec.ts › opens',
    '    late',
    '✗ b.spec.ts › closes',
    '    never',
    '8 passed, 2 failed',
  ])
})
