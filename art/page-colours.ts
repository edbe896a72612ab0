import { dyes } from './palettes.ts'
import type { TileColours } from './tiles.ts'

/**
 * Colours of the pictures that are inlined into a page: its CSS variables, which follow the theme.
 * `--thread` draws the motifs (#FFF3D6; #FFF in contrast); on the bright --t4 they take --t1.
 */
export const pageColours = {
  sun: 'var(--hero-sun)',
  ring: 'var(--hero-ring)',
  t1: 'var(--t1)',
  t2: 'var(--t2)',
  t3: 'var(--t3)',
  t4: 'var(--t4)',
  thread: 'var(--thread)',
  threadOnT4: 'var(--t1)',
}

/** The tiles of the light theme, whatever the page's is. */
export const lightTiles = {
  t1: dyes.deep,
  t2: dyes.warm,
  t3: dyes.third,
  t4: dyes.calico,
  thread: dyes.thread,
  threadOnT4: dyes.deep,
}

/** The digits of a written staircase: t1 to t4. */
export function tileColours({
  t1,
  t2,
  t3,
  t4,
  thread,
  threadOnT4,
}: typeof lightTiles): TileColours {
  return {
    1: { ground: t1, thread },
    2: { ground: t2, thread },
    3: { ground: t3, thread },
    4: { ground: t4, thread: threadOnT4 },
  }
}
