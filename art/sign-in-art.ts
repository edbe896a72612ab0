import { pageColours } from './page-colours.ts'
import { dyes } from './palettes.ts'
import { drawBust } from './people.ts'
import { dottedRings, picture, radiiAround, sun } from './svg.ts'

/**
 * Somebody before the sun, beside the sign-in form, viewBox 0 0 640 712, cropped round its middle. To be
 * inlined over --hero: sun, rings and robe are the CSS variables --hero-sun, --hero-ring and --t1.
 */
export function drawSignInScene(): string {
  const { sun: sunColour, ring, t1 } = pageColours
  return picture({
    viewBox: '0 0 640 712',
    crop: 'xMidYMid slice',
    body:
      dottedRings({
        colour: ring,
        x: 320,
        y: 360,
        radii: radiiAround(160, 6, 48),
        dot: 10,
        period: 20,
      }) +
      sun(sunColour, 320, 360, 160) +
      drawBust(
        { head: 'gele', skin: '#5A3220', cloth: dyes.leaf, robe: t1, thread: dyes.thread },
        320,
        412,
        6.1,
      ),
  })
}
