import {
  useMode as addMode,
  clampChroma,
  converter,
  differenceEuclidean,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  wcagContrast,
} from 'culori/fn'

for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) addMode(mode)

/** Lightness from 0 to 1, chroma, and hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

const toOklch = converter('oklch')

export function oklchOf(colour: string): Oklch {
  const { l, c, h = 0 } = toOklch(colour) ?? { l: 0, c: 0 }
  return { l, c, h }
}

/** Written as `#E86A17`. What no screen can show loses chroma, and keeps lightness and hue. */
export function hexOf(l: number, c: number, h: number): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch')).toUpperCase()
}

/** The colour as it was written, with six digits; black for what is no colour. */
export function sixDigits(colour: string): string {
  return (formatHex(colour) ?? '#000000').toUpperCase()
}

/** The ratio of WCAG 2: 1 for the same colour, 21 for black on white. */
export const contrast: (one: string, other: string) => number = wcagContrast

export type Direction = 'darker' | 'lighter'

/** What a ratio is raised by, so that no rounding elsewhere takes a colour below it. */
const reserve = 0.04

/** Enough to tell any two hex colours of one hue apart. */
const halvings = 18

/**
 * The colour of this hue and chroma that is nearest in lightness to `base`, in one direction, and whose rounded hex holds
 * `ratio` on all of `grounds`. Undefined if not even black or white does.
 */
export function solve(
  base: Oklch,
  grounds: readonly string[],
  ratio: number,
  direction: Direction,
): string | undefined {
  const { c, h } = base
  const holds = (l: number) => {
    const colour = hexOf(l, c, h)
    return grounds.every((ground) => contrast(colour, ground) >= ratio + reserve)
  }
  if (holds(base.l)) return hexOf(base.l, c, h)
  let holding = direction === 'darker' ? 0 : 1
  if (!holds(holding)) return undefined
  let failing = base.l
  for (let i = 0; i < halvings; i++) {
    const middle = (failing + holding) / 2
    if (holds(middle)) holding = middle
    else failing = middle
  }
  return hexOf(holding, c, h)
}

/**
 * As `solve`, in the other direction where the first has no answer. Where neither has one, as between two grounds that
 * are far apart, the ratio sinks to what large text and signs need, and at last the colour is given up.
 */
export function readable(
  base: Oklch,
  grounds: readonly string[],
  ratio: number,
  direction: Direction,
): string {
  const other = direction === 'darker' ? 'lighter' : 'darker'
  for (const lower of [ratio, 4.6, 3.1].filter((it) => it <= ratio)) {
    const colour = solve(base, grounds, lower, direction) ?? solve(base, grounds, lower, other)
    if (colour) return colour
  }
  return solve({ ...base, c: 0 }, grounds, ratio, direction) ?? '#000000'
}

const distance = differenceEuclidean('oklab')

/** How far apart two colours are in OKLab when they can be told from each other in a small picture. */
const apartness = 0.105

/**
 * The colour of this hue that is nearest in lightness, or else in strength, and can be told from all `others`; itself,
 * should there be none. `from`: the least lightness.
 */
export function apartFrom(
  colour: string,
  others: readonly string[],
  { least = apartness, from = 0.08 } = {},
): string {
  const { l, c, h } = oklchOf(colour)
  const isApart = (moved: string) => others.every((other) => distance(moved, other) >= least)
  for (let step = 0; step <= 60; step++) {
    const nearest = [l + step / 100, l - step / 100].filter((it) => it >= from && it <= 0.995)
    const found = [c, c + 0.05, c + 0.1, c / 2]
      .flatMap((chroma) => nearest.map((lightness) => hexOf(lightness, chroma, h)))
      .find(isApart)
    if (found) return found
  }
  return colour
}

/** Degrees between two hues, 180 at most. */
export function betweenHues(one: number, other: number): number {
  return Math.abs(((one - other + 540) % 360) - 180)
}
