import { dyes, type Palette, visibleBefore } from './palettes.ts'
import { happens, pick, type Random } from './random.ts'
import { short } from './svg.ts'

/** Everybody is drawn from behind, looking up at the sun: no faces. */
type HeadName = 'lowcut' | 'afro' | 'puffs' | 'braids' | 'gele' | 'fila' | 'hula' | 'hijab' | 'cap'

export type Look = {
  head: HeadName
  skin: string
  /** The headwear's colour; heads without headwear do not use it. */
  cloth: string
  robe: string
  /** Fold lines, beads and hem. */
  thread: string
  /** A school bag over the robe; people in bust do not show it. */
  bag?: string | undefined
}

const skins = ['#5A3220', '#7A4A2B', '#452718', '#8A5733'] as const

const headNames: readonly HeadName[] = [
  'lowcut',
  'afro',
  'puffs',
  'braids',
  'gele',
  'fila',
  'hula',
  'hijab',
  'cap',
]

const hair = '#1B1220'

const fill = (colour: string, path: string) => `<path fill="${colour}" d="${path}"/>`

const stroke = (colour: string, width: number, path: string, more = '') =>
  `<path fill="none" stroke="${colour}" stroke-width="${short(width)}"${more} d="${path}"/>`

/** Beads and studs: round dots along a line. The period leaves the last dot just inside its end. */
const dots = (colour: string, width: number, period: number, path: string) =>
  stroke(colour, width, path, ` stroke-linecap="round" stroke-dasharray="0 ${short(period)}"`)

/** Ears, skull and neck in one outline. It stays inside every hair shape, so no scalp shows above it. */
const skull = 'M-9-.1H9a2 2 0 0 1 0 4H-9a2 2 0 0 1 0-4M-4.6 18V9.2a9 9.5 0 1 1 9.2 0V18z'

const nape = 'Q8 7 5 7 0 5-5 7-8 7'

/** Hair and headwear, head centre at 0,0. People are seen from behind (specification 14.3). */
const heads: Record<HeadName, (look: Look) => string> = {
  lowcut: () => fill(hair, `M-9.4 2A9.4 11 0 1 1 9.4 2${nape}-9.4 2z`),
  afro: () => `<circle fill="${hair}" cy="-3" r="14.5"/>`,
  puffs: ({ skin }) =>
    fill(
      hair,
      'M-9.5 2A9.5 11 0 1 1 9.5 2Q0 12-9.5 2M-16.5-9a6.5 6.5 0 1 1 13 0 6.5 6.5 0 1 1-13 0M3.5-9a6.5 6.5 0 1 1 13 0 6.5 6.5 0 1 1-13 0',
    ) + stroke(skin, 0.8, 'M0-9V7'),
  braids: () =>
    fill(hair, 'M-10 1A10 11.5 0 1 1 10 1L11 25H-11z') +
    stroke('#7A4A2B', 0.7, 'M-6 4V25M-2 4V25M2 4V25M6 4V25'),
  gele: ({ cloth, thread }) =>
    fill(hair, 'M-9 0H9Q7 8 0 8-7 8-9 0') +
    fill(cloth, 'M-10 2Q-22-12-15-21-8-16-4-21 2-28 9-21 19-22 19-12 17-3 10 2 0-4-10 2') +
    stroke(
      thread,
      1.1,
      'M-11-6Q-11-12-8-16M-9-1.4Q-4-12.5 5.5-16.7M-5.6-2Q2-11 14.8-13',
      ' stroke-linecap="round"',
    ),
  fila: ({ cloth, thread }) =>
    fill(hair, `M-9 1A9 9 0 0 1 9 1${nape}-9 1z`) +
    fill(cloth, 'M-10-3-9-12Q-2-19 8-17 15-14 12-9L10-3Q0-6-10-3') +
    stroke(thread, 1.3, 'M-9.5-6Q0-9 10.8-6'),
  hula: ({ cloth, thread }) =>
    fill(hair, `M-9 1V-6H9V1${nape}-9 1z`) +
    fill(cloth, 'M-9.5-3-8.5-16Q0-19 8.5-16L9.5-3Q0-6-9.5-3') +
    dots(thread, 1.9, 3.75, 'M-7.5-9Q0-12 7.5-9'),
  hijab: ({ cloth }) =>
    fill(
      cloth,
      'M0-14C9-14 12.5-8 12.5-1 12.5 6 10.5 9 11.5 13 13 18 21 20 22 31Q0 41-22 31C-21 20-13 18-11.5 13-10.5 9-12.5 6-12.5-1-12.5-8-9-14 0-14',
    ) +
    stroke(
      '#000',
      1.3,
      'M-11 5Q-2 16 18 25M-11 0Q2 11 11 7M-10 17Q-13 26-14 32',
      ' stroke-linecap="round" opacity=".2"',
    ),
  cap: ({ cloth }) => {
    const tassel = cloth === dyes.sun ? dyes.ember : dyes.sun
    return (
      fill(hair, 'M-9.5 2A9.5 11 0 1 1 9.5 2Q0 11-9.5 2') +
      fill(cloth, 'M-10-3V-11H10V-3Q0-7-10-3M0-21 20-13 0-6-20-13z') +
      stroke(tassel, 1.2, 'M0-13.5 13-10.5V1') +
      `<circle fill="${tassel}" cx="13" cy="1" r="1.9"/>`
    )
  },
}

