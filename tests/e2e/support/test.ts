import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test'
import { serviceAddress } from './service.ts'

/** What the server drew differs from what the browser draws: React throws the page away, and with it what was typed. */
const drawnAnew = /Minified React error #(418|419|421|422|423|425)\b|[Hh]ydrat(ion|ing|ed)\b/

interface Expectations {
  /** What the console may complain of because the test causes it, such as a rejected request. */
  expectedErrors: RegExp
  /** The same of a part of a test alone: whatever fits and is said while it goes on. */
  expectErrors: (pattern: RegExp, work: () => Promise<unknown>) => Promise<void>
  faults: string[]
}

/**
 * Playwright's test, in which a page that writes an error to its console, breaks its own security policy or asks
 * another site for anything fails the test. That a page is thrown away and drawn anew is never expected, in no context
 * that a test opens either.
 */
export const test = base.extend<Expectations & { hydration: undefined }>({
  expectedErrors: [/(?!)/, { option: true }],
  hydration: [
    async ({ browser }, use) => {
      const faults: string[] = []
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        listenTo(context, faults)
        return context
      }
      await use(undefined)
      browser.newContext = open
      expect(
        faults.filter((fault) => drawnAnew.test(fault)),
        'pages that were thrown away and drawn anew',
      ).toEqual([])
    },
    { auto: true },
  ],
  // Playwright asks for the first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: no other fixture is needed.
  baseURL: async ({}, use) => use(serviceAddress()),
  // biome-ignore lint/correctness/noEmptyPattern: no other fixture is needed.
  faults: async ({}, use) => use([]),
  expectErrors: async ({ faults }, use) =>
    use(async (pattern, work) => {
      const before = faults.length
      await work()
      faults.push(...faults.splice(before).filter((fault) => !pattern.test(fault)))
    }),
  context: async ({ context, baseURL, expectedErrors, faults }, use) => {
    listenTo(context, faults)
    listenForStrangers(context, faults, baseURL ?? '')
    await use(context)
    expect(
      faults.filter((fault) => !expectedErrors.test(fault)),
      'console errors, broken policies and requests to other sites',
    ).toEqual([])
  },
})

export { expect }

/**
 * What comes near the screen is laid out two frames after the page was scrolled there (docs/decisions/0141), and may move
 * what stood still for one frame, which is all that Playwright waits for. No finger is as quick: a press that has to
 * scroll looks where its target is by then.
 */
function lookBeforePressing(page: Page) {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  if (looking.has(locators)) return
  looking.add(locators)
  for (const name of ['click', 'tap', 'check'] as const) {
    const press = locators[name]
    locators[name] = async function (this: Locator, options) {
      if (await this.evaluate(isOffScreen)) await this.scrollIntoViewIfNeeded()
      await press.call(this, options)
    }
  }
}
const looking = new WeakSet<Locator>()
const isOffScreen = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top < 0 || bottom > innerHeight
}

function listenTo(context: BrowserContext, faults: string[]) {
  context.on('page', lookBeforePressing)
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.page()?.url()} said: ${message.text()}`)
  })
  context.on('weberror', (fault) => {
    faults.push(`${fault.page()?.url()} threw: ${fault.error().message}`)
  })
}

function listenForStrangers(context: BrowserContext, faults: string[], baseURL: string) {
  context.on('request', (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !isOurs(request.url(), baseURL)) {
      faults.push(`${request.frame().url()} asked for: ${request.url()}`)
    }
  })
}

function isOurs(address: string, baseURL: string) {
  return new URL(address).origin === new URL(baseURL).origin
}

/** Every island of the page is React's by now, or waits until it is touched. */
export async function isHydrated(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island[client="load"]')].every((island) => {
      const first = [...island.children].find(
        ({ localName }) => !/^(link|style|template)$/.test(localName),
      )
      return (
        !island.hasAttribute('ssr') &&
        (!first || Object.keys(first).some((key) => key.startsWith('__react')))
      )
    }),
  )
}

/** What most readers hold. */
export const phone = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const

export const desktop = { viewport: { width: 1280, height: 800 } } as const

/** The tab that a link pressed with Ctrl opens beside its own. */
export async function inNewTab(link: Locator): Promise<Page> {
  const opened = link.page().context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  return opened
}

/** A page's second half: everything after the `?`, decoded. */
export function queryOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams)
}

/** Answers of matching requests wait until the returned function is called. */
export async function holdBack(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return release
}

/** The piece of a page that filters, Load More and paging ask for. */
export const partRequest = /[?&]part(=|&|$)/
