import puppeteer, { type ElementHandle, type JSHandle, type LaunchOptions } from 'puppeteer-core'
import { findProgram } from '../../scripts/find-program.mjs'
import type { Browser, Engine } from './engine.ts'

/** Somebody went on to the next page while a font (NS_BINDING_ABORTED), a script or a small answer was still on its way. */
const isBrokenOff = (text: string) =>
  /status=2152398850|error loading dynamically imported module|^Error: Failed to load .* A ServiceWorker intercepted/.test(
    text,
  )

/** The Firefox of Debian sets the width, and does not know the command for the screen's orientation that is sent with it. */
function tolerateNoOrientation(error: unknown) {
  if (!/unknown command emulation\.setScreenOrientationOverride/.test(String(error))) throw error
}

/** Firefox, over WebDriver BiDi. */
export const startFirefox = () =>
  start({ browser: 'firefox', executablePath: findProgram('firefox') })

export const startChromium = () =>
  start({ executablePath: findProgram('lightBrowser'), args: ['--no-sandbox'] })

async function start(options: LaunchOptions): Promise<Browser> {
  const browser = await puppeteer.launch({ ...options, defaultViewport: null })
  return {
    async open(width) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width, height: 800 }).catch(tolerateNoOrientation)
      const faults: string[] = []
      const keep = (fault: string) => {
        if (!isBrokenOff(fault)) faults.push(fault)
      }
      page.on('pageerror', (error) => keep(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') keep(message.text())
      })
      const engine: Engine = {
        goto: async (url) => {
          await page.goto(url)
        },
        run: (work, ...args) => page.evaluate(work as never, ...args) as Promise<never>,
        find: async (work, ...args) => {
          const handle: JSHandle = await page.evaluateHandle(work as never, ...args)
          const element = handle.asElement() as ElementHandle | null
          return (
            (element && {
              press: () => element.click(),
              type: (text: string) => element.type(text),
            }) ||
            undefined
          )
        },
        screenshot: async (path) => {
          await page.screenshot({ path: path as `${string}.png` })
        },
        cookies: async () => (await context.cookies()).map(({ name }) => name),
        faults: () => faults,
        close: () => context.close(),
      }
      return engine
    },
    close: () => browser.close(),
  }
}
