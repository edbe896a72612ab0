import type { Page } from 'playwright/test'
import { tokenNames } from '#art/look/adire-tokens.ts'
import { lookStyles } from '#art/look/look-styles.ts'
import { pairs } from '#art/look/pairs.ts'
import { type ReadyPalette, readyPalettes } from '#contract/settings/look.ts'
import { colourViolationsOf } from './axe.ts'

/** Light, dark and, on readers' pages, sepia. */
const themes = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  sepia: { readingMode: 'sepia' },
} as const

const usual = { theme: 'light', readingMode: 'default' } as const

export type Theme = keyof typeof themes

/** One that is far from Adire; `npm run test:long` tries all. */
export const palettesInUse = process.env['LONG_RUNS']
  ? (Object.keys(readyPalettes) as ReadyPalette[])
  : (['zobo'] as const)

/** Works in the open page in one theme after the other, without colours that are on their way from one to the next. */
async function inThemes(page: Page, names: Theme[], work: (theme: Theme) => Promise<void>) {
  for (const name of names) {
    await page.evaluate((settings) => window.ascendReading.show(settings), {
      ...usual,
      ...themes[name],
    })
    await work(name)
  }
  await page.evaluate((settings) => window.ascendReading.show(settings), usual)
}

/** Adds a sheet that outweighs those of the page, and takes its former one away. */
async function wear(page: Page, styles: string) {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${text} *, ::before, ::after { transition: none !important }`)
    document.adoptedStyleSheets = [sheet]
  }, styles)
}

/** What breaks the rules on colours in the open page in a look that is put on in place. */
export async function violationsInLook(
  page: Page,
  palette: ReadyPalette,
  where: string,
  names: Theme[],
): Promise<string[]> {
  const found: string[] = []
  await wear(page, lookStyles({ palette }))
  await inThemes(page, names, async (theme) => {
    found.push(...(await colourViolationsOf(page, `${where} in ${palette}, ${theme}`)))
  })
  return found
}

/** What stands on what in the open page, and the list of pairs (art/look/pairs.ts) does not have. */
export async function unlistedPairs(page: Page, where: string, names: Theme[]): Promise<string[]> {
  // Each token has a colour of its own, by which it is known again wherever it is used.
  const probes = tokenNames.map((name, index) => ({ name, colour: `rgb(${index}, 77, 200)` }))
  const values = probes.map(({ name, colour }) => `--${name}: ${colour}`)
  await wear(page, `html:root:root:root[data-theme] { ${values.join(';')} }`)
  const found = new Map<string, string>()
  await inThemes(page, names, async (theme) => {
    for (const { colour, ground, ratio, example } of await page.evaluate(seenPairs, probes)) {
      const isFixed = colour.startsWith('#') && ground.startsWith('#')
      const isListed = pairs.some(
        (pair) => pair.colour === colour && pair.ground === ground && pair.ratio >= ratio,
      )
      const pair = `${colour} on ${ground}, ${ratio}`
      if (!isFixed && !isListed) found.set(pair, `${pair}: ${where} in ${theme}, ${example}`)
    }
  })
  return [...found.values()]
}

/** Runs in the page: text, controls, icons and focus rings, each with what is behind it. */
function seenPairs(probes: { name: string; colour: string }[]) {
  const names = new Map(probes.map(({ name, colour }) => [colour, name]))
  const nameOf = (colour: string) => names.get(colour) ?? toHex(colour)
  const toHex = (colour: string) => {
    const parts = colour.match(/[\d.]+/g)?.map(Number) ?? []
    const digits = parts.slice(0, 3).map((part) => part.toString(16).padStart(2, '0'))
    return `#${digits.join('').toUpperCase()}`
  }
  const isClear = (colour: string) => /^transparent$|, 0\)$/.test(colour)
  /** The element's own ground, which may be a layer behind its words. */
  const ownGround = (element: Element) => {
    const { backgroundColor } = getComputedStyle(element)
    if (!isClear(backgroundColor)) return backgroundColor
    const layer = getComputedStyle(element, '::before')
    const isLayer = layer.content !== 'none' && Number(layer.zIndex) < 0
    return isLayer && !isClear(layer.backgroundColor) ? layer.backgroundColor : undefined
  }
  const groundOf = (element: Element | null): string =>
    element ? (ownGround(element) ?? groundOf(element.parentElement)) : 'rgb(255, 255, 255)'
  const found = new Map<
    string,
    { colour: string; ground: string; ratio: number; example: string }
  >()
  const add = (element: Element, colour: string, ground: string, ratio: number) => {
    const pair = { colour: nameOf(colour), ground: nameOf(ground), ratio }
    const example = (element.closest('[class]') ?? element).outerHTML.slice(0, 160)
    found.set(Object.values(pair).join(), { ...pair, example })
  }
  const addText = (element: Element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    add(element, color, groundOf(element), isLarge ? 3 : 4.5)
  }
  const addControl = (element: Element, isField: boolean) => {
    const style = getComputedStyle(element)
    add(element, style.getPropertyValue('--focus').trim(), groundOf(element.parentElement), 3)
    // What has words is told from the page by them, and what is filled by its ground.
    const { borderTopStyle, borderTopColor, borderTopWidth } = style
    const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
    const isFilled = ownGround(element) === borderTopColor
    const needsBorder = isField || (!element.textContent?.trim() && !ownGround(element))
    if (needsBorder && hasBorder && !isClear(borderTopColor))
      add(element, borderTopColor, groundOf(isFilled ? element.parentElement : element), 3)
    if (element.matches('input:not([type=checkbox], [type=radio]), textarea'))
      add(element, getComputedStyle(element, '::placeholder').color, groundOf(element), 4.5)
  }
  const addIcon = (icon: SVGSVGElement) => {
    const { fill, stroke, color } = getComputedStyle(icon)
    const painted = [fill, stroke].find((paint) => paint !== 'none' && !isClear(paint))
    if (icon.clientWidth <= 48 && painted === color) add(icon, color, groundOf(icon), 3)
  }
  // Words on drawn covers belong to the drawing.
  const all = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility() && !element.closest('.cover, .book-cover, [inert]'),
  )
  for (const element of all) {
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
    const isField = element.matches('input, select, textarea')
    const isTyped = isField && !element.matches('[type=checkbox], [type=radio]')
    if (element instanceof SVGSVGElement) addIcon(element)
    else if (!(element instanceof SVGElement) && (hasText || isTyped)) addText(element)
    if (isField || element.matches('a[href], button, summary, [tabindex="0"]'))
      addControl(element, isField)
  }
  return [...found.values()]
}
