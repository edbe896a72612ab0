// Runs every check of the project; the last line has the total.
//   npm test                  everything that needs Node and a browser
//   npm test -- service e2e   some steps: types, lint, unit, service, e2e
//   npm run test:operations   tests that boot real servers (tests/operations)
//   npm run test:abuse        floods of abusers, and response times of a real person meanwhile
//   npm run test:long         all sampled checks in full (tests/long.ts)
//   npm run test:engines      flows of people in Firefox and WebKit (tests/engines)
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleService, bundleSite } from './bundle.mjs'
import {
  failedBrowserTests,
  failedRun,
  failedUnits,
  listFailed,
  readReport,
} from './failed-tests.mjs'
import { findProgram } from './find-program.mjs'
import { installPackages } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
process.env.ASTRO_TELEMETRY_DISABLED = '1'

/**
 * Runs a program of node_modules/.bin, or a file by Node; what it prints is shown at once, or when it has ended. Resolves
 * to its success. A failure that no report explains is listed by what was printed.
 */
async function run({ isLive = false, isExplained = () => false }, program, ...args) {
  const stdio = isLive ? 'inherit' : 'pipe'
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`
  const child = spawn(path, args, { cwd: root, stdio })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(text))
  const isGood = await new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (status) => resolve(status === 0))
  })
  const printed = String(Buffer.concat(output))
  if (!isLive) console.log(`\n── ${program} ${args.join(' ')}\n${printed}`)
  if (!isGood && !isExplained()) failedTests.push(failedRun([program, ...args].join(' '), printed))
  return isGood
}

/** Listed at the end of the output, which is often all that is visible of a CI run. */
const failedTests = []

const toCount = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 })

/** A run without a report, or with a bad exit code and no failed test, has failed too. */
const counted = (isGood, passed, failed) => ({
  passed,
  failed: isGood ? failed : Math.max(1, failed),
})

let reports = 0

/** Runs Vitest with these projects and files, or with all. */
async function runUnits(how, ...files) {
  const report = `test-results/unit-${++reports}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  // An error outside a test fails the run, and is not in the report.
  const isExplained = () => failedUnits(readReport(report)).length > 0
  const isGood = await run({ ...how, isExplained }, 'vitest', 'run', ...reporters, ...files)
  const { numPassedTests = 0, numFailedTests = 1, ...results } = readReport(report) ?? {}
  failedTests.push(...failedUnits(results))
  return counted(isGood, numPassedTests, numFailedTests)
}

const filesThat = (have, named) =>
  execFileSync('git', ['grep', '-l', have, '--', named], { encoding: 'utf8' }).trim().split('\n')

/** Files with checks of which `npm test` takes a sample (tests/long.ts). */
const longFiles = () => filesThat("^import.*/long.ts'", '*.test.ts')

/** The same for browser tests; all that look at widths are among them. */
const longSpecs = () => [
  ...filesThat("/too-wide.ts'", 'tests/e2e/*.spec.ts'),
  'accessibility',
  'brands',
  'colours',
  'lighthouse',
  'budgets',
  'data-saver',
  'every-page',
  'header-widths',
]

const browsers = ['lightBrowser', 'browser']
/** Programs that the tests of real servers run. */
const servers = ['nginx', 'varnish', 'compose', 'postgresCluster', 'serverTools', 'buildah']

/** Finds or installs each once, before workers do so concurrently. Tests of missing programs fail. */
const findPrograms = (...names) =>
  run({ isLive: true, isExplained: () => true }, 'node', 'scripts/find-program.mjs', ...names)

