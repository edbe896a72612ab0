import { type MotifName, motifDefs, motifOnce, motifUse } from './motifs.ts'
import { lightTiles, pageColours, tileColours } from './page-colours.ts'
import { dyes } from './palettes.ts'
import { drawBust, drawPerson, type Look } from './people.ts'
import { flat, picture, ringedSun } from './svg.ts'
import { drawStaircaseTiles, writtenStaircase } from './tiles.ts'

/** Six people before the sun, left to right. They keep their colours in every theme. */
const people: Look[] = [
  { head: 'fila', skin: '#7A4A2B', cloth: dyes.calico, robe: dyes.third, thread: dyes.warm },
  { head: 'gele', skin: '#5A3220', cloth: dyes.third, robe: dyes.warm, thread: dyes.halo },
  {
    head: 'afro',
    skin: '#5A3220',
    cloth: '',
    robe: dyes.calico,
    thread: dyes.warm,
    bag: dyes.deep,
  },
  { head: 'hijab', skin: '#7A4A2B', cloth: dyes.rose, robe: dyes.deep, thread: dyes.thread },
  { head: 'braids', skin: '#452718', cloth: '', robe: dyes.third, thread: dyes.thread },
  { head: 'cap', skin: '#7A4A2B', cloth: dyes.warm, robe: dyes.calico, thread: dyes.warm },
]

/**
 * The scene of the About page, viewBox 0 0 740 360, standing on its lower edge. It is inlined over --hero: sun and
 * rings are the CSS variables --hero-sun and --hero-ring.
 */
export function drawAboutScene(): string {
  return picture({
    viewBox: '0 0 740 360',
    body:
      ringedSun(pageColours, [480, 230, 107], { count: 4, step: 29, dot: 5, period: 10.5 }) +
      people.map((look, index) => drawPerson(look, 62 + index * 121, 360, 2.7)).join(''),
  })
}

/**
 * The strip under a page's banner, viewBox 0 0 1040 80: thirteen tiles, one for each thing the magazine
 * writes about.
 */
export function drawTileStrip(): string {
  const tiles = writtenStaircase(
    ['oniko1 step2 cowrie1 gem3 leaf1 river1 arewa2 ray1 comb3 seed1 uli2 gem1 leaf3'],
    tileColours(lightTiles),
  )
  return picture({
    viewBox: '0 0 1040 80',
    width: 1040,
    height: 80,
    body: drawStaircaseTiles(tiles, 80, dyes.deep),
  })
}

/** The corner of each place of the admin pages: three rows of tiles, 22 units each, ending at the right. */
const adminCorners = {
  stories: ['oniko2 ray1', 'step1 gem3 comb1', 'ray2 leaf1 step1 seed2'],
  shop: ['gem1 cowrie3', 'cowrie1 seed2 comb1', 'gem3 cowrie1 river2 cowrie1'],
  audience: ['uli3 seed1', 'ray1 oniko2 river1', 'leaf2 uli1 step3 ray1'],
  settings: ['gem1 comb3', 'oniko1 seed2 gem1', 'comb3 oniko1 gem2 seed1'],
}

export type AdminCorner = keyof typeof adminCorners

/** The corner of a place, viewBox 0 0 88 66, without background. */
export function drawAdminCorner(place: AdminCorner): string {
  return drawTiles(adminCorners[place], 22, 4)
}

/** The foot of the admin pages' side bar, viewBox 0 0 165 132. */
export function drawAdminFoot(): string {
  return drawTiles(
    ['seed2', 'comb1 gem3', 'step1 leaf2 ray1', 'ray1 oniko3 river1 cowrie1 leaf2'],
    33,
    5,
  )
}

function drawTiles(rows: readonly string[], size: number, columns: number): string {
  const [width, height] = [columns * size, rows.length * size]
  const tiles = writtenStaircase(rows, tileColours(lightTiles))
  return picture({
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    body: drawStaircaseTiles(tiles, size, dyes.deep),
  })
}

/** The cloth behind the forms of staff who are not signed in, viewBox 0 0 32 32, repeated on deep. */
export function drawAdminTiles(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="var(--deep-2)">' +
    '<path d="M2 14v-3h3V8h3V5h3V2h3v12zM24 2l6 6-6 6-6-6zM8 18l6 6-6 6-6-6zM30 18v3h-3v3h-3v3h-3v3h-3V18z"/></svg>'
  )
}

/** The band of steps above the foot of a page, viewBox 0 0 16 8, repeated. */
export function drawStepBand(): string {
  return picture({
    viewBox: '0 0 16 8',
    body: flat(dyes.sun, 'M0 8V6h2V4h2V2h2V0h4v2h2v2h2v2h2v2z'),
  })
}

const dashboardTile = 34

/**
 * The staircase of the dashboard's band, viewBox 0 0 238 252: six columns at its right lower corner, room for the
 * climber above and at the left. The climber, `#climber`, stands on the ground; a page moves it up by a tile for each
 * step. It is inlined over --hero: its colours are the CSS variables --t1 to --t4 and --thread.
 */
