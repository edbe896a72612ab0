import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

// axe itself, as its package for Playwright brings it: put into a page once, and run as often as the page changes its
// look. The first run in a page is the slow one.
const { resolve } = createRequire(import.meta.url)
const axeSource = readFileSync(
  createRequire(resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Those that a theme or a reading mode can break: all others look at what stands in the page, not at its colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** What breaks WCAG 2.2 AA in the page as it stands, in words. */
export function violationsOf(page: Page, where: string): Promise<string[]> {
  return run(page, where, { type: 'tag', values: wcag })
}

/** What breaks some rules alone. */
export function violationsOfRules(page: Page, where: string, rules: string[]): Promise<string[]> {
  return run(page, where, { type: 'rule', values: rules })
}

/** The same in light and, with the rules that colours can break, in dark. The page follows the system's scheme. */
export async function violationsInLightAndDark(page: Page, where: string): Promise<string[]> {
  const html = page.locator('html')
  const found = await violationsOf(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await untilColoursStay(page)
  found.push(...(await violationsOfRules(page, `${where} in dark`, colourRules)))
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  return found
}

/** A colour that is still changing is neither that of light nor that of dark. */
async function untilColoursStay(page: Page) {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

async function run(page: Page, where: string, runOnly: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }))
  }, runOnly)
  return inWords(violations, where)
}

interface Axe {
  run(where: Document, options: object): Promise<{ violations: Violation[] }>
}

interface Violation {
  id: string
  help: string
  nodes: { target: unknown[]; failureSummary?: string | undefined }[]
}

function inWords(violations: Violation[], where: string): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary
        ?.split('\n')
        .slice(1)
        .map((line) => line.trim())
        .join(' ')
      return `${where}: ${id} (${help}) at ${target.join(' ')}: ${why}`
    }),
  )
}
