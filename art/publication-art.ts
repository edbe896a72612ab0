import { motifOnce } from './motifs.ts'
import { dyes, type Palette, palettes } from './palettes.ts'
import { drawBust, drawPerson } from './people.ts'
import { flat, picture, ringedSun, stairs } from './svg.ts'
import { drawStaircaseTiles, writtenStaircase } from './tiles.ts'

type PublicationKind = 'seedling' | 'two-busts' | 'uli-afro' | 'walker'

/** Growing Right: a seedling before the sun, between stairs that climb towards it. */
function seedling({ front, sun: sunny, thread }: Palette): string {
  return (
    ringedSun({ sun: sunny, ring: thread }, [45, 118, 24], { count: 4, step: 8 }) +
    flat(front, stairs([114, 108, 102, 120, 120, 120, 102, 108, 114], 10, 120)) +
    flat(
      thread,
      'M43.5 83h3v37h-3zM46.5 92.3Q46.5 72.5 69 72.5 69 92.3 46.5 92.3M43.5 104Q43.5 84.4 20.8 84.4 20.8 104 43.5 104',
    )
  )
}

/** Best and Brains: two young people shoulder to shoulder. */
function twoBusts({ sun: sunny, thread }: Palette): string {
  return (
    ringedSun({ sun: sunny, ring: thread }, [45, 86, 26], { count: 3, step: 6 }) +
    drawBust(
      { head: 'cap', skin: '#8A5733', cloth: dyes.night, robe: dyes.warm, thread },
      30,
      92,
      0.73,
    ) +
    drawBust({ head: 'puffs', skin: '#5A3220', cloth: '', robe: dyes.third, thread }, 60, 96, 0.73)
  )
}

/** Question of the Mind: one head, and a curl of uli where the thoughts are. */
function uliAfro({ front, sun: sunny, thread }: Palette): string {
  return (
    ringedSun({ sun: sunny, ring: thread }, [45, 90, 26], { count: 2, step: 6 }) +
    drawBust({ head: 'afro', skin: '#5A3220', cloth: '', robe: front, thread }, 45, 92, 0.9) +
    `<g transform="translate(37 81)" color="${dyes.sun}">${motifOnce('uli')}</g>`
  )
}

/** Life Beyond School: someone with a school bag, already on the top tread. */
function walker({ front, back, sun: sunny, thread }: Palette): string {
  const tiles = writtenStaircase(
    ['gem1 comb2', 'oniko1 seed2 step1 river1', 'step1 river2 arewa1 gem1 comb2 oniko1'],
    { 1: { ground: front, thread }, 2: { ground: back, thread } },
  )
  const look = { head: 'braids', skin: '#7A4A2B', cloth: '', robe: dyes.calico, thread } as const
  return (
    ringedSun({ sun: sunny, ring: thread }, [24, 76, 11], { count: 3, step: 5 }) +
    `<g transform="translate(0 75)">${drawStaircaseTiles(tiles, 15, front)}</g>` +
    drawPerson({ ...look, bag: dyes.third }, 75, 75, 0.5)
  )
}

const publications: Record<
  PublicationKind,
  { palette: Palette; draw: (palette: Palette) => string }
> = {
  seedling: { palette: palettes.leaf, draw: seedling },
  'two-busts': { palette: palettes.adire, draw: twoBusts },
  'uli-afro': { palette: palettes.rose, draw: uliAfro },
  walker: { palette: palettes.dawn, draw: walker },
}

/**
 * The cover of one of the fixed publications: a whole SVG document, viewBox 0 0 90 120. Its upper
 * 40 % is flat for the "Ascend" masthead, its rule and the title, which are HTML.
 */
export function drawPublication(kind: PublicationKind): string {
  const { palette, draw } = publications[kind]
  return picture({
    viewBox: '0 0 90 120',
    crop: 'xMidYMax slice',
    body: flat(palette.bg, 'M0 0h90v120H0z') + draw(palette),
  })
}
