import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a reporter wrote, if the run came as far as that. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The failed tests of a report of vitest, and the files that could not be run. */
export function failedUnits(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative('', name)
    if (failed.length === 0 && status === 'failed')
      return [{ file, title: '(the file)', error: message }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      error: failureMessages[0] ?? '',
    }))
  })
}

/** The tests of a report of Playwright that failed, each with its first error. */
const browserTests = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      file: `${file}:${line}`,
      title,
      error: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message,
    })),
  ...suites.flatMap(browserTests),
]

/** The failed tests of a report of Playwright, and what kept it from running them. */
export function failedBrowserTests(report) {
  const outside = (report?.errors ?? []).map(({ message }) => ({
    file: 'playwright',
    title: '(the run)',
    error: message,
  }))
  return [...outside, ...browserTests(report ?? {})]
}

/**
 * A program that failed without a failed test: the end of what it printed, of Vitest its errors outside of tests. The first
 * word "error" would often be that of a test's title.
 */
export function failedRun(command, printed) {
  const lines = stripVTControlCharacters(printed)
    .split('\n')
    .filter((line) => line.trim())
  const from = lines.findIndex((line) => line.includes('Unhandled Error'))
  return { file: command, title: '(the run)', error: lines.slice(from < 0 ? -20 : from).join('\n') }
}

/** It is short enough to stand in the last hundred lines of the output: few failures show more of each. */
export function listFailed(failed, tests = 18) {
  const lines = Math.max(3, Math.floor(60 / Math.max(1, failed.length)))
  const shown = failed.slice(0, tests).map(({ file, title, error = '' }) => {
    const text = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim())
    const head = text.slice(0, lines).map((line) => `    ${line.trim().slice(0, 200)}`)
    return [`✗ ${file} › ${title}`, ...head].join('\n')
  })
  const more = failed.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
