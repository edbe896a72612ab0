import type { Look, ReadyPalette } from '#contract/settings/look.ts'
import { apartFrom, betweenHues, hexOf, oklchOf, sixDigits } from './colour.ts'

/** What a palette is made of: six dyes and the hue of its papers. */
interface PaletteDyes {
  deep: string
  warm: string
  sun: string
  third: string
  sky: string
  rose: string
  /** In degrees. */
  tint: number
  /** A lighter `warm`, where the derived one is not wanted. */
  ember?: string
}

/** What is drawn with: the six dyes, and what is made of them. Threads are the lines of motifs, by what they lie on. */
export interface Dyes extends Required<PaletteDyes> {
  paper: string
  /** Paper, as cloth that is told from the sun. */
  calico: string
  /** A lighter sun: the dots round it. */
  halo: string
  night: string
  sand: string
  brown: string
  thread: string
  warmThread: string
  coolThread: string
  leafThread: string
  /** On sand and sky. */
  paleThread: string
  /** What stands in front of `third`. */
  leafFront: string
}

/** Specification 14.1. */
const adire: Dyes = {
  deep: '#1D2B6B',
  warm: '#B5431D',
  sun: '#F6B21A',
  third: '#1F6E43',
  sky: '#A9C8E6',
  rose: '#F2B59B',
  tint: 86,
  ember: '#DA5A22',
  paper: '#FBF5E8',
  calico: '#FBF5E8',
  halo: '#FFD877',
  night: '#0F1638',
  sand: '#F0DDB6',
  brown: '#5E2412',
  thread: '#FFF3D6',
  warmThread: '#FFE3C2',
  coolThread: '#D5DEFF',
  leafThread: '#E2F4D6',
  paleThread: '#FFF8E6',
  leafFront: '#0E3A26',
}

const readyDyes: Record<ReadyPalette, PaletteDyes> = {
  adire,
  harmattan: {
    deep: '#5A1730',
    warm: '#B4471F',
    sun: '#A8CBE0',
    third: '#4B5A1E',
    sky: '#EBCB8B',
    rose: '#F0B9A0',
    tint: 75,
    ember: '#E2622B',
  },
  palm: {
    deep: '#12452F',
    warm: '#A8480F',
    sun: '#F3C63F',
    third: '#24356E',
    sky: '#BFDCA8',
    rose: '#F4BC8C',
    tint: 100,
  },
  kola: {
    deep: '#4A1B2C',
    warm: '#A3341C',
    sun: '#F4B7A0',
    third: '#4F5B23',
    sky: '#E9CF9C',
    rose: '#E59A86',
    tint: 60,
  },
  lagoon: {
    deep: '#0B4654',
    warm: '#B93F2C',
    sun: '#7FD6C8',
    third: '#553A7D',
    sky: '#BBD5F0',
    rose: '#F5B8A2',
    tint: 180,
  },
  zobo: {
    deep: '#5B1246',
    warm: '#B0294A',
    sun: '#FFB8C9',
    third: '#0F6460',
    sky: '#D9C5EE',
    rose: '#F6B68E',
    tint: 20,
  },
  'night-market': {
    deep: '#251A5E',
    warm: '#7B3AA0',
    sun: '#FF9E2C',
    third: '#0B6664',
    sky: '#B9C2F2',
    rose: '#F2A9C4',
    tint: 70,
  },
  newsprint: {
    deep: '#22262B',
    warm: '#A92B22',
    sun: '#E7D9B8',
    third: '#3E5A55',
    sky: '#C9D2D6',
    rose: '#E3B9A6',
    tint: 95,
  },
}

export type LookColours = Pick<Look, 'palette' | 'own'>

export type DyeRole = 'deep' | 'warm' | 'sun'

/** Which dye a colour of their own takes the place of, by its lightness. */
export function roleOf(colour: string): DyeRole {
  const { l } = oklchOf(colour)
  if (l >= 0.74) return 'sun'
  return l >= 0.45 ? 'warm' : 'deep'
}