export function drawDashboardStairs(): string {
  const rows = [
    'seed3',
    'gem1 step1',
    'river1 oniko2 leaf1',
    'step1 arewa1 uli1 comb2',
    'leaf1 seed2 ray1 gem1 river1',
    'ray1 comb1 cowrie3 step1 seed2 leaf1',
  ]
  const tiles = writtenStaircase(rows, tileColours(pageColours))
  const look: Look = {
    head: 'puffs',
    skin: '#7A4A2B',
    cloth: '',
    robe: dyes.warm,
    thread: dyes.thread,
    bag: dyes.calico,
  }
  const climber = drawPerson(look, dashboardTile / 2, 252, 0.72)
  return picture({
    viewBox: '0 0 238 252',
    body:
      `<g transform="translate(34 48)">${drawStaircaseTiles(tiles, dashboardTile, pageColours.t1)}</g>` +
      `<g id="climber">${climber}</g>`,
  })
}

/** The sun behind it, viewBox 0 0 200 200; its colours are the CSS variables --hero-sun and --hero-ring. */
export function drawDashboardSun(): string {
  return picture({
    viewBox: '0 0 200 200',
    body: ringedSun(pageColours, [100, 100, 36], { count: 4, step: 15.4, dot: 3.4, period: 7.6 }),
  })
}

/**
 * The staircase that the sending of a newsletter climbs, viewBox 0 0 240 240: eight columns of 30, without background,
 * for a night ground.
 */
export function drawSendingStairs(): string {
  return drawTiles(
    [
      'gem3',
      'step1 cowrie1',
      'leaf1 river2 seed1',
      'comb2 gem1 step1 oniko1',
      'river1 seed1 leaf3 ray1 comb1',
      'oniko1 ray2 step1 uli1 gem1 arewa2',
      'step1 leaf1 comb1 arewa2 cowrie1 river1 oniko1',
      'ray1 gem2 seed1 oniko1 leaf3 step1 ray1 comb1',
    ],
    30,
    8,
  )
}

/** Who climbs it, viewBox 0 0 40 64, standing on the lower edge. */
export function drawSendingClimber(): string {
  const look: Look = {
    head: 'gele',
    skin: '#5A3220',
    cloth: dyes.warm,
    robe: dyes.calico,
    thread: dyes.warm,
  }
  return picture({
    viewBox: '0 0 40 64',
    width: 40,
    height: 64,
    body: drawPerson(look, 20, 64, 0.62),
  })
}

/** The medal of each achievement: a motif on a tile of its own colour. */
const medals: Record<string, { motif: MotifName; ground: string; thread?: string }> = {
  'first-steps': { motif: 'step', ground: dyes.sun, thread: dyes.deep },
  'story-explorer': { motif: 'arewa', ground: dyes.deep },
  'speed-reader': { motif: 'ray', ground: dyes.warm },
  'dedicated-reader': { motif: 'seed', ground: dyes.third },
  'story-master': { motif: 'gem', ground: dyes.deep },
  'legendary-reader': { motif: 'oniko', ground: 'var(--star-line)' },
}

/** All medals in one file; `#first-steps` behind its address shows the one. */
export function drawMedals(): string {
  const drawn = Object.entries(medals).map(([id, medal], index) => {
    const x = index * 20
    return (
      `<view id="${id}" viewBox="${x} 0 16 16"/>` +
      `<g transform="translate(${x})" color="${medal.thread ?? dyes.thread}">` +
      `<path fill="${medal.ground}" d="M0 0h16v16H0z"/>` +
      `<g transform="translate(1.6 1.6) scale(.8)">${motifOnce(medal.motif)}</g></g>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${drawn.join('')}</svg>`
}

/** Step and gem in turn, on whatever ground they are laid: what lifts one achievement above the last. */
export function drawJourneyTiles(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="68" height="34" viewBox="0 0 32 16" color="${dyes.thread}">` +
    `${motifDefs(['step', 'gem'])}${motifUse('step', 0, 0)}${motifUse('gem', 1, 0)}</svg>`
  )
}

/**
 * Somebody before the sun, beside the sign-in form, viewBox 0 0 640 712, cropped round its middle. It is inlined over
 * --hero: sun, rings and robe are the CSS variables --hero-sun, --hero-ring and --t1.
 */
export function drawSignInScene(): string {
  const { t1 } = pageColours
  return picture({
    viewBox: '0 0 640 712',
    crop: 'xMidYMid slice',
    body:
      ringedSun(pageColours, [320, 360, 160], { count: 6, step: 48, dot: 10, period: 20 }) +
      drawBust(
        { head: 'gele', skin: '#5A3220', cloth: dyes.third, robe: t1, thread: dyes.thread },
        320,
        412,
        6.1,
      ),
  })
}
