import { dyes } from './palettes.ts'
import { flat, picture, sun } from './svg.ts'

export type MarkColours = { field: string; sun: string; steps: string }

/** The step mark's shapes on their 32-unit square, for drawing it inside another picture. */
export function markShapes(colours: MarkColours): string {
  return (
    flat(colours.field, 'M0 0h32v32H0z') +
    sun(colours.sun, 10.5, 10.5, 5) +
    flat(colours.steps, 'M4 28v-5h6v-6h6v-6h6V5h6v23z')
  )
}

/**
 * The step mark, viewBox 0 0 32 32 (specification 14.1): four treads and one sun. Without colours
 * it is the light one; dark and footer take the field #2B3B8C, sepia #4A2C17, contrast #000 (with a
 * 1 px white outline, which is the page's). Colours may be CSS variables where the mark is inlined.
 */
export function drawMark(colours: Partial<MarkColours> = {}): string {
  const light = { field: dyes.indigo, sun: dyes.sunrise, steps: dyes.paper }
  return picture({ viewBox: '0 0 32 32', body: markShapes({ ...light, ...colours }) })
}
