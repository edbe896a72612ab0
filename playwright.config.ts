import { defineConfig } from 'playwright/test'
import { findProgram } from './scripts/find-program.mjs'
import { fontSets, prepareFonts } from './tests/e2e/fonts.mjs'

const port = Number(process.env['E2E_PORT'] ?? 4390)
/** What the publisher does changes what everybody reads: those tests have a service of their own. */
const adminPort = port + 2
/** `admin` or `readers`: the service of the others is not started. */
const only = process.env['E2E_ONLY']

const service = (at: number) => ({
  command: `node tests/e2e/serve.mjs ${at}`,
  url: `http://127.0.0.1:${at}/api/ready`,
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } as const,
  stdout: 'pipe' as const,
})

const usualFonts = process.env['FONTCONFIG_FILE'] ?? (await prepareFonts())

const launched = (executablePath: string, fonts = usualFonts) => ({
  executablePath,
  env: { ...process.env, FONTCONFIG_FILE: fonts } as Record<string, string>,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})

// Bytes, requests and layout shifts are those of a whole browser, which fetches pictures as early as a reader's does.
const measured = '**/{budgets,differences,first-visit}.spec.ts'

// Whether pages are too wide hangs on the width of letters; DejaVu Sans has the widest.
const widths = '**/{every-page-widths,header}.spec.ts'
const widthProjects = await Promise.all(
  (process.env['LONG_RUNS'] ? fontSets : ['DejaVu Sans']).flatMap((fonts) =>
    (['readers', 'admin'] as const).map(async (part) => ({
      name: `${part}, in ${fonts}`,
      testDir: part === 'admin' ? 'tests/e2e/admin' : 'tests/e2e',
      testMatch: widths,
      testIgnore: part === 'admin' ? [] : ['admin/**'],
      use: {
        baseURL: `http://127.0.0.1:${part === 'admin' ? adminPort : port}`,
        launchOptions: launched(findProgram('lightBrowser'), await prepareFonts(fonts)),
      },
      service: service(part === 'admin' ? adminPort : port),
    })),
  ),
)

const projects = [
  {
    name: 'readers',
    testIgnore: ['admin/**', measured, widths],
    use: { baseURL: `http://127.0.0.1:${port}` },
    service: service(port),
  },
  {
    name: 'readers, measured',
    testMatch: measured,
    use: { baseURL: `http://127.0.0.1:${port}`, launchOptions: launched(findProgram('browser')) },
    service: service(port),
  },
  {
    name: 'admin',
    testMatch: 'admin/**/*.spec.ts',
    testIgnore: widths,
    use: { baseURL: `http://127.0.0.1:${adminPort}` },
    service: service(adminPort),
  },
  ...widthProjects,
].filter(({ name }) => !only || name.startsWith(only))

export default defineConfig({
  testDir: 'tests/e2e',
  // Two cores carry the browser, the service and its database.
  workers: 2,
  fullyParallel: true,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  // What passes at the second try hides a fault: scripts/test.mjs repeats a few by themselves, and lists them (decision 66).
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
  projects: projects.map(({ service: _, ...project }) => project),
  webServer: [...new Map(projects.map(({ service }) => [service.url, service])).values()],
})
