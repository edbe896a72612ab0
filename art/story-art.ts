import { type MotifName, motifDefs, motifNames, motifs } from './motifs.ts'
import {
  dyes,
  type Palette,
  type PaletteName,
  paletteOrPartner,
  palettes,
  visibleBefore,
} from './palettes.ts'
import { drawBust, drawPerson, dress } from './people.ts'
import { happens, pick, pickSome, type Random, randomFrom } from './random.ts'
import {
  type Crop,
  dottedRings,
  flat,
  picture,
  radiiAround,
  ringedSun,
  short,
  stairs,
  sun,
} from './svg.ts'
import {
  drawCloth,
  drawnStaircase,
  drawnTile,
  drawStaircaseTiles,
  mirroredAround,
  patchId,
  type Tile,
} from './tiles.ts'

type Composition = 'climb' | 'onlooker' | 'sunrise' | 'stairs' | 'quilt' | 'emblem'

type Recipe = { palette: PaletteName; composition: Composition; motifs?: readonly MotifName[] }

/** The recipes by story category (specification 14.3). */
const recipes = new Map<string, Recipe>([
  [
    'Editorial Commentary',
    { palette: 'harmattan', composition: 'quilt', motifs: ['uli', 'river', 'step'] },
  ],
  ['Fiction with Moral Lessons', { palette: 'leaf', composition: 'emblem' }],
  ['Success Stories from Humble Backgrounds', { palette: 'dawn', composition: 'climb' }],
  ['Faith and Inspiration', { palette: 'rose', composition: 'sunrise' }],
  ['Politics and Profiles', { palette: 'laterite', composition: 'onlooker' }],
  ['Education and Leadership', { palette: 'adire', composition: 'onlooker' }],
  [
    'Lifestyle and Culture',
    { palette: 'paper', composition: 'quilt', motifs: ['cowrie', 'oniko', 'comb', 'leaf'] },
  ],
  [
    'Achievement in Schools (Primary, Secondary & Tertiary)',
    { palette: 'harmattan', composition: 'climb' },
  ],
  ['Motivational Column for Positive Living', { palette: 'laterite', composition: 'sunrise' }],
  ['Career Guide and Counseling', { palette: 'paper', composition: 'stairs' }],
  ['Campus News from Nigerian Institutions', { palette: 'leaf', composition: 'onlooker' }],
  ['Educational Development News', { palette: 'dawn', composition: 'stairs' }],
  ['School Features & Highlights', { palette: 'rose', composition: 'climb' }],
])

const unknownCategory: Recipe = { palette: 'paper', composition: 'quilt' }

/** `art-climb-leaf` stands for a category that was given these. */
function recipeOf(category: string): Recipe {
  const [art, composition = '', palette = ''] = category.split('-')
  const isChosen =
    art === 'art' && Object.hasOwn(compositions, composition) && Object.hasOwn(palettes, palette)
  if (isChosen) return { composition, palette } as Recipe
  return recipes.get(category) ?? unknownCategory
}

/** How a composition is cropped by a frame of another shape, and where a 1200x630 share picture cuts it. */
const frames: Record<Composition, { crop: Crop; shareTop: number }> = {
  climb: { crop: 'xMaxYMid slice', shareTop: 1.5 },
  onlooker: { crop: 'xMidYMid slice', shareTop: 8.5 },
  sunrise: { crop: 'xMidYMid slice', shareTop: 15 },
  stairs: { crop: 'xMaxYMid slice', shareTop: 8.5 },
  quilt: { crop: 'xMidYMid slice', shareTop: 8.5 },
  emblem: { crop: 'xMidYMid slice', shareTop: 8.5 },
}

/** Robes for people in full figure; the near stairs are `front`, so nobody on them wears it. */
const robes = [dyes.calico, dyes.third, dyes.ember, dyes.sun]

/** Motifs that stand well alone on a tread. */
const treadMotifs: readonly MotifName[] = ['arewa', 'seed', 'gem', 'step', 'oniko', 'cowrie']

/** The check round the tortoise. The ring of dots crosses the tiles beside the sun, so no dots there. */
const besideSun: readonly MotifName[] = ['leaf', 'ray', 'step', 'cowrie', 'gem', 'comb']
const awayFromSun: readonly MotifName[] = [...besideSun, 'oniko', 'seed']

function ground(palette: Palette): string {
  return flat(palette.bg, 'M0 0h120v80H0z')
}

function climb(random: Random, palette: Palette): string {
  const { bg, sun: sunny, front, back, thread } = palette
  const rise = pick(random, [9, 10, 11]) * 0.82
  const topOf = (tread: number) => 70 - tread * rise
  const motif = pick(random, treadMotifs)
  const leader = dress(random, palette, {
    robes: [dyes.calico, ...visibleBefore([bg, front], robes)],
    bagShare: 0.4,
  })
  const follower = dress(random, palette, {
    robes: visibleBefore([bg, sunny, back, front], robes),
    behind: [back],
  })
  const hasFollower = happens(random, 0.7)
  // The first two treads are too low for a motif.
  const motifsOnTreads = [2, 3, 4].map(
    (tread) =>
      `<use href="#${motifs[motif].id}" x="${tread * 24 + 4}" y="${short(topOf(tread) + 4)}"/>`,
  )
  return (
    sun(sunny, 34, 30, 15) +
    dottedRings({ colour: thread, x: 34, y: 30, radii: radiiAround(15, 3, 7) }) +
    flat(back, stairs([46, 54, 62, 70], 30, 80)) +
    flat(front, stairs([0, 1, 2, 3, 4].map(topOf), 24, 80)) +
    `${motifDefs([motif])}<g color="${thread}">${motifsOnTreads.join('')}</g>` +
    drawPerson(leader, 84, topOf(3), 0.62) +
    (hasFollower ? drawPerson(follower, 36, topOf(1), 0.5) : '')
  )
}

