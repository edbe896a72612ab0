import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'

interface Expectations {
  /** What the console may complain of because the test causes it, such as a rejected request. */
  expectedErrors: RegExp
}

/**
 * Playwright's test, in which a page that writes an error to its console, breaks its own security policy or asks
 * another site for anything fails the test.
 */
export const test = base.extend<Expectations>({
  expectedErrors: [/(?!)/, { option: true }],
  context: async ({ context, baseURL, expectedErrors }, use) => {
    const faults = faultsOf(context, baseURL ?? '')
    await use(context)
    expect(
      faults.filter((fault) => !expectedErrors.test(fault)),
      'console errors, broken policies and requests to other sites',
    ).toEqual([])
  },
})

export { expect }

function faultsOf(context: BrowserContext, baseURL: string): string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.page()?.url()} said: ${message.text()}`)
  })
  context.on('weberror', (fault) => {
    faults.push(`${fault.page()?.url()} threw: ${fault.error().message}`)
  })
  context.on('request', (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !isOurs(request.url(), baseURL)) {
      faults.push(`${request.frame().url()} asked for: ${request.url()}`)
    }
  })
  return faults
}

function isOurs(address: string, baseURL: string) {
  return new URL(address).origin === new URL(baseURL).origin
}

/** What most readers hold. */
export const phone = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const

export const desktop = { viewport: { width: 1280, height: 800 } } as const

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
