import { defineConfig } from 'playwright/test'
import { findBrowser } from './scripts/find-browser.mjs'

const port = Number(process.env['JOURNEYS_PORT'] ?? 4390)

export default defineConfig({
  testDir: 'tests/journeys',
  // Two cores carry the browser, the service and its database.
  workers: 2,
  fullyParallel: true,
  timeout: 45_000,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 360, height: 800 },
    locale: 'en-NG',
    launchOptions: {
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `node tests/journeys/serve.mjs ${port}`,
    url: `http://127.0.0.1:${port}/api/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
})