function onlooker(random: Random, palette: Palette): string {
  const x = pick(random, [50, 70])
  const tops = [0, 1, 2, 3, 4, 5].map((tread) => 80 - (6 + tread * 4.8))
  const behind = [palette.bg, palette.sun, palette.back]
  const person = dress(random, palette, {
    robes: [palette.front, palette.front, ...visibleBefore([...behind, palette.front], robes)],
    behind: [palette.back],
  })
  return (
    dottedRings({ colour: palette.thread, x, y: 36, radii: radiiAround(27, 3, 7) }) +
    sun(palette.sun, x, 36, 27) +
    flat(palette.back, stairs(x === 50 ? tops : tops.reverse(), 20, 80)) +
    drawBust(person, x, 38, 1.02)
  )
}

function sunrise(random: Random, palette: Palette): string {
  const down = [50, 56, 62, 68, 74]
  const person = dress(random, palette, { robes: [dyes.calico, dyes.third] })
  return (
    ringedSun({ sun: palette.sun, ring: palette.thread }, [60, 62, 30], { count: 6, step: 8 }) +
    flat(palette.front, stairs([...down, ...down.toReversed()], 12, 80)) +
    drawPerson(person, 60, 74, 0.62)
  )
}

function stairsOfTiles(random: Random, palette: Palette): string {
  const tiles = drawnStaircase(random, palette, [1, 1, 2, 2, 3, 4])
  return (
    sun(palette.sun, 22, 22, 12) +
    dottedRings({ colour: palette.thread, x: 22, y: 22, radii: radiiAround(12, 2, 6) }) +
    drawStaircaseTiles(tiles, 20, palette.front)
  )
}

function quilt(random: Random, palette: Palette, names?: readonly MotifName[]): string {
  const choice = names ?? pickSome(random, motifNames, 3)
  const tiles = [0, 1, 2, 3, 4, 5].map((tile) => {
    const column = tile % 3
    const place = { column, row: Math.floor(tile / 3), onAxis: column === 2 }
    return drawnTile(random, palette, place, choice)
  })
  return mirroredAround(drawCloth(tiles, 20), patchId(random), 120, 80)
}

/** The tortoise of the folk tales, facing right; 0,0 is the middle of the sun it stands before. */
function tortoise(palette: Palette): string {
  const skin = '#8A5733'
  return (
    flat(
      skin,
      'M-15 8h8v7h-8zM6 8h8v7H6zM17.5 9l1.1 2.9C24 11.6 28.4 9 28.4 5A4.6 4.6 0 0 0 24 .4Q20.5.4 18 3z',
    ) +
    flat(dyes.third, 'M-20 8h-4l-6 2.6 8 .4z') +
    flat(palette.front, 'M-22 9C-22-18 20-18 20 9z') +
    `<path fill="none" stroke="${palette.thread}" stroke-width="1.5" d="M-8.3-8.8-4.1-4H4.1L7.3-9M-4.1-4-8 3.8 0 8.2 8 3.8 4.1-4M-8 3.8-17 3M8 3.8 17 2"/>` +
    `<circle fill="${dyes.night}" cx="24.2" cy="3.6" r="1"/>`
  )
}

function emblem(random: Random, palette: Palette): string {
  const near = pick(random, besideSun)
  const far = pick(
    random,
    awayFromSun.filter((name) => name !== near),
  )
  const facingLeft = happens(random, 0.5)
  const corner = [0, 1, 2, 3].map((tile): Tile => {
    const [column, row] = [tile % 2, Math.floor(tile / 2)]
    return {
      column,
      row,
      motif: column === row ? near : far,
      turns: 0,
      ground: column === row ? palette.front : palette.back,
      thread: palette.thread,
    }
  })
  return (
    mirroredAround(drawCloth(corner, 20), patchId(random), 120, 80) +
    dottedRings({ colour: palette.thread, x: 60, y: 40, radii: [32] }) +
    sun(palette.sun, 60, 40, 27) +
    `<g transform="translate(60 40)${facingLeft ? 'scale(-1 1)' : ''}">${tortoise(palette)}</g>`
  )
}

const compositions: Record<
  Composition,
  (random: Random, palette: Palette, motifs?: readonly MotifName[]) => string
> = { climb, onlooker, sunrise, stairs: stairsOfTiles, quilt, emblem }

/** What a story's picture shows, for drawing it in a frame of any shape. */
export function storyScene(category: string, seed: string) {
  const recipe = recipeOf(category)
  const random = randomFrom(seed)
  const palette = palettes[paletteOrPartner(random, recipe.palette)]
  const body = ground(palette) + compositions[recipe.composition](random, palette, recipe.motifs)
  return { body, palette, ...frames[recipe.composition] }
}

/**
 * The default picture of a story: a whole SVG document, viewBox 0 0 120 80, to be shown at 3:2 or
 * cropped by its frame. `seed` comes from `seedOf(title, category)`; the composition from the table
 * above, an unknown category gets a quilt. It holds no words.
 */
export function drawStory(category: string, seed: string): string {
  const { body, crop } = storyScene(category, seed)
  return picture({ viewBox: '0 0 120 80', crop, body })
}
