import { expect, test } from 'vitest'
import { failedBrowserTests, failedRun, failedUnits, listFailed } from './failed-tests.mjs'

test('the failed unit tests are listed with the first lines of their errors', () => {
  const failed = failedUnits({
    testResults: [
      {
        name: `${process.cwd()}/api/magazine/likes/likes.test.ts`,
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'a like counts once', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'a like is taken back',
            failureMessages: ['\u001b[31mexpected 1 to be 0\u001b[0m\n\n  at one\n  at two'],
          },
        ],
      },
      {
        name: `${process.cwd()}/db/sql.test.ts`,
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  })
  expect(listFailed(failed)).toBe(`✗ api/magazine/likes/likes.test.ts › a like is taken back
    expected 1 to be 0
    at one
    at two
✗ db/sql.test.ts › (the file)
    Cannot find module`)
})

test('the failed browser tests are listed, however deep their suites', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'theme.spec.ts',
    line: 7,
    tests: [{ results: [{ errors: ok ? [] : [{ message: 'Timeout' }] }] }],
  })
  const failed = failedBrowserTests({
    errors: [{ message: 'No tests found' }],
    suites: [{ specs: [spec('good', true)], suites: [{ specs: [spec('bad', false)] }] }],
  })
  expect(listFailed(failed)).toBe(`✗ playwright › (the run)
    No tests found
✗ theme.spec.ts:7 › bad
    Timeout`)
})

test('one failure is listed with what was expected and what came', () => {
  const error = ['- Expected', '+ Received', '- Array []', '+ Array [', '+   "401",', '+ ]'].join(
    '\n',
  )
  expect(listFailed([{ file: 'a.spec.ts:1', title: 'leaves', error }])).toContain('"401"')
})

test('a list of many failures stays within the last hundred lines', () => {
  const failed = Array.from({ length: 300 }, (_, index) => ({
    file: 'a.test.ts',
    title: `test ${index}`,
    error: 'one\ntwo\nthree\nfour\nfive',
  }))
  const lines = listFailed(failed).split('\n')
  expect(lines.length).toBeLessThan(80)
  expect(lines.at(-1)).toBe('and 282 more')
})

test('a run that fails without a failed test is listed by its errors outside of tests, or the end of what it printed', () => {
  const ran = Array.from({ length: 40 }, (_, n) => ` ✓ explains error ${n}`).join('\n')
  const printed = `${ran}\n\u001b[31mUnhandled Errors\u001b[0m\n\nError: socket hang up\n`
  expect(listFailed([failedRun('vitest run', printed)])).toBe(`✗ vitest run › (the run)
    Unhandled Errors
    Error: socket hang up`)
  const linted = listFailed([failedRun('biome check', `${ran}\nFound 1 error.\n`)])
  expect(linted.split('\n')).toHaveLength(21)
  expect(linted).toMatch(/Found 1 error\.$/)
})
