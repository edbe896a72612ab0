import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'
import { desktop, phone } from './test.ts'

// axe itself, as its package for Playwright brings it: put into a page once, and run as often as the page changes its
// look. The first run in a page is the slow one.
const { resolve } = createRequire(import.meta.url)
const axeSource = readFileSync(
  createRequire(resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What a theme or a reading mode can break: all others look at what stands in the page, not at its colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What breaks WCAG 2.2 AA in the page as it stands, in words. */
export const violationsOf = (page: Page, where: string) =>
  violations(page, where, { type: 'tag', values: wcag })

/** What breaks the rules on colours alone, or these beside them. */
export const colourViolationsOf = (page: Page, where: string, ...more: string[]) =>
  violations(page, where, { type: 'rule', values: [...colourRules, ...more] })

/**
 * The rules on colours look, of texts that stand in the same elements with the same classes, such as those of a list, at
 * the first: they would be most of axe's time.
 */
async function violations(page: Page, where: string, runOnly: { type: string; values: string[] }) {
  await bringAxe(page)
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe }
    const kinds = new Map<string, Element>()
    const kindOf = (element: Element) =>
      [...element.attributes]
        .filter(({ name }) =>
          /^(class|style|type|open|disabled|data-st\w+|aria-(current|invalid|disabled|expanded|pressed|selected))$/.test(
            name,
          ),
        )
        .map(({ name, value }) => `${name}=${value}`)
    const look = (element: Element, around: string) => {
      const kind = `${around} ${element.localName} ${kindOf(element)}`
      const hasText =
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
      if (hasText && !kinds.has(kind) && element.checkVisibility()) kinds.set(kind, element)
      for (const inside of element.children) look(inside, kind)
    }
    look(document.body, '')
    axe.firsts = new Set(kinds.values())
    const options = { runOnly, resultTypes: ['violations'] }
    const { violations: all } = await axe.run(document, options)
    // What floats over a page, a header or a toast, hides a part of whatever lies under it just now: that is where the
    // page is scrolled to, not how large the target is.
    const floats = (element: Element | null): boolean =>
      Boolean(element) &&
      (/fixed|sticky/.test(getComputedStyle(element as Element).position) ||
        floats((element as Element).parentElement))
    const isUnderWhatFloats = ({ any }: Violation['nodes'][number]) =>
      any.some(({ data, relatedNodes }) => {
        const over = relatedNodes.map(({ target }) => document.querySelector(target.join(' ')))
        return data?.messageKey === 'partiallyObscured' && over.length > 0 && over.every(floats)
      })
    for (const violation of all.filter(({ id }) => id === 'target-size')) {
      violation.nodes = violation.nodes.filter((node) => !isUnderWhatFloats(node))
    }
    return all
  }, runOnly)
  return inWords(found, where)
}

/** The same in light and, with the rules that colours can break, in dark. The page follows the system's scheme. */
export async function violationsInLightAndDark(page: Page, where: string): Promise<string[]> {
  const html = page.locator('html')
  const found = await violationsOf(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await untilColoursStay(page)
  found.push(...(await colourViolationsOf(page, `${where} in dark`)))
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  return found
}

const isLong = Boolean(process.env['LONG_RUNS'])

/** Every other part of the pages is opened in dark; `npm run test:long` looks at each in both. */
export const inLookOfPart = (page: Page, part: number) =>
  page.emulateMedia({ colorScheme: part % 2 && !isLong ? 'dark' : 'light' })

/** The same of a page that is open on a phone: as it is, and in a long run in light, dark and on a desktop. */
export async function violationsOnPhoneAndDesktop(page: Page, where: string): Promise<string[]> {
  if (!isLong) return violationsOf(page, where)
  const found = await violationsInLightAndDark(page, where)
  await page.setViewportSize(desktop.viewport)
  found.push(...(await violationsInLightAndDark(page, `${where} on a desktop`)))
  await page.setViewportSize(phone.viewport)
  return found
}

/** A colour that is still changing is neither that of light nor that of dark. */
async function untilColoursStay(page: Page) {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

async function bringAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axeSource)
  await page.evaluate(
    (rules) => {
      const { axe } = window as unknown as { axe: Axe }
      for (const rule of axe._audit.rules.filter(({ id }) => rules.includes(id))) {
        const { matches } = rule
        rule.matches = (element, ...more) =>
          axe.firsts.has(element) && matches.call(rule, element, ...more)
      }
    },
    [...colourRules, 'color-contrast-enhanced'],
  )
}

interface Axe {
  run(where: object, options: object): Promise<{ violations: Violation[] }>
  /** The elements of which the rules on colours look at the text. */
  firsts: Set<Element>
  _audit: { rules: { id: string; matches(element: Element, ...more: unknown[]): boolean }[] }
}

interface Violation {
  id: string
  help: string
  nodes: {
    target: unknown[]
    failureSummary?: string | undefined
    any: { data?: { messageKey?: string } | null; relatedNodes: { target: string[] }[] }[]
  }[]
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