/** The ready palette whose dye of this role is most like the colour; greys look for the palest one. */
export function nearestPalette(colour: string): ReadyPalette {
  const role = roleOf(colour)
  const own = oklchOf(colour)
  const unlike = (name: ReadyPalette) => {
    const dye = oklchOf(readyDyes[name][role])
    const paler = Math.abs(own.c - dye.c)
    const isGrey = own.c < 0.03 || dye.c < 0.03
    const hue = isGrey ? paler * 6 : betweenHues(own.h, dye.h) / 180
    return hue + Math.abs(own.l - dye.l) * 0.6 + paler * 1.5
  }
  const names = Object.keys(readyDyes) as ReadyPalette[]
  return names.reduce((nearest, name) => (unlike(name) < unlike(nearest) ? name : nearest))
}

/** Which palette the colours of a look come from: with a colour of their own, the nearest. */
export function paletteOf({ palette, own }: LookColours): ReadyPalette {
  return own ? nearestPalette(own) : palette
}

/** Of the lightness that dark words need below them. */
const carriesInk = { from: 0.66 }

/** The dyes of a look. Those of Adire are the specification's; what the others are made of is derived. */
export function dyesOf(look: LookColours): Dyes {
  const palette = readyDyes[paletteOf(look)]
  if (!look.own) return palette === adire ? adire : derive(palette)
  const role = roleOf(look.own)
  const { deep, warm, sun, third, sky, rose, tint } = palette
  const own = sixDigits(look.own)
  const others = {
    deep: apartFrom(deep, [own]),
    warm: apartFrom(warm, [own]),
    sun: apartFrom(sun, [own], carriesInk),
  }
  const six = { ...others, third, sky, rose, tint, [role]: own }
  return derive(role !== 'warm' && palette.ember ? { ...six, ember: palette.ember } : six)
}

/** Dyes that meet in one picture can be told apart: the made ones and the quieter of the six move until they can. */
function derive(palette: PaletteDyes): Dyes {
  const deep = oklchOf(palette.deep)
  const warm = oklchOf(palette.warm)
  const sun = oklchOf(palette.sun)
  const third = apartFrom(palette.third, [palette.deep, palette.warm])
  const leaf = oklchOf(third)
  const { tint } = palette
  const night = hexOf(Math.min(0.215, deep.l * 0.62), Math.min(deep.c * 0.62, 0.075), deep.h)
  const lighterWarm = hexOf(
    Math.min(0.66, warm.l + 0.115),
    Math.min(warm.c + 0.02, 0.19),
    warm.h + 4,
  )
  const brown = hexOf(0.33, 0.075, warm.h - 4)
  const leafFront = hexOf(leaf.l * 0.68, leaf.c * 0.62, leaf.h)
  const paper = hexOf(0.973, 0.016, tint)
  const calico = apartFrom(paper, [palette.sun])
  const thread = apartFrom(hexOf(0.968, 0.04, tint), [palette.sun])
  const ember = apartFrom(palette.ember ?? lighterWarm, [palette.sun, palette.warm, third])
  const strong = [palette.sun, palette.warm, palette.deep, ember]
  const rose = apartFrom(palette.rose, [...strong, calico, thread], carriesInk)
  const sky = apartFrom(palette.sky, [...strong, rose, calico, thread], carriesInk)
  return {
    ...palette,
    third,
    rose,
    sky,
    ember,
    paper,
    calico,
    halo: hexOf(Math.min(0.95, sun.l + 0.1), sun.c * 0.75, sun.h),
    night: apartFrom(night, [palette.deep], { least: 0.09 }),
    sand: apartFrom(hexOf(0.9, 0.05, tint), [palette.sun, rose, sky], carriesInk),
    brown: apartFrom(brown, [palette.deep, palette.warm, third]),
    thread,
    warmThread: hexOf(0.935, 0.05, tint - 12),
    coolThread: hexOf(0.905, 0.04, deep.h),
    leafThread: hexOf(0.945, 0.05, leaf.h),
    paleThread: hexOf(0.98, 0.025, tint),
    leafFront: apartFrom(leafFront, [palette.deep, third]),
  }
}
