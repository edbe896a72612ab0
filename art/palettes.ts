import { happens, type Random } from './random.ts'

/** The raw dyes (specification 14.1). */
export const dyes = {
  indigo: '#1D2B6B',
  night: '#0F1638',
  laterite: '#B5431D',
  ember: '#DA5A22',
  sunrise: '#F6B21A',
  leaf: '#1F6E43',
  harmattan: '#A9C8E6',
  rose: '#F2B59B',
  sand: '#F0DDB6',
  brown: '#5E2412',
  paper: '#FBF5E8',
  thread: '#FFF3D6',
} as const

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
    bg: dyes.sunrise,
    sun: dyes.ember,
    front: dyes.indigo,
    back: dyes.laterite,
    thread: dyes.thread,
  },
  laterite: {
    bg: dyes.laterite,
    sun: dyes.sunrise,
    front: dyes.indigo,
    back: dyes.brown,
    thread: '#FFE3C2',
  },
  adire: {
    bg: dyes.indigo,
    sun: dyes.sunrise,
    front: dyes.night,
    back: dyes.laterite,
    thread: '#D5DEFF',
  },
  leaf: {
    bg: dyes.leaf,
    sun: dyes.sunrise,
    front: '#0E3A26',
    back: dyes.indigo,
    thread: '#E2F4D6',
  },
  paper: {
    bg: dyes.sand,
    sun: dyes.ember,
    front: dyes.indigo,
    back: dyes.leaf,
    thread: '#FFF8E6',
  },
  harmattan: {
    bg: dyes.harmattan,
    sun: dyes.thread,
    front: dyes.indigo,
    back: dyes.ember,
    thread: '#FFF8E6',
  },
  rose: {
    bg: dyes.rose,
    sun: dyes.laterite,
    front: dyes.indigo,
    back: dyes.sunrise,
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
  [dyes.indigo, dyes.night],
  [dyes.laterite, dyes.ember, dyes.brown],
  [dyes.leaf, palettes.leaf.front],
  [dyes.paper, dyes.thread, dyes.sand],
]

function sameHue(one: string, other: string): boolean {
  return one === other || hues.some((hue) => hue.includes(one) && hue.includes(other))
}

/** The colours that stay visible in front of all of `behind`. */
export function visibleBefore(behind: readonly string[], colours: readonly string[]): string[] {
  return colours.filter((colour) => !behind.some((back) => sameHue(colour, back)))
}
