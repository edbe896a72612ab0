import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver'
import { findProgram } from '../../scripts/find-program.mjs'
import type { Browser, Engine } from './engine.ts'

const port = Number(process.env['ENGINES_PORT'] ?? 4396) + 2

/** WebKitGTK's MiniBrowser, over W3C WebDriver, on a screen that nobody sees. */
export async function startWebKit(): Promise<Browser> {
  const { driver: program, browser, screen: xvfb } = findProgram('webKit')
  const settings = mkdtempSync(join(tmpdir(), 'ascend-webkit-'))
  await mkdir(join(settings, 'gtk-3.0'))
  // Its toolbar is 447 px wide at least; a phone's window is narrower.
  await writeFile(
    join(settings, 'gtk-3.0', 'gtk.css'),
    '* { font-size: 1px; min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }',
  )
  const screen = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      XDG_CONFIG_HOME: settings,
    },
  })
  await isReady()

  return {
    open: (width) => openWindow(browser, width),
    async close() {
      for (const process of [driver, screen]) {
        process.kill('SIGTERM')
        await once(process, 'exit')
      }
      rmSync(settings, { recursive: true, force: true })
    },
  }
}

async function openWindow(binary: string, width: number): Promise<Engine> {
  const session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      }),
    )
    .build()
  await session.manage().window().setRect({ x: 0, y: 0, width, height: 820 })
  return {
    goto: (url) => session.get(url),
    run: (work, ...args) => session.executeScript(work, ...args),
    find: async (work, ...args) => {
      const element = await session.executeScript<WebElement | null>(work, ...args)
      return element
        ? { press: () => element.click(), type: (text) => element.sendKeys(text) }
        : undefined
    },
    screenshot: async (path) => {
      await writeFile(path, await session.takeScreenshot(), 'base64')
    },
    cookies: async () => (await session.manage().getCookies()).map(({ name }) => name),
    faults: () => [],
    close: () => session.quit(),
  }
}

async function isReady() {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('WebKitWebDriver did not start.')
}
