import { type MotifName, motifDefs, motifNames, motifs, motifUse } from './motifs.ts'
import { dyes, type Palette } from './palettes.ts'
import { happens, pick, pickSome, type Random } from './random.ts'
import { flat } from './svg.ts'

/** One square of dyed cloth at a place of a grid: a ground, and a motif on it after some quarter turns. */
export type Tile = {
  column: number
  row: number
  motif: MotifName
  turns?: number
  ground: string
  thread: string
}

/** Mirrored side by side, two rays or two spirals look back at the reader. */
const eyes: readonly MotifName[] = ['ray', 'uli']

/** Thread on sunrise would hardly show: there the motif takes the front colour. */
const threadOn = (ground: string, { front, thread }: Palette) =>
  ground === dyes.sun ? front : thread

/** A tile for a patch of cloth. `onAxis` says that its mirror image will stand right beside it. */
export function drawnTile(
  random: Random,
  palette: Palette,
  place: { column: number; row: number; onAxis: boolean },
  names: readonly MotifName[],
): Tile {
  const { column, row, onAxis } = place
  const { bg, sun, front, back } = palette
  const motif = pick(random, onAxis ? names.filter((name) => !eyes.includes(name)) : names)
  const quarter = pick(random, [0, 1, 2, 3])
  const [ground, over] = pick(random, [
    [front, palette.thread],
    [bg, front],
    [back, threadOn(back, palette)],
    [sun, front],
  ] as const)
  return { column, row, motif, turns: quarter % motifs[motif].turns, ground, thread: over }
}

/** A staircase of tiles, `heights` tiles high in each column; three in ten have the back colour. */
export function drawnStaircase(
  random: Random,
  palette: Palette,
  heights: readonly number[],
): Tile[] {
  const cycle = pickSome(random, motifNames, 4)
  const rows = Math.max(...heights)
  const places = heights.flatMap((height, column) =>
    Array.from({ length: height }, (_, up) => ({ column, row: rows - 1 - up })),
  )
  return places.map((place, index) => {
    const ground = happens(random, 0.3) ? palette.back : palette.front
    const motif = cycle[index % cycle.length] ?? 'step'
    return { ...place, motif, ground, thread: threadOn(ground, palette) }
  })
}

/** The colours of a written staircase, by the digit after each motif's name. */
export type TileColours = Record<string, { ground: string; thread: string }>

/**
 * A staircase written down: a string for each row from the top, in it `motif` + digit of its
 * colours, and a dot where there is no tile. Rows end at the right, so leading dots may be left out.
 */
export function writtenStaircase(rows: readonly string[], colours: TileColours): Tile[] {
  const cells = rows.map((row) => row.split(' '))
  const columns = Math.max(...cells.map((row) => row.length))
  return cells.flatMap((names, row) =>
    names.flatMap((name, index) => {
      const colour = colours[name.slice(-1)]
      const motif = motifNames.find((known) => known === name.slice(0, -1))
      const column = columns - names.length + index
      return motif && colour ? [{ column, row, motif, ...colour }] : []
    }),
  )
}

/** The scale is exact: rounded, its error would add up across the columns. */
const scaled = (size: number, body: string) =>
  size === 16 ? body : `<g transform="scale(${size / 16})">${body}</g>`

function drawMotifs(tiles: readonly Tile[]): string {
  const threads = [...new Set(tiles.map((tile) => tile.thread))].map((thread) => {
    const uses = tiles
      .filter((tile) => tile.thread === thread)
      .map(({ motif, column, row, turns }) => motifUse(motif, column, row, turns))
    return `<g color="${thread}">${uses.join('')}</g>`
  })
  return threads.join('')
}

/**
 * Tiles of many colours at `size` units each. Grounds are .4 wider than their square and painted in
 * reading order, so that no seam shows and each tile cuts its neighbour's overlap.
 */
export function drawCloth(tiles: readonly Tile[], size: number): string {
  const grounds = tiles.map(({ column, row, ground }) =>
    flat(ground, `M${column * 16} ${row * 16}h16.4v16.4h-16.4z`),
  )
  return (
    motifDefs(tiles.map((tile) => tile.motif)) + scaled(size, grounds.join('') + drawMotifs(tiles))
  )
}

/** Tiles mostly of one colour, `base`: its outline lies under all of them, so that no seam shows. */
export function drawStaircaseTiles(tiles: readonly Tile[], size: number, base: string): string {
  const squares = (of: readonly Tile[], tall: number) =>
    of.map(({ column, row }) => `M${column * 16} ${row * 16}h16v${tall}h-16z`).join('')
  const accents = [...new Set(tiles.map((tile) => tile.ground))]
    .filter((ground) => ground !== base)
    .map((ground) => {
      const own = tiles.filter((tile) => tile.ground === ground)
      return flat(ground, squares(own, 16))
    })
  const rows = [...new Set(tiles.map((tile) => tile.row))].map((row) => runs(tiles, row)).join('')
  return (
    motifDefs(tiles.map((tile) => tile.motif)) +
    scaled(size, flat(base, rows) + accents.join('') + drawMotifs(tiles))
  )
}

/** The outline of one row: neighbours join, and the row overlaps the one below a little. */
function runs(tiles: readonly Tile[], row: number): string {
  const columns = tiles.filter((tile) => tile.row === row).map((tile) => tile.column)
  const starts = columns.filter((column) => !columns.includes(column - 1))
  return starts
    .map((start) => {
      let end = start
      while (columns.includes(end)) end += 1
      return `M${start * 16} ${row * 16}H${end * 16}v16.4H${start * 16}z`
    })
    .join('')
}

/** The patch and its mirror image at the other side of a picture `wide` across. */
export function mirroredRight(patch: string, id: string, wide: number): string {
  return `<g id="${id}">${patch}</g><use href="#${id}" transform="matrix(-1 0 0 1 ${wide} 0)"/>`
}

/** The patch in all four quarters of a picture `wide` by `tall`. */
export function mirroredAround(patch: string, id: string, wide: number, tall: number): string {
  return (
    `${mirroredRight(patch, id, wide)}<use href="#${id}" transform="matrix(1 0 0 -1 0 ${tall})"/>` +
    `<use href="#${id}" transform="rotate(180 ${wide / 2} ${tall / 2})"/>`
  )
}

/** An id of its own for a patch: several pictures may be inlined in one page. */
export function patchId(random: Random): string {
  return `q${Math.floor(random() * 36 ** 5).toString(36)}`
}
