export type MotifName =
  | 'step'
  | 'oniko'
  | 'leaf'
  | 'comb'
  | 'gem'
  | 'seed'
  | 'river'
  | 'cowrie'
  | 'arewa'
  | 'uli'
  | 'ray'

type Motif = {
  /** The element's id wherever the motif is drawn. The drawing never differs, so two pictures inlined in one page may share it. */
  id: string
  /** How many quarter turns keep it itself. Rotated rays and spirals make accidental faces. */
  turns: 1 | 2 | 4
  /** The element, given its id attribute. Everything is drawn in currentColor; slits and veins are holes. */
  draw: (id: string) => string
}

const solid = (path: string) => (id: string) => `<path${id} fill="currentColor" d="${path}"/>`

const line = (attributes: string, path: string) => (id: string) =>
  `<path${id} fill="none" stroke="currentColor" ${attributes} d="${path}"/>`

/** The eleven motifs on their 16x16 square (specification 14.3). */
export const motifs: Record<MotifName, Motif> = {
  step: { id: 'ms', turns: 4, draw: solid('M2 14v-3h3V8h3V5h3V2h3v12z') },
  oniko: {
    id: 'mo',
    turns: 1,
    draw: (id) =>
      `<g${id} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round">` +
      '<circle cx="8" cy="8" r="6" stroke-dasharray="0 2.693"/>' +
      '<circle cx="8" cy="8" r="3.35" stroke-dasharray="0 2.631"/>' +
      '<path stroke-width="2" d="M8 8h.01"/></g>',
  },
  leaf: {
    id: 'ml',
    turns: 4,
    draw: solid(
      'M2 13.3Q2.2 2 14 2 14 13.8 2.7 14L6.2 10.5h4.3v-1H7.2l4.2-4.2-.7-.7L6.5 8.8V5.5h-1v4.3z',
    ),
  },
  comb: {
    id: 'mc',
    turns: 1,
    draw: line('stroke-width="1.5"', 'M2.5 14V4M6.2 14V4M9.8 14V4M13.5 14V4M1.8 3h12.4'),
  },
  gem: {
    id: 'mg',
    turns: 1,
    draw: solid('M8 .6 15.4 8 8 15.4.6 8zm0 1.8L2.4 8 8 13.6 13.6 8zM8 5l3 3-3 3-3-3z'),
  },
  seed: {
    id: 'md',
    turns: 1,
    draw: line(
      'stroke-width="2.5" stroke-linecap="round" stroke-dasharray="0 4.4"',
      'M3.6 3.6h9M3.6 8h9M3.6 12.4h9',
    ),
  },
  river: {
    id: 'mr',
    turns: 2,
    // An outline instead of a stroke: its ends are cut upright, so that neighbours join and nothing
    // sticks out of the square.
    draw: (id) =>
      `<g${id} fill="currentColor"><path id="mv" d="M-.2 3.7 0 3.5c2.3-2.3 5.7-2.3 8 0 3.1 3.1 4.9 3.1 8 0` +
      'l.2-.2v2l-.2.2c-2.3 2.3-5.7 2.3-8 0-3.1-3.1-4.9-3.1-8 0l-.2.2z"/>' +
      '<use href="#mv" y="4.5"/><use href="#mv" y="9"/></g>',
  },
  cowrie: {
    id: 'mw',
    turns: 2,
    draw: solid(
      'M8 1.5C14 4.5 14 11.5 8 14.5 2 11.5 2 4.5 8 1.5M7.3 3.5v1.3h-.7v1.4h.7v1.2h-.7v1.4h.7v1h-.7v1.4h' +
        '.7v1.3h1.4v-1.3h.7V9.8h-.7v-1h.7V7.4h-.7V6.2h.7V4.8h-.7V3.5z',
    ),
  },
  arewa: {
    id: 'ma',
    turns: 1,
    draw: solid(
      'M8 1.4l2 2h2.6V6l2 2-2 2v2.6H10l-2 2-2-2H3.4V10l-2-2 2-2V3.4H6zM6.6 4.6l-2 2v2.8l2 2h2.8l2-2V6.6l' +
        '-2-2zM8 6.7a1.3 1.3 0 0 1 0 2.6 1.3 1.3 0 0 1 0-2.6',
    ),
  },
  uli: {
    id: 'mu',
    turns: 1,
    draw: (id) =>
      `<g${id} fill="none" stroke="currentColor" stroke-linecap="round">` +
      '<path stroke-width="1.4" d="M8 8a1.5 1.5 0 0 1 3 0A3.3 3.3 0 0 1 4.5 8 5 5 0 0 1 14 8"/>' +
      '<path stroke-width="1.6" stroke-dasharray="0 3" d="M3.5 13.5h7"/></g>',
  },
  ray: {
    id: 'my',
    turns: 1,
    draw: solid(
      'M4 14a4 4 0 0 1 8 0zM7.3 2h1.4v6.5H7.3zM4.4 9.7l-1.2.6L.9 5.3l1.2-.6zm7.2 0l1.2.6 2.3-5-1.2-.6z',
    ),
  },
}

export const motifNames = Object.keys(motifs) as MotifName[]

/** The motif itself, for a picture that shows it once. */
export function motifOnce(name: MotifName): string {
  return motifs[name].draw('')
}

/** The motifs as definitions for `motifUse`; each name once. */
export function motifDefs(names: Iterable<MotifName>): string {
  const drawn = [...new Set(names)].map((name) => motifs[name].draw(` id="${motifs[name].id}"`))
  return `<defs>${drawn.join('')}</defs>`
}

/** One motif on the square at column, row of a 16-unit grid, after some quarter turns. */
export function motifUse(name: MotifName, column: number, row: number, turns = 0): string {
  const x = column * 16
  const y = row * 16
  const place = (x ? ` x="${x}"` : '') + (y ? ` y="${y}"` : '')
  const turn = turns ? ` transform="rotate(${turns * 90} ${x + 8} ${y + 8})"` : ''
  return `<use href="#${motifs[name].id}"${place}${turn}/>`
}
