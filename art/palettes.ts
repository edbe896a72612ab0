import { happens, type Random } from './random.ts'

export const dyeNames = [
  'deep',
  'warm',
  'sun',
  'third',
  'sky',
  'rose',
  'night',
  'ember',
  'sand',
  'brown',
  'calico',
  'halo',
  'thread',
  'warmThread',
  'coolThread',
  'leafThread',
  'paleThread',
  'leafFront',
] as const

export type DyeName = (typeof dyeNames)[number]

/** So are tokens called, whose colours follow the theme. A dye is the same in every theme. */
const tokens: readonly string[] = ['sky', 'thread']

export const propertyOf = (name: DyeName) => (tokens.includes(name) ? `${name}-dye` : name)

/**
 * What is drawn with. A drawing names its dyes by CSS properties: a page that it is inlined into gives them their colours
 * (site/styles/theme.css), and `dyed` writes these into a drawing that is fetched.
 */
export const dyes = {
  ...(Object.fromEntries(dyeNames.map((name) => [name, `var(--${propertyOf(name)})`])) as Record<
    DyeName,
    string
  >),
  /** Warm and third, or shades of them that carry words: tokens. */
  warmGround: 'var(--band-2)',
  thirdGround: 'var(--band-3)',
}

/** `front`: near stairs, robes; `back`: far stairs; `thread`: the lines of motifs. */
export type Palette = {
  bg: string
  sun: string
  front: string
  back: string
  thread: string
}

export type PaletteName = 'dawn' | 'laterite' | 'adire' | 'leaf' | 'paper' | 'harmattan' | 'rose'

export const palettes: Record<PaletteName, Palette> = {
  dawn: {
    bg: dyes.sun,
    sun: dyes.ember,
    front: dyes.deep,
    back: dyes.warm,
    thread: dyes.thread,
  },
  laterite: {
    bg: dyes.warm,
    sun: dyes.sun,
    front: dyes.deep,
    back: dyes.brown,
    thread: dyes.warmThread,
  },
  adire: {
    bg: dyes.deep,
    sun: dyes.sun,
    front: dyes.night,
    back: dyes.warm,
    thread: dyes.coolThread,
  },
  leaf: {
    bg: dyes.third,
    sun: dyes.sun,
    front: dyes.leafFront,
    back: dyes.deep,
    thread: dyes.leafThread,
  },
  paper: {
    bg: dyes.sand,
    sun: dyes.ember,
    front: dyes.deep,
    back: dyes.third,
    thread: dyes.paleThread,
  },
  harmattan: {
    bg: dyes.sky,
    sun: dyes.thread,
    front: dyes.deep,
    back: dyes.ember,
    thread: dyes.paleThread,
  },
  rose: {
    bg: dyes.rose,
    sun: dyes.warm,
    front: dyes.deep,
    back: dyes.sun,
    thread: dyes.thread,
  },
}

export const paletteNames = Object.keys(palettes) as PaletteName[]

const partners: Record<PaletteName, PaletteName> = {
  dawn: 'rose',
  rose: 'dawn',
  laterite: 'adire',
  adire: 'laterite',
  leaf: 'paper',
  paper: 'harmattan',
  harmattan: 'paper',
}

/** The category's own palette, or in 34 % of draws its partner, so that a shelf is not all one colour. */
export function paletteOrPartner(random: Random, name: PaletteName): PaletteName {
  return happens(random, 0.34) ? partners[name] : name
}

/** Colours that melt into each other at thumbnail size count as one hue. */
const hues: readonly (readonly string[])[] = [
  [dyes.deep, dyes.night],
  [dyes.warm, dyes.warmGround, dyes.ember, dyes.brown],
  [dyes.third, dyes.thirdGround, palettes.leaf.front],
  [dyes.calico, dyes.thread, dyes.sand],
]

function sameHue(one: string, other: string): boolean {
  return one === other || hues.some((hue) => hue.includes(one) && hue.includes(other))
}

/** The colours that stay visible in front of all of `behind`. */
export function visibleBefore(behind: readonly string[], colours: readonly string[]): string[] {
  return colours.filter((colour) => !behind.some((back) => sameHue(colour, back)))
}
