// A cheap phone on a slow network, signed in to the admin pages of a demo magazine; for the benches of these pages.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'

export const port = process.env.BENCH_PORT ?? '4387'
export const base = `http://127.0.0.1:${port}`
/** How many times slower than this machine's its processor is. */
export const slower = 4
/** @type {import('playwright').Browser} */
let browser

/** Serves the built site with its demo magazine while `measure` runs, with the publisher's token. */
export async function startDemo(measure) {
  const service = spawn(process.execPath, ['tests/e2e/support/serve.mjs', port], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  browser = await chromium.launch({
    executablePath: findProgram('browser'),
    args: ['--no-sandbox'],
  })
  try {
    await new Promise((resolve) =>
      service.stdout.on('data', (text) => `${text}`.includes('ready') && resolve(undefined)),
    )
    const { token } = await ask('POST', '/api/admin/login', {
      username: 'publisher',
      password: 'nine drums before the rain',
    })
    await measure(token)
  } finally {
    await browser.close()
    service.kill('SIGTERM')
  }
}

export async function ask(method, path, body, token) {
  const headers = {
    'Content-Type': 'application/json',
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** A signed-in phone with an empty cache. */
export async function openPhone(token, rate = slower) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript((stored) => localStorage.setItem('adminToken', stored), token)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  return { context, page, cdp }
}

/** 400 kbit/s with 400 ms a round trip. */
export async function slowNetwork(cdp) {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}