/** A hijab covers skin and neck, so there is nothing to draw under it. */
const skinUnder = (look: Look) => (look.head === 'hijab' ? '' : fill(look.skin, skull))

const at = (x: number, y: number, scale: number) =>
  `<g transform="translate(${short(x)} ${short(y)})scale(${short(scale)})">`

/** Thread on a bright robe would vanish: there the line is laterite. */
const lineOn = ({ robe, thread }: Look) =>
  robe === dyes.calico || robe === dyes.sun ? dyes.warm : thread

/** Head and shoulders; x, y is the centre of the head, and one unit of scale is one unit of the picture. */
export function drawBust(look: Look, x: number, y: number, scale: number): string {
  const beads = dots(lineOn(look), 1.6, 3.5, 'M-13 19Q0 28 13 19M-13 24Q0 33 13 24')
  return (
    at(x, y, scale) +
    skinUnder(look) +
    fill(look.robe, 'M-34 62V36Q-33 20-14 16L-6 13H6L14 16Q33 20 34 36V62z') +
    // A shawl hides the upper row of beads and would cut the lower one short.
    (look.head === 'hijab' ? '' : beads) +
    `${heads[look.head](look)}</g>`
  )
}

const arm = (look: Look) =>
  `<g fill="none" stroke-linecap="round"><path stroke="${look.skin}" stroke-width="4.6" d="M13.4-39 16-46"/>` +
  `<path stroke="${look.robe}" stroke-width="6.4" d="M8-30 12.6-38.4"/></g>`

/**
 * A whole person standing with the feet at x, y; about 62 units tall at scale 1.
 * With `waving`, the right arm is raised.
 */
export function drawPerson(
  look: Look,
  x: number,
  y: number,
  scale: number,
  waving = false,
): string {
  const bag = look.bag
    ? `<rect fill="${look.bag}" x="-8" y="-34" width="16" height="18" rx="4"/>` +
      stroke(look.robe, 1.2, 'M-8-24H8M0-27v6')
    : ''
  // A bag hides enough of the robe: with a hem as well, small people turn fussy.
  const hem = look.bag ? '' : stroke(lineOn(look), 1.6, 'M-11.7-6H11.7')
  return (
    at(x, y, scale) +
    (waving ? arm(look) : '') +
    fill(look.robe, 'M-12.5 0-11-28Q-10-38 0-38 10-38 11-28L12.5 0z') +
    hem +
    bag +
    `<g transform="translate(0 -50)scale(.78)">${skinUnder(look)}${heads[look.head](look)}</g></g>`
  )
}

const headwear = [dyes.sun, dyes.third, dyes.ember, dyes.warm, dyes.deep, dyes.rose, dyes.sky]
const bags = [dyes.third, dyes.ember, dyes.sun, dyes.deep, dyes.calico]

/** Shawls fall over the back: with a bag on top they read as a lump. */
const withoutBag: readonly HeadName[] = ['hijab']

/**
 * Somebody drawn from the seed, in one of `robes`. Headwear and bag are chosen so that they have
 * neither the colour of the ground, the sun or whatever else is `behind` the person, nor the robe's.
 */
export function dress(
  random: Random,
  palette: Palette,
  options: { robes: readonly string[]; behind?: readonly string[]; bagShare?: number },
): Look {
  const behind = [palette.bg, palette.sun, ...(options.behind ?? [])]
  const head = pick(random, headNames)
  const skin = pick(random, skins)
  const robe = pick(random, options.robes)
  const cloth = pick(random, visibleBefore([...behind, robe], headwear))
  const bag = pick(random, visibleBefore([...behind, robe], bags))
  const carries = happens(random, options.bagShare ?? 0) && !withoutBag.includes(head)
  return { head, skin, cloth, robe, thread: palette.thread, bag: carries ? bag : undefined }
}
