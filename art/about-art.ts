import { lightTiles, pageColours, tileColours } from './page-colours.ts'
import { dyes } from './palettes.ts'
import { drawPerson, type Look } from './people.ts'
import { dottedRings, picture, radiiAround, sun } from './svg.ts'
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
  const { sun: sunColour, ring } = pageColours
  return picture({
    viewBox: '0 0 740 360',
    body:
      dottedRings({
        colour: ring,
        x: 480,
        y: 230,
        radii: radiiAround(107, 4, 29),
        dot: 5,
        period: 10.5,
      }) +
      sun(sunColour, 480, 230, 107) +
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
