import { type MotifName, motifDefs, motifOnce, motifUse } from './motifs.ts'
import { lightTiles, pageColours, tileColours } from './page-colours.ts'
import { dyes } from './palettes.ts'
import { drawBust, drawPerson, type Look } from './people.ts'
import { picture, ringedSun } from './svg.ts'
import { drawStaircaseTiles, writtenStaircase } from './tiles.ts'

/** Six people before the sun, left to right. They keep their colours in every theme. */
const people: Look[] = [
  { head: 'fila', skin: '#7A4A2B', cloth: dyes.paper, robe: dyes.leaf, thread: dyes.laterite },
  { head: 'gele', skin: '#5A3220', cloth: dyes.leaf, robe: dyes.laterite, thread: '#FFD877' },
  {
    head: 'afro',
    skin: '#5A3220',
    cloth: '',
    robe: dyes.paper,
    thread: dyes.laterite,
    bag: dyes.indigo,
  },
  { head: 'hijab', skin: '#7A4A2B', cloth: dyes.rose, robe: dyes.indigo, thread: dyes.thread },
  { head: 'braids', skin: '#452718', cloth: '', robe: dyes.leaf, thread: dyes.thread },
  { head: 'cap', skin: '#7A4A2B', cloth: dyes.laterite, robe: dyes.paper, thread: dyes.laterite },
]

/**
 * The scene of the About page, viewBox 0 0 740 360, standing on its lower edge. To be inlined over --hero:
 * sun and rings are the CSS variables --hero-sun and --hero-ring.
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
 * writes about. Its colours are baked, because it is a background.
 */
export function drawTileStrip(): string {
  const tiles = writtenStaircase(
    ['oniko1 step2 cowrie1 gem3 leaf1 river1 arewa2 ray1 comb3 seed1 uli2 gem1 leaf3'],
    tileColours({ ...pageColours, ...lightTiles }),
  )
  return picture({
    viewBox: '0 0 1040 80',
    width: 1040,
    height: 80,
    body: drawStaircaseTiles(tiles, 80, dyes.indigo),
  })
}

/** What the motifs are drawn with. */
const thread = '#FFF3D6'

/** The medal of each achievement: a motif on a tile of its own colour. */
const medals: Record<string, { motif: MotifName; ground: string; thread?: string }> = {
  'first-steps': { motif: 'step', ground: dyes.sunrise, thread: dyes.indigo },
  'story-explorer': { motif: 'arewa', ground: dyes.indigo },
  'speed-reader': { motif: 'ray', ground: dyes.laterite },
  'dedicated-reader': { motif: 'seed', ground: dyes.leaf },
  'story-master': { motif: 'gem', ground: dyes.indigo },
  'legendary-reader': { motif: 'oniko', ground: '#7A4B00' },
}

/** All medals in one file; `#first-steps` behind its address shows the one. */
export function drawMedals(): string {
  const drawn = Object.entries(medals).map(([id, medal], index) => {
    const x = index * 20
    return (
      `<view id="${id}" viewBox="${x} 0 16 16"/>` +
      `<g transform="translate(${x})" color="${medal.thread ?? thread}">` +
      `<path fill="${medal.ground}" d="M0 0h16v16H0z"/>` +
      `<g transform="translate(1.6 1.6) scale(.8)">${motifOnce(medal.motif)}</g></g>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${drawn.join('')}</svg>`
}

/** Step and gem in turn, on whatever ground they are laid: what lifts one achievement above the last. */
export function drawJourneyTiles(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="68" height="34" viewBox="0 0 32 16" color="${thread}">` +
    `${motifDefs(['step', 'gem'])}${motifUse('step', 0, 0)}${motifUse('gem', 1, 0)}</svg>`
  )
}

/**
 * Somebody before the sun, beside the sign-in form, viewBox 0 0 640 712, cropped round its middle. To be
 * inlined over --hero: sun, rings and robe are the CSS variables --hero-sun, --hero-ring and --t1.
 */
export function drawSignInScene(): string {
  const { t1 } = pageColours
  return picture({
    viewBox: '0 0 640 712',
    crop: 'xMidYMid slice',
    body:
      ringedSun(pageColours, [320, 360, 160], { count: 6, step: 48, dot: 10, period: 20 }) +
      drawBust(
        { head: 'gele', skin: '#5A3220', cloth: dyes.leaf, robe: t1, thread: dyes.thread },
        320,
        412,
        6.1,
      ),
  })
}
