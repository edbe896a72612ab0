import { defineConfig } from 'playwright/test'
import { findProgram } from './scripts/find-program.mjs'
import { fontSets, prepareFonts } from './tests/e2e/support/fonts.mjs'
import { type Part, parts, portOf, workers } from './tests/e2e/support/service.ts'

/** `admin` or `readers`: the services of the others are not started. */
const only = process.env['E2E_ONLY']

/** One for each worker: no test sees what another does at the same time. */
const services = (part: Part) =>
  workers.map((worker) => {
    const port = portOf(part, worker)
    return {
      command: `node tests/e2e/support/serve.mjs ${port}`,
      url: `http://127.0.0.1:${port}/api/ready`,
      env: part === 'admin' ? { E2E_PACKING: 'fast' } : {},
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } as const,
      stdout: 'pipe' as const,
    }
  })

const usualFonts = process.env['FONTCONFIG_FILE'] ?? (await prepareFonts())

const launched = (executablePath: string, fonts = usualFonts) => ({
  executablePath,
  env: { ...process.env, FONTCONFIG_FILE: fonts } as Record<string, string>,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})

// Bytes, requests and layout shifts are those of a whole browser, which fetches pictures as early as a reader's does.
const measured = '**/{brands,budgets,differences,first-visit}.spec.ts'

// Whether pages are too wide hangs on the width of letters: `npm run test:long` tries those of three systems.
const widths = '**/{every-page,header}-widths.spec.ts'
const long = '**/{brands,lighthouse,every-page-roles}.spec.ts'
const ignored = process.env['LONG_RUNS'] ? [widths] : [widths, long]
const widthProjects = await Promise.all(
  (process.env['LONG_RUNS'] ? fontSets : []).flatMap((fonts) =>
    parts.map(async (part) => ({
      name: `${part}, in ${fonts}`,
      testDir: part === 'admin' ? 'tests/e2e/admin' : 'tests/e2e',
      testMatch: widths,
      testIgnore: part === 'admin' ? [] : ['admin/**'],
      use: { launchOptions: launched(findProgram('lightBrowser'), await prepareFonts(fonts)) },
    })),
  ),
)

// The service of the running test is that of its project's first word (tests/e2e/support/service.ts).
const projects = [
  { name: 'readers', testIgnore: ['admin/**', measured, ...ignored] },
  {
    name: 'readers, measured',
    testMatch: measured,
    testIgnore: ignored,
    use: { launchOptions: launched(findProgram('browser')) },
  },
  { name: 'admin', testMatch: 'admin/**/*.spec.ts', testIgnore: ignored },
  ...widthProjects,
].filter(({ name }) => !only || name.startsWith(only))

export default defineConfig({
  testDir: 'tests/e2e',
  // Two cores carry the browsers, the services and their databases.
  workers: workers.length,
  fullyParallel: true,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  // What passes at the second try hides a fault.
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 360, height: 800 },
    locale: 'en-NG',
    // A worker would answer before page.route is asked; the tests about it let it in.
    serviceWorkers: 'block',
    launchOptions: launched(findProgram('lightBrowser')),
    screenshot: 'only-on-failure',
    // Before the whole test's time is over, which would not say what it was that went on for ever.
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
  },
  projects,
  webServer: parts.filter((part) => !only || part === only).flatMap(services),
})
