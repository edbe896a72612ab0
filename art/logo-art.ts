import { motifNames, motifOnce } from './motifs.ts'
import { dyes } from './palettes.ts'
import { flat, picture, sun } from './svg.ts'

/**
 * The small letters, cut in steps: rows of cells, from the top row that is not empty down to the ground. Cells are 3 units
 * wide and high; a stem is two of them. The sun stands at the right above, for `d` at the left.
 */
const letters: Record<string, string> = {
  a: '#####. ....## .##### ##..## .#####',
  b: '##.... ##.... ##.... #####. ##..## ##..## ##..## #####.',
  c: '.##### ##.... ##.... ##.... .#####',
  d: '....## ....## ....## .##### ##..## ##..## ##..## .#####',
  e: '.####. ##..## ###### ##.... .#####',
  f: '..###. .##... .##... #####. .##... .##... .##... .##...',
  g: '.####. ##.##. ##.##. .####. ...##. ####..',
  h: '##.... ##.... ##.... ####.. ###### ##..## ##..## ##..##',
  i: '###... .##... .##... .##... ####..',
  j: '..###. ...##. ...##. ...##. ...##. ####..',
  k: '##.... ##.... ##.... ##..## ##.##. ####.. ##.##. ##..##',
  l: '##.... ##.... ##.... ##.... ##.... ##.... ##.... ####..',
  m: '#######. ######## ##.##.## ##.##.## ##.##.##',
  n: '####.. ###### ##..## ##..## ##..##',
  o: '.####. ##..## ##..## ##..## .####.',
  p: '####.. ##.##. ##.##. ####.. ##.... ##....',
  q: '.####. ##.##. ##.##. .####. ...##. ...##.',
  r: '##.##. #####. ##.... ##.... ##....',
  s: '.##### ##.... .####. ....## #####.',
  t: '.##... .##... #####. .##... .##... .##... ..###.',
  u: '##..## ##..## ##..## ###### ..####',
  v: '##..## ##..## ##..## .####. ..##..',
  w: '##.##.## ##.##.## ##.##.## ######## .#######',
  x: '##..## .####. ..##.. .####. ##..##',
  y: '##.##. ##.##. ##.##. .####. ...##. ####..',
  z: '###### ...##. ..##.. .##... ######',
}

const steps = sun(dyes.sun, 10.5, 10.5, 5) + flat(dyes.calico, 'M4 28v-5h6v-6h6v-6h6V5h6v23z')

function letterShapes(letter: string, rows: string): string {
  const cells = rows.split(' ')
  const top = 28 - cells.length * 3
  const path = cells.flatMap((row, index) =>
    [...row.matchAll(/#+/g)].map(
      ({ index: column, 0: run }) =>
        `M${4 + column * 3} ${top + index * 3}h${run.length * 3}v3h-${run.length * 3}z`,
    ),
  )
  return sun(dyes.sun, letter === 'd' ? 9 : 24, 8, 5) + flat(dyes.calico, path.join(''))
}

/** What a drawn logo shows on its square field, 32 units wide: a letter, a motif, else the steps (`drawnMark`). */
export function logoFigure(mark: string): string {
  const rows = letters[mark]
  if (rows) return letterShapes(mark, rows)
  const motif = motifNames.find((name) => name === mark)
  return motif
    ? `<g transform="translate(4 4)scale(1.5)" color="${dyes.calico}">${motifOnce(motif)}</g>`
    : steps
}

/** The logo with its field, for drawing it inside another picture. */
export function markShapes(mark: string): string {
  return flat(dyes.deep, 'M0 0h32v32H0z') + logoFigure(mark)
}

/** A drawn logo, viewBox 0 0 32 32. Pages draw it in the colours of their theme (site/ui/BrandMark.astro). */
export function drawMark(mark = 'mark'): string {
  return picture({ viewBox: '0 0 32 32', body: markShapes(mark) })
}
