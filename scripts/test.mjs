// Every check of the project; the last line is the whole count.
//   npm test            everything
//   npm test -- types   one step: types, lint, unit or journeys
//   npm run test:long   what `npm test` takes a sample of, in full (tests/long.ts)
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, findLightBrowser } from './find-browser.mjs'
import { findCompose, findNginx } from './find-front.mjs'
import { installPackages } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
process.env.ASTRO_TELEMETRY_DISABLED = '1'

/** Runs a program of node_modules/.bin with its output shown; resolves to whether it ended well. */
function run(program, ...args) {
  return watch(spawn(`node_modules/.bin/${program}`, args, { cwd: root, stdio: 'inherit' }))
}

/** The same beside others: its output is shown when it has ended. */
async function runBeside(program, ...args) {
  const child = spawn(`node_modules/.bin/${program}`, args, { cwd: root })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(text))
  const isGood = await watch(child)
  console.log(`\n── ${program} ${args.join(' ')}\n${Buffer.concat(output)}`)
  return isGood
}

function watch(child) {
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (status) => resolve(status === 0))
  })
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const single = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 })

/** A run that broke off without a report, or ended badly with every test good, has failed all the same. */
const counted = (isGood, passed, failed) => ({
  passed,
  failed: isGood ? failed : Math.max(1, failed),
})

async function runUnits(...files) {
  const report = 'test-results/unit.json'
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const isGood = await run('vitest', 'run', ...reporters, ...files)
  const { numPassedTests = 0, numFailedTests = 1 } = readReport(report) ?? {}
  return counted(isGood, numPassedTests, numFailedTests)
}

/** Files with checks that can go on for ever. */
const longFiles = [
  'api/http/database-unavailable.test.ts',
  'api/http/killed.test.ts',
  'api/orders/killed.test.ts',
  'api/orders/settling.test.ts',
  'tests/fuzz.test.ts',
]

/** Programs that some checks run for real, and the files of those. */
const programs = [
  { find: findNginx, files: ['tests/nginx.test.ts', 'tests/replicas.test.ts'] },
  { find: findCompose, files: ['tests/compose.test.ts'] },
]

/** Each is found, or installed, before several workers look for it at once; what cannot be checked is printed. */
function withoutMissingPrograms() {
  return programs.flatMap(({ find, files }) => {
    try {
      find()
      return []
    } catch (error) {
      console.log(`\nNOT CHECKED: ${files.join(', ')}. ${error.message}`)
      return files.flatMap((file) => ['--exclude', file])
    }
  })
}

/** Prints the pages of failed browser tests: of a run elsewhere only its output is left. */
function showPages() {
  const names = readdirSync('test-results', { recursive: true })
  for (const name of names.filter((file) => file.endsWith('error-context.md'))) {
    const [, page] = readFileSync(join('test-results', name), 'utf8').split(
      /^# (?:Page|Test s).*$/m,
    )
    console.log(`\n── ${name}\n${page ?? ''}`)
  }
}

const steps = {
  types: async () => single(await runBeside('astro', 'check')),
  lint: async () => single(await runBeside('biome', 'check', '--error-on-warnings')),
  unit: () => runUnits(...withoutMissingPrograms()),
  journeys: async () => {
    // Found, or installed, before the first of the workers looks.
    process.env.LIGHT_BROWSER_PATH = findLightBrowser()
    process.env.BROWSER_PATH = findBrowser()
    const isGood = await run('playwright', 'test')
    if (!isGood) showPages()
    const stats = readReport('test-results/journeys.json')?.stats
    return counted(
      isGood,
      stats?.expected ?? 0,
      stats ? stats.unexpected + stats.flaky + stats.skipped : 1,
    )
  },
}

const longSteps = {
  long: () => {
    process.env.LONG_RUNS = '1'
    return runUnits(...longFiles)
  },
}

installPackages()
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
const wanted = process.argv.slice(2)
const totals = { passed: 0, failed: 0 }
const isWanted = (name) => (wanted.length > 0 ? wanted.includes(name) : !(name in longSteps))
async function runStep([name, step]) {
  console.log(`\n── ${name}`)
  const { passed, failed } = await step()
  totals.passed += passed
  totals.failed += failed
}
const all = Object.entries({ ...steps, ...longSteps }).filter(([name]) => isWanted(name))
const isBeside = ([name]) => name === 'types' || name === 'lint'
// Types and lint keep one core busy each; the tests beside them leave some of it free.
const beside = Promise.all(all.filter(isBeside).map(runStep))
for (const step of all.filter((entry) => !isBeside(entry))) {
  if (step[0] === 'journeys') await beside
  await runStep(step)
}
await beside
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)
