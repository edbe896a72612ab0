import { lightTiles, pageColours, tileColours } from './page-colours.ts'
import { dyes } from './palettes.ts'
import { drawPerson, type Look } from './people.ts'
import { flat, picture, ringedSun } from './svg.ts'
import { drawStaircaseTiles, writtenStaircase } from './tiles.ts'

type Climber = 'puffs' | 'hula' | 'hijab' | 'gele' | 'cap'

/** The five climbers, lowest first. They keep their colours in every theme. */
const climbers: Record<Climber, Omit<Look, 'head'>> = {
  puffs: {
    skin: '#7A4A2B',
    cloth: '',
    robe: dyes.warm,
    thread: dyes.thread,
    bag: dyes.calico,
  },
  hula: { skin: '#452718', cloth: dyes.warm, robe: dyes.calico, thread: dyes.thread },
  hijab: { skin: '#7A4A2B', cloth: dyes.rose, robe: dyes.third, thread: dyes.thread },
  gele: { skin: '#5A3220', cloth: dyes.warm, robe: dyes.calico, thread: dyes.thread },
  cap: { skin: '#8A5733', cloth: dyes.warm, robe: dyes.third, thread: dyes.halo },
}

/** Everybody on their tread; the one at the top, with the cap, waves. */
function drawClimbers(
  places: readonly (readonly [climber: Climber, x: number, y: number, scale: number])[],
): string {
  return places
    .map(([head, x, y, scale]) =>
      drawPerson({ head, ...climbers[head] }, x, y, scale, head === 'cap'),
    )
    .join('')
}

/** Digits are the tile colours t1 to t4; about two tiles in three are t1, and no two others stand side by side. */
const mobileTiles = [
  'leaf3 river1',
  'step1 ray1 ray2',
  'gem2 comb1 leaf4 seed1 cowrie1',
  'cowrie1 step4 arewa1 oniko2 river1 cowrie1 uli2',
  'river4 oniko1 cowrie2 ray1 gem2 comb1 seed1 river1 ray1',
]

const desktopTiles = [
  'step1 step1',
  'comb1 gem4 uli1',
  'gem1 leaf2 seed1 oniko1',
  'cowrie1 river4 seed1 leaf1 cowrie1 leaf1',
  'ray1 arewa2 leaf1 ray1 river1 river1 leaf3 gem1',
  'ray2 leaf1 gem3 leaf1 gem2 leaf1 uli4 ray1 arewa3 seed1 river1 cowrie2 oniko1 seed3 gem1 arewa3',
]

/** The eight tiles left of the stairs. Where they repeat, no two accents touch either. */
const desktopRow = 'ray2 leaf1 gem3 leaf1 gem2 leaf1 uli4 ray1'

function lowered(y: number, body: string): string {
  return `<g transform="translate(0 ${y})">${body}</g>`
}

/**
 * The hero's scene on narrow screens, to be inlined: viewBox 0 0 360 352, the stairs standing on its
 * lower edge, no ground of its own. The outer rings reach up behind the text, so the page lets it
 * overlap. Its colours are the CSS variables --hero-sun, --hero-ring, --t1 to --t4 and --thread.
 */
export function drawHeroMobile(): string {
  const colours = pageColours
  const tiles = writtenStaircase(mobileTiles, tileColours(colours))
  return picture({
    viewBox: '0 0 360 352',
    body:
      ringedSun(colours, [118, 166, 50], { count: 6, step: 19, dot: 3, period: 6.65 }) +
      lowered(152, drawStaircaseTiles(tiles, 40, colours.t1)) +
      drawClimbers([
        ['puffs', 44, 312, 0.98],
        ['hula', 118, 272, 1.1],
        ['hijab', 198, 232, 1.08],
        ['gele', 258, 192, 1.12],
        ['cap', 320, 152, 1.14],
      ]),
  })
}

/** The wide scene's shapes on 1280x740, without a ground. */
export function heroShapes(): string {
  const colours = { ...pageColours, threadOnT4: dyes.deep }
  const tiles = writtenStaircase(desktopTiles, tileColours(colours))
  return (
    ringedSun(colours, [940, 250, 128], { count: 7, step: 34, dot: 6.5, period: 13.37 }) +
    lowered(260, drawStaircaseTiles(tiles, 80, colours.t1)) +
    drawClimbers([
      ['puffs', 716, 580, 2.05],
      ['hula', 836, 500, 2.3],
      ['hijab', 937.5, 500, 2.22],
      ['gele', 1076, 340, 2.3],
      ['cap', 1196, 260, 2.35],
    ])
  )
}

/**
 * The hero's scene on wide screens, dyed for each theme apart: viewBox 0 0 1280 740, flush right and
 * on the lower edge, transparent over the hero's colour. Left of it the bottom row goes on with
 * `drawHeroRow`.
 */
export function drawHeroDesktop(): string {
  return picture({ viewBox: '0 0 1280 740', body: heroShapes() })
}

/**
 * Eight tiles, viewBox 0 0 640 80, that repeat leftwards under the hero on screens wider than 1280
 * (`repeat-x`, right bottom, 640x80): the same eight that the scene itself shows at its left.
 */
export function drawHeroRow(): string {
  const tiles = writtenStaircase([desktopRow], tileColours(lightTiles))
  return picture({
    viewBox: '0 0 640 80',
    width: 640,
    height: 80,
    body: drawStaircaseTiles(tiles, 80, lightTiles.t1),
  })
}

/** The hero's ground, for pictures that stand alone. */
export function heroGround(): string {
  return flat(dyes.sun, 'M0 0h1280v740H0z')
}
