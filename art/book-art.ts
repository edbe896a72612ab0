import { motifDefs, motifNames, motifUse } from './motifs.ts'
import {
  dyes,
  type Palette,
  type PaletteName,
  paletteNames,
  palettes,
  visibleBefore,
} from './palettes.ts'
import { drawBust, dress } from './people.ts'
import { pick, pickSome, type Random, randomFrom } from './random.ts'
import { dottedRings, flat, picture, radiiAround, ringedSun, stairs, sun } from './svg.ts'
import {
  drawCloth,
  drawnStaircase,
  drawnTile,
  drawStaircaseTiles,
  mirroredRight,
  patchId,
} from './tiles.ts'

/** The palettes by book category (specification 14.3). */
const categoryPalettes = new Map<string, readonly PaletteName[]>([
  ['Novel', ['adire', 'rose', 'laterite']],
  ['Guide', ['leaf', 'dawn']],
  ['Fiction', ['rose', 'harmattan', 'adire']],
  ['Policy', ['laterite', 'paper']],
  ['Educational', ['harmattan', 'dawn']],
  ['Biography', ['paper', 'laterite']],
  ['Self-Help', ['dawn', 'leaf']],
  ['Career Development', ['paper', 'adire']],
  ['Youth Development', ['leaf', 'dawn']],
  ['Motivational', ['dawn', 'laterite']],
  ['Magazine Issue', ['adire']],
  ['Article Collection', ['harmattan']],
])

/** Cream words lie on these grounds of covers: they are shades on which those can be read. */
const grounds = {
  ...palettes,
  laterite: { ...palettes.laterite, bg: dyes.warmGround },
  leaf: { ...palettes.leaf, bg: dyes.thirdGround },
}

const darkGrounds: readonly PaletteName[] = ['adire', 'laterite', 'leaf']

function cloth(random: Random, palette: Palette): string {
  const choice = pickSome(random, motifNames, 3)
  const tiles = [0, 1, 2, 3, 4, 5].map((tile) => {
    const column = tile % 2
    const place = { column, row: Math.floor(tile / 2), onAxis: column === 1 }
    return drawnTile(random, palette, place, choice)
  })
  const patch = mirroredRight(drawCloth(tiles, 20), patchId(random), 80)
  return `<g transform="translate(0 60)">${patch}</g>`
}

function rise(random: Random, palette: Palette): string {
  const tiles = drawnStaircase(random, palette, [1, 1, 2, 3, 4])
  return (
    sun(palette.sun, 22, 74, 11) +
    dottedRings({ colour: palette.thread, x: 22, y: 74, radii: radiiAround(11, 2, 5) }) +
    `<g transform="translate(0 56)">${drawStaircaseTiles(tiles, 16, palette.front)}</g>`
  )
}

function sunInValley(_random: Random, palette: Palette): string {
  const down = [98, 102, 106, 110]
  return (
    ringedSun({ sun: palette.sun, ring: palette.thread }, [40, 112, 26], { count: 5, step: 8 }) +
    flat(palette.front, stairs([...down, 114, 114, ...down.toReversed()], 8, 120))
  )
}

function onlooker(random: Random, palette: Palette): string {
  const bright = visibleBefore([palette.bg, palette.sun], [dyes.calico, dyes.third])
  const person = dress(random, palette, { robes: [palette.front, palette.front, ...bright] })
  return (
    ringedSun({ sun: palette.sun, ring: palette.thread }, [40, 84, 24], { count: 2, step: 5 }) +
    drawBust(person, 40, 86, 0.86)
  )
}

/** Strip-woven cloth: stripes 2 to 12 wide, never one dye twice in a row, and one tile sewn on. */
function weave(random: Random, palette: Palette): string {
  const strip = [palette.front, palette.back, palette.sun, palette.thread]
  const stripes: string[] = []
  let last = ''
  for (let x = 0, wide = 0; x < 80; x += wide) {
    last = pick(
      random,
      strip.filter((dye) => dye !== last),
    )
    wide = pick(random, [2, 4, 6, 8, 10, 12])
    // A little wider than the stripe, under its neighbour, so that no seam shows.
    stripes.push(flat(last, `M${x} 58h${wide + 0.4}v62H${x}z`))
  }
  const motif = pick(random, motifNames)
  return (
    `${stripes.join('')}<g transform="translate(24 73)scale(2)" color="${palette.thread}">` +
    `${flat(palette.front, 'M0 0h16v16H0z')}${motifDefs([motif])}${motifUse(motif, 0, 0)}</g>`
  )
}

const compositions = [cloth, rise, sunInValley, onlooker, weave]

/** `art-leaf` stands for a category that was given it. */
function palettesOf(category: string): readonly PaletteName[] {
  const chosen = paletteNames.filter((name) => `art-${name}` === category)
  return chosen.length > 0 ? chosen : (categoryPalettes.get(category) ?? paletteNames)
}

function draws(category: string, seed: string) {
  const random = randomFrom(seed)
  const name = pick(random, palettesOf(category))
  return { random, name, palette: grounds[name] }
}

/** What a cover shows and the colours it is made of, for drawing it inside another picture. */
export function bookScene(category: string, seed: string) {
  const { random, palette } = draws(category, seed)
  const composition = pick(random, compositions)
  return { palette, body: flat(palette.bg, 'M0 0h80v120H0z') + composition(random, palette) }
}

/**
 * The default cover of a book: a whole SVG document, viewBox 0 0 80 120. Its upper 45 % is flat for
 * the title and the author, which are HTML, as the spine is CSS: the picture holds neither. `seed`
 * comes from `seedOf(title, category)`.
 */
export function drawBook(category: string, seed: string): string {
  return picture({
    viewBox: '0 0 80 120',
    crop: 'xMidYMax slice',
    body: bookScene(category, seed).body,
  })
}

/** Which colour the words on that cover take: `cream` is #FFF6E2, `ink` #171A33. */
export function bookInk(category: string, seed: string): 'cream' | 'ink' {
  return darkGrounds.includes(draws(category, seed).name) ? 'cream' : 'ink'
}
