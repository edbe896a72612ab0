import { adireTokens, type LookTokens, type Tokens } from './adire-tokens.ts'
import { contrast, hexOf, type Oklch, oklchOf, readable } from './colour.ts'
import { type Dyes, dyesOf, type LookColours, paletteOf, roleOf } from './dyes.ts'

type Grounds = Pick<Tokens, 'paper' | 'surface' | 'sunk'>
type Bands = Pick<Tokens, 'band-1' | 'band-2' | 'band-3' | 'footer'>

/** Text on strong colours, in every look. */
export const cream = '#FFF8E8'

/** Every colour of a look. Those of Adire are the specification's; the others are made so that each pair in use is readable. */
export function tokensOf(look: LookColours): LookTokens {
  if (!look.own && paletteOf(look) === 'adire') return adireTokens
  const tokens = known.get(look) ?? deriveTokens(dyesOf(look))
  known.set(look, tokens)
  return tokens
}

/** What a colour of their own becomes where it is text, or carries it. */
export function shadeForWords(own: string): string {
  const { light, dark } = tokensOf({ palette: 'adire', own })
  const shades = { deep: light.link, warm: light.accent, sun: dark.brand }
  return shades[roleOf(own)]
}

/** All pages of a release wear the same look, and to derive one takes some milliseconds. */
const known = new WeakMap<LookColours, LookTokens>()

function deriveTokens(dyes: Dyes): LookTokens {
  const light = lightTokens(dyes)
  return { light, dark: darkTokens(dyes, light), sepia: sepiaTokens(dyes, light) }
}

function lightTokens(dyes: Dyes): Tokens {
  const words = lightWords(dyes)
  return {
    ...words,
    ...lightSigns(dyes, words),
    ...lightHero(dyes, words),
    ...lightBands(dyes),
    ...dyesOfPages(dyes),
    t1: dyes.deep,
    t2: dyes.warm,
    t3: dyes.third,
    t4: words.paper,
    thread: dyes.thread,
    mark: dyes.deep,
  }
}

/** The dyes that do not follow the theme. */
function dyesOfPages({ deep, warm, third, sun, rose, calico, halo, thread }: Dyes) {
  const { c, h } = oklchOf(deep)
  const deepOnDark = hexOf(0.4, Math.min(c, 0.13), h)
  const strong = { deep, 'deep-2': deepOnDark, warm, third, sun }
  return { ...strong, rose, calico, halo, 'thread-dye': thread }
}

/** Papers, and the words on them. */
function lightWords({ deep: dye, sun, tint, paper }: Dyes) {
  const deep = oklchOf(dye)
  const surface = hexOf(0.991, 0.008, tint)
  const sunk = hexOf(0.943, 0.03, tint)
  const dangerGround = hexOf(0.935, 0.028, 25)
  const papers = [paper, surface, sunk]
  const ink = { l: 0.225, c: Math.min(deep.c, 0.05), h: deep.h }
  const softInk = { l: 0.43, c: Math.min(deep.c, 0.03), h: deep.h }
  const placeholder = { l: 0.52, c: 0.02, h: tint }
  const danger = { l: 0.45, c: 0.165, h: 25 }
  return {
    paper,
    surface,
    sunk,
    ink: readable(ink, [...papers, sun], 7, 'darker'),
    'ink-2': readable(softInk, papers, 5.8, 'darker'),
    placeholder: readable(placeholder, [surface, dangerGround, paper], 4.7, 'darker'),
    link: readable(deep, papers, 5, 'darker'),
    'on-brand': cream,
    brand: readable(deep, [cream, ...papers], 5, 'darker'),
    ok: readable({ l: 0.47, c: 0.105, h: 155 }, papers, 5, 'darker'),
    danger: readable(danger, [paper, surface, dangerGround], 5.5, 'darker'),
    'danger-bg': dangerGround,
  }
}

/** Lines, marks and stars. */
function lightSigns(dyes: Dyes, { paper, surface, sunk }: Grounds) {
  const papers = [paper, surface, sunk]
  const { tint } = dyes
  const sun = oklchOf(dyes.sun)
  const star = hexOf(
    Math.max(0.78, Math.min(sun.l, 0.86)),
    Math.max(sun.c, 0.12),
    sun.c < 0.06 ? 80 : sun.h,
  )
  const starLine = { l: 0.42, c: 0.09, h: oklchOf(star).h }
  return {
    line: hexOf(0.86, 0.04, tint),
    'line-2': readable({ l: 0.58, c: 0.045, h: tint - 6 }, papers, 3.5, 'darker'),
    accent: readable(oklchOf(dyes.warm), papers, 4.55, 'darker'),
    focus: readable(oklchOf(dyes.deep), [...papers, dyes.sun], 3.2, 'darker'),
    star,
    'star-line': readable(starLine, papers, 4.5, 'darker'),
  }
}