/** Prints the pages of failed tests, because a CI run leaves only its output. */
function showPages() {
  const names = readdirSync('test-results', { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((file) => file.endsWith('error-context.md'))) {
    const [, page] = readFileSync(join('test-results', name), 'utf8').split(
      /^# (?:Page|Test s).*$/m,
    )
    console.log(`\n── ${name}\n${page ?? ''}`)
  }
}

/** TypeScript 7, a tenth of the time of the one that Astro's check is written for. */
const compiler = 'node_modules/typescript-native/bin/tsc'

async function runBrowser(...files) {
  // It is found or installed before the first worker needs it.
  process.env.LIGHT_BROWSER_PATH = findProgram('lightBrowser')
  process.env.BROWSER_PATH = findProgram('browser')
  const report = () => readReport('test-results/e2e.json')
  const isExplained = () => failedBrowserTests(report()).length > 0
  const isGood = await run({ isLive: true, isExplained }, 'playwright', 'test', ...files)
  if (!isGood) showPages()
  const { expected = 0, unexpected = 1, flaky = 0, skipped = 0 } = report()?.stats ?? {}
  failedTests.push(...failedBrowserTests(report()))
  return counted(isGood, expected, unexpected + flaky + skipped)
}

const steps = {
  types: async () =>
    toCount(
      // It writes the types of the content, which the compiler reads.
      (await run({}, 'astro', 'check', '--tsconfig', 'tsconfig.pages.json')) &&
        (await run({}, 'node', compiler, '-p', 'tsconfig.json', '--noEmit')) &&
        (await run({}, 'node', compiler, '-p', 'tsconfig.programs.json', '--noEmit')),
    ),
  lint: async () =>
    toCount(
      (await run({}, 'biome', 'check', '--error-on-warnings')) &&
        (await run({}, 'node', 'tools/check-patterns.mjs')),
    ),
  unit: () => runUnits({}, '--project=unit', '--project=components'),
  service: () => runUnits({ isLive: !isWanted('e2e') }, '--project=service*'),
  e2e: () => runBrowser(),
}

const onlyWhenAsked = {
  operations: () => runUnits({ isLive: true }, '--project=operations'),
  abuse: async () => {
    process.env.ABUSE = '1'
    return runUnits({ isLive: true }, 'tests/abuse/abuse.test.ts')
  },
  long: async () => {
    process.env.LONG_RUNS = '1'
    const units = await runUnits({ isLive: true }, ...longFiles())
    const browser = await runBrowser(...longSpecs())
    return {
      passed: units.passed + browser.passed,
      failed: units.failed + browser.failed,
    }
  },
  engines: () => {
    try {
      findProgram('firefox')
      findProgram('webKit')
    } catch (error) {
      console.error(`\n${error.message}`)
      return { passed: 0, failed: 1 }
    }
    return runUnits({ isLive: true }, '--config', 'tests/engines/vitest.config.ts')
  },
}

const wanted = process.argv.slice(2)
function isWanted(name) {
  return wanted.length > 0 ? wanted.includes(name) : !(name in onlyWhenAsked)
}

installPackages()
const installed = Date.now()
if (wanted.length === 0)
  console.log('Skipped: tests that boot and kill servers; npm run test:operations runs them.')
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
// They are found or installed while the site is bundled.
const drivesServers = isWanted('operations') || isWanted('long')
const drivesBrowsers = isWanted('e2e') || drivesServers
const found = drivesBrowsers && findPrograms(...browsers, ...(drivesServers ? servers : []))
const totals = { passed: 0, failed: 0 }
async function runStep([name, step]) {
  const started = Date.now()
  const { passed, failed } = await step()
  console.log(`\n── ${name}: ${Math.round((Date.now() - started) / 1000)} s`)
  totals.passed += passed
  totals.failed += failed
}
const inTurn = async (...names) => {
  const all = { ...steps, ...onlyWhenAsked }
  for (const name of names.filter(isWanted)) await runStep([name, all[name]])
}
const withoutBundle = ['types', 'lint', 'unit']
const withBundle = Object.keys({ ...steps, ...onlyWhenAsked }).filter(
  (name) => !withoutBundle.includes(name),
)
/** One bundle, shared by all steps. */
async function bundle() {
  if (!withBundle.some(isWanted)) return
  await bundleService()
  await bundleSite()
}
// One core runs what needs no bundle, the other bundles; after that come the types, since both write what Astro knows
// of the content.
await Promise.all([inTurn('lint', 'unit'), bundle().then(() => inTurn('types'))])
await found
await Promise.all(withBundle.map((name) => inTurn(name)))
if (failedTests.length > 0) console.log(`\n${listFailed(failedTests)}`)
console.log(
  `\n── ${Math.round((Date.now() - installed) / 1000)} s since the packages were installed`,
)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)
