import type { APIRequestContext, Page } from 'playwright/test'
import { expect } from './test.ts'

/** Links of our own site, by their addresses, and the page that each was found on. */
export type Links = Map<string, string>

/** Adds the links of the page that is open. Those to elsewhere have to be ones that a browser follows. */
export async function gatherLinks(page: Page, links: Links) {
  const { origin, href: at } = new URL(page.url())
  const hrefs = await page
    .locator('a')
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
  for (const href of hrefs) {
    if (href.startsWith(`${origin}/`)) links.set(href, at)
    else expect(href, `on ${at}`).toMatch(/^(https:\/\/|mailto:.+@|tel:\+?\d+)/)
  }
}

/** The links that lead nowhere, in words. */
export async function lostLinks(request: APIRequestContext, links: Links): Promise<string[]> {
  const lost: string[] = []
  for (const [href, from] of links) {
    const { pathname, search, hash } = new URL(href)
    const answer = await request.get(pathname + search)
    if (answer.status() !== 200) lost.push(`${href} on ${from} answers ${answer.status()}`)
    else if (hash && !(await answer.text()).includes(`id="${hash.slice(1)}"`))
      lost.push(`${href} on ${from} has no such place`)
  }
  return lost
}