function lightHero({ deep, sun, ember, halo }: Dyes, { ink }: { ink: string }) {
  return {
    hero: sun,
    'hero-h': readable(oklchOf(deep), [sun], 4.6, 'darker'),
    'hero-fg': ink,
    'hero-sun': ember,
    'hero-ring': halo,
    'on-sun': ink,
  }
}

/** The strong grounds, and what lies on them besides `cream`. */
function lightBands({ deep: dye, warm, sun, third }: Dyes) {
  const deep = oklchOf(dye)
  const night = { l: 0.245, c: Math.min(deep.c, 0.075), h: deep.h }
  const darkest = { l: 0.19, c: Math.min(deep.c, 0.07), h: deep.h }
  const bands = {
    'band-1': readable(night, [cream, sun], 7, 'darker'),
    'band-2': bandOf(oklchOf(warm), sun),
    'band-3': bandOf(oklchOf(third), sun),
    footer: readable(darkest, [cream, sun], 8, 'darker'),
  }
  const sunLight = brighter(sun)
  return {
    ...bands,
    ...onBands(bands, [dye, warm, third]),
    'band-focus': sunLight,
    'band-accent': sunLight,
  }
}

/** A ground for cream text on which the sun can be seen. */
function bandOf(base: Oklch, sun: string): string {
  const band = readable(base, [cream], 5.2, 'darker')
  if (contrast(band, sun) >= 3.1) return band
  return readable(oklchOf(band), [cream, sun], 3.1, 'darker')
}

/** What marks and focus rings on strong grounds are: the sun, and somewhat lighter. */
function brighter(sun: string): string {
  const { l, c, h } = oklchOf(sun)
  return hexOf(Math.min(0.93, l + 0.06), c * 0.85, h)
}

/** Secondary text on the strong grounds, tinged with their own dyes. */
function onBands(bands: Bands, [deep, warm, third]: readonly [string, string, string]) {
  const on = (grounds: readonly string[], l: number, dye: string) =>
    readable({ l, c: 0.03, h: oklchOf(dye).h }, grounds, 4.6, 'lighter')
  return {
    'on-band-1': on([bands['band-1']], 0.9, deep),
    'on-band-2': on([bands['band-2']], 0.945, warm),
    'on-band-3': on([bands['band-3']], 0.95, third),
    // The admin's present page is marked with deep.
    'on-footer': on([bands.footer, deep], 0.79, deep),
  }
}

function darkTokens(dyes: Dyes, light: Tokens): Tokens {
  const words = darkWords(dyes, light)
  const third = oklchOf(dyes.third)
  return {
    ...light,
    ...words,
    ...darkHero(dyes, words),
    ...darkBands(dyes, words),
    'star-line': light.star,
    mark: light['deep-2'],
    t1: words.paper,
    t2: dyes.ember,
    t3: hexOf(Math.min(0.55, third.l + 0.07), third.c, third.h),
    t4: dyes.sun,
  }
}

