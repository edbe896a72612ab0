import { motifOnce } from './motifs.ts'
import { pageColours, tileColours } from './page-colours.ts'
import { dyes } from './palettes.ts'
import { drawPerson } from './people.ts'
import { dottedRings, flat, picture, sun } from './svg.ts'
import { drawStaircaseTiles, writtenStaircase } from './tiles.ts'

type StaircaseKind = 'sun' | 'missing-step'

const colours = pageColours

function staircase(rows: readonly string[], size: number, top: number): string {
  const tiles = writtenStaircase(rows, tileColours(colours))
  return `<g transform="translate(0 ${top})">${drawStaircaseTiles(tiles, size, colours.t1)}</g>`
}

/** The tile that fell out of a staircase: its upper left corner at x, y, leaning by `degrees`. */
function fallenTile(x: number, y: number, size: number, degrees: number): string {
  return (
    `<g transform="translate(${x} ${y})rotate(${degrees})scale(${size / 16})" color="${colours.thread}">` +
    `${flat(colours.t2, 'M0 0h16v16H0z')}${motifOnce('gem')}</g>`
  )
}

function smallSun(x: number, y: number, radius: number, rings: readonly number[]): string {
  return (
    dottedRings({ colour: 'var(--line)', x, y, radii: rings, dot: 2, period: 4.9 }) +
    sun(dyes.sun, x, y, radius)
  )
}

const whole = ['oniko1', 'gem1 seed1 step1', 'step1 leaf1 arewa1 oniko2 cowrie1']
const broken = ['arewa2 oniko1', 'seed1 step1', 'step1 leaf1 . oniko2 cowrie1']

/**
 * The small staircase of empty states, viewBox 0 0 150 110, shown 150 px wide: with a sun, or with a step fallen out
 * for "not found". It is inlined: its colours are the CSS variables --line (dots round the sun), --t1, --t2 and
 * --thread.
 */
export function drawStaircase(kind: StaircaseKind): string {
  const missing = kind === 'missing-step'
  const sunAndRings = missing
    ? smallSun(75, 30.5, 14, [21.5, 29])
    : smallSun(35, 35, 15, [22.5, 30])
  return picture({
    viewBox: '0 0 150 110',
    body:
      sunAndRings +
      (missing ? fallenTile(67.3, 83.1, 22, 15) : '') +
      staircase(missing ? broken : whole, 30, 20),
  })
}

/** That staircase for the lists of the staff, which fetch it: it is told from their papers in both themes. */
export function drawEmptyStairs(): string {
  return drawStaircase('sun')
    .replaceAll('var(--line)', '#9C8F78')
    .replaceAll(colours.t1, 'var(--deep-2)')
}

const brokenHero = [
  'seed1 cowrie1',
  'cowrie1 step1 leaf1 arewa2',
  'seed1 cowrie1 . leaf1 arewa2 river1 comb1 gem1',
  'step1 leaf1 arewa2 . comb1 gem1 oniko1 seed2 cowrie1',
]

/**
 * The scene of the 404 page, viewBox 0 0 360 232, flush with the lower edge and the right; full width on narrow
 * screens, 845 px on wide ones. It is inlined over --hero: its colours are the CSS variables --hero-sun, --hero-ring,
 * --t1, --t2 and --thread.
 */
export function drawNotFoundHero(): string {
  return picture({
    viewBox: '0 0 360 232',
    body:
      dottedRings({
        colour: colours.ring,
        x: 182,
        y: 98,
        radii: [52, 67, 82, 96],
        dot: 3,
        period: 6.67,
      }) +
      sun(colours.sun, 182, 98, 36) +
      fallenTile(121, 187, 40, 13) +
      staircase(brokenHero, 40, 72) +
      drawPerson(
        {
          head: 'puffs',
          skin: '#5A3220',
          cloth: '',
          robe: dyes.calico,
          thread: dyes.thread,
          bag: dyes.third,
        },
        100,
        152,
        1,
      ),
  })
}
