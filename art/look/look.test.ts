import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ReadyPalette, readyPalettes } from '#contract/settings/look.ts'
import { runs } from '#tests/long.ts'
import { adireTokens, tokenNames } from './adire-tokens.ts'
import { contrast, hexOf, oklchOf, solve } from './colour.ts'
import { dyesOf, type LookColours, paletteOf, roleOf } from './dyes.ts'
import { lookStyles } from './look-styles.ts'
import { unreadablePairs } from './pairs.ts'
import { tokensOf } from './tokens.ts'

const palettes = Object.keys(readyPalettes) as ReadyPalette[]
const aLook = (given: Partial<LookColours>): LookColours => ({ palette: 'adire', ...given })

/** Every colour that can be written with three digits. */
const ownColours = Array.from({ length: 4096 }, (_, n) => {
  const digits = [...n.toString(16).padStart(3, '0').toUpperCase()]
  return `#${digits.map((digit) => digit + digit).join('')}`
})

test.each(palettes)('%s can be read in light, dark and sepia', (palette) => {
  expect(unreadablePairs(tokensOf(aLook({ palette })))).toEqual([])
})

test('any colour of their own can be read', () => {
  const every = runs({ sample: 17, long: 1 })
  const found = ownColours
    .filter((_, n) => n % every === 5 % every)
    .flatMap((own) => unreadablePairs(tokensOf(aLook({ own }))).map((pair) => `${own} ${pair}`))
  expect(found).toEqual([])
})

test('a pair that nobody can read is told', () => {
  const light = { ...adireTokens.light, 'on-sun': '#B5431D' }
  expect(unreadablePairs({ ...adireTokens, light })).toEqual([
    'light: on-sun on sun is 2.99, not 4.5',
  ])
})

test('a solved colour holds its ratio as it is written, and the next darker is not needed', () => {
  for (const own of ownColours.filter((_, n) => n % 61 === 0)) {
    const grounds = ['#FBF5E8', '#F5EAD2']
    const base = oklchOf(own)
    const colour = solve(base, grounds, 4.5, 'darker') ?? '#FFFFFF'
    const least = Math.min(...grounds.map((ground) => contrast(colour, ground)))
    expect(least).toBeGreaterThanOrEqual(4.54)
    if (colour !== hexOf(base.l, base.c, base.h)) expect(least).toBeLessThan(4.75)
  }
})

const hexOfTokens = /--([\w-]+): (#[0-9a-f]{6});/g

/** The colours of a block of a style sheet, by token. */
function tokensIn(sheet: string, selector: string): Record<string, string> {
  const text = readFileSync(`site/styles/${sheet}`, 'utf8')
  const start = text.indexOf(`${selector} {`)
  const block = text.slice(start, text.indexOf('}', start))
  const found = [...block.matchAll(hexOfTokens)]
  return Object.fromEntries(found.map(([, name, hex = '']) => [name, hex.toUpperCase()]))
}

test('Adire is what the style sheets say', () => {
  const light = tokensIn('theme.css', ':root')
  const inSheets = {
    light,
    dark: { ...light, ...tokensIn('theme.css', '[data-theme="dark"]') },
    sepia: { ...light, ...tokensIn('modes.css', ':root[data-mode="sepia"]') },
  }
  expect(inSheets).toMatchObject(adireTokens)
})

test('contrast mode takes nothing from a look', () => {
  const contrastMode = readFileSync('site/styles/modes.css', 'utf8').split('"contrast"] {')[1] ?? ''
  // Words on bands are white there by rules of their own; dyes are in pictures, which keep their colours.
  const pictured =
    /^(deep|deep-2|warm|third|rose|calico|halo|thread-dye|on-band-\d|on-footer|band-accent)$/
  const missing = tokenNames.filter(
    (name) => !pictured.test(name) && !contrastMode.includes(`--${name}:`),
  )
  expect(missing).toEqual([])
})

test('Adire costs no byte, and another look only what differs', () => {
  expect(lookStyles(aLook({}))).toBe('')
  const styles = lookStyles(aLook({ palette: 'harmattan' }))
  expect(styles).toMatch(/^html:root{[^}]*--deep:#5a1730;/)
  expect(styles).not.toContain('--on-brand:#fff8e8')
})

test('a style sheet is colours alone, whatever is taken for one', () => {
  for (const own of ['red}</style><script>', '#123456;}*{display:none', 'url(//a)'])
    expect(lookStyles(aLook({ own }))).toMatch(/^(html[\w:[\]=-]*\{(--[\w-]+:#[0-9a-f]{6};?)+\})+$/)
})

test.each([
  ['#E86A17', 'warm', 'palm'],
  ['#1DA1F2', 'warm', 'night-market'],
  ['#0A3D2A', 'deep', 'palm'],
  ['#FFE600', 'sun', 'palm'],
  ['#000000', 'deep', 'newsprint'],
  ['#FFFFFF', 'sun', 'newsprint'],
] as const)('%s takes the place of %s in %s, and stays exact', (own, role, palette) => {
  const look = aLook({ own })
  expect([roleOf(own), paletteOf(look)]).toEqual([role, palette])
  expect(dyesOf(look)[role]).toBe(own)
})