function darkWords({ deep: dye, warm: warmDye, sun: sunDye, tint }: Dyes, { ink }: Tokens) {
  const deep = oklchOf(dye)
  const warm = oklchOf(warmDye)
  const sun = oklchOf(sunDye)
  const chroma = Math.min(deep.c, 0.055)
  const paper = hexOf(0.195, chroma * 0.8, deep.h)
  const surface = hexOf(0.25, chroma, deep.h)
  const sunk = hexOf(0.22, chroma * 0.9, deep.h)
  const papers = [paper, surface, sunk]
  const dangerGround = hexOf(0.27, 0.055, 12)
  const lineChroma = Math.min(deep.c, 0.075)
  const brand = readable(sun, papers, 4.6, 'lighter')
  const linkBase = { l: Math.max(0.86, sun.l), c: Math.min(sun.c, 0.14), h: sun.h }
  const link = readable(linkBase, papers, 6, 'lighter')
  const accent = { l: 0.775, c: Math.max(0.1, Math.min(warm.c, 0.145)), h: warm.h }
  return {
    paper,
    surface,
    sunk,
    ink: hexOf(0.955, 0.02, tint),
    'ink-2': readable({ l: 0.8, c: 0.02, h: deep.h }, papers, 6, 'lighter'),
    line: hexOf(0.345, lineChroma, deep.h),
    'line-2': readable({ l: 0.62, c: lineChroma, h: deep.h }, papers, 3.6, 'lighter'),
    placeholder: readable({ l: 0.72, c: 0.03, h: deep.h }, papers, 4.7, 'lighter'),
    brand,
    'on-brand': readable(oklchOf(ink), [brand], 4.6, 'darker'),
    link,
    focus: link,
    accent: readable(accent, papers, 4.6, 'lighter'),
    ok: hexOf(0.82, 0.105, 155),
    danger: readable({ l: 0.8, c: 0.105, h: 22 }, [...papers, dangerGround], 5, 'lighter'),
    'danger-bg': dangerGround,
  }
}

function darkHero({ deep: dye, sun: sunDye }: Dyes, { ink }: { ink: string }) {
  const deep = oklchOf(dye)
  const sun = oklchOf(sunDye)
  const hero = hexOf(0.335, Math.min(deep.c * 1.1, 0.125), deep.h)
  const heading = { l: Math.max(0.86, sun.l), c: Math.max(sun.c, 0.06), h: sun.h }
  return {
    hero,
    'hero-h': readable(heading, [hero], 4.6, 'lighter'),
    'hero-fg': ink,
    'hero-sun': sunDye,
    'hero-ring': hexOf(0.47, Math.min(deep.c, 0.12), deep.h),
  }
}

function darkBands({ deep: dye, warm: warmDye, sun, third: thirdDye }: Dyes, { paper }: Grounds) {
  const deep = oklchOf(dye)
  const warm = oklchOf(warmDye)
  const third = oklchOf(thirdDye)
  const band2 = { l: Math.min(0.42, warm.l * 0.8), c: warm.c * 0.8, h: warm.h }
  const band3 = { l: Math.min(0.41, third.l * 0.83), c: third.c * 0.85, h: third.h }
  return {
    'band-1': paper,
    'band-2': readable(band2, [cream, sun], 4.6, 'darker'),
    'band-3': readable(band3, [cream, sun], 4.6, 'darker'),
    footer: hexOf(0.15, Math.min(deep.c, 0.055) * 0.7, deep.h),
  }
}

/** Sepia's paper, ink and lines are the same in every look: it takes the hues of brand, link, accent and bands. */
function sepiaTokens(dyes: Dyes, light: Tokens): Tokens {
  const { sun } = dyes
  const { sepia } = adireTokens
  const { paper, surface, sunk, hero } = sepia
  const papers = [paper, surface, sunk]
  const deep = oklchOf(dyes.deep)
  const warm = oklchOf(dyes.warm)
  const third = oklchOf(dyes.third)
  const softDeep = (l: number, chroma: number) => ({ l, c: Math.min(deep.c, chroma), h: deep.h })
  const brand = readable(softDeep(0.37, 0.08), [sepia['on-brand'], ...papers], 5.5, 'darker')
  const softWarm = { ...warm, c: warm.c * 0.8 }
  const bands = {
    'band-1': hexOf(0.29, Math.min(deep.c, 0.06), deep.h),
    'band-2': readable(softWarm, [cream, sun], 4.6, 'darker'),
    'band-3': bandOf({ ...third, c: third.c * 0.75 }, sun),
    footer: hexOf(0.22, Math.min(deep.c, 0.045), deep.h),
  }
  return {
    ...sepia,
    thread: light.thread,
    ...dyesOfPages(dyes),
    'on-sun': light['on-sun'],
    'band-focus': light['band-focus'],
    'band-accent': light['band-accent'],
    brand,
    focus: brand,
    link: readable(softDeep(0.4, 0.09), papers, 5, 'darker'),
    accent: readable({ ...warm, c: warm.c * 0.85 }, papers, 4.6, 'darker'),
    'hero-h': readable(softDeep(0.33, 0.08), [hero], 4.6, 'darker'),
    ...bands,
    ...onBands(bands, [dyes.deep, dyes.warm, dyes.third]),
  }
}
