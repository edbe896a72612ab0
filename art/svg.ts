/** Writes at most two decimals and no leading zero: numbers are most of what a picture weighs. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.')
}

/**
 * What stays in sight where the frame is wider or taller than the picture (`preserveAspectRatio`);
 * none for pictures that are never cropped.
 */
export type Crop = 'xMidYMid slice' | 'xMaxYMid slice' | 'xMidYMax slice'

/** A whole SVG document: valid on its own as a file, and as an inline element. */
export function picture(options: {
  viewBox: string
  body: string
  crop?: Crop
  width?: number
  height?: number
}): string {
  const { viewBox, body, crop, width, height } = options
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  const aspect = crop ? ` preserveAspectRatio="${crop}"` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="${viewBox}"${aspect}>${body}</svg>`
}

export function flat(colour: string, path: string): string {
  return `<path fill="${colour}" d="${path}"/>`
}

export function sun(colour: string, x: number, y: number, radius: number): string {
  return `<circle fill="${colour}" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`
}

/**
 * Dotted circles, as in tied and dyed cloth. The period is corrected so that each circle divides
 * evenly; it takes three decimals, because the error of one dot adds up round the circle.
 */
export function dottedRings(rings: {
  colour: string
  x: number
  y: number
  radii: readonly number[]
  dot?: number
  period?: number
}): string {
  const { colour, x, y, radii, dot = 1.8, period = 4 } = rings
  const circles = radii.map((radius) => {
    const length = 2 * Math.PI * radius
    // unchecked pattern: a number of three decimals.
    const even = (length / Math.round(length / period)).toFixed(3).replace(/\.?0+$/, '')
    return `<circle r="${short(radius)}" stroke-dasharray="0 ${even}"/>`
  })
  return (
    `<g transform="translate(${short(x)} ${short(y)})" fill="none" stroke="${colour}" ` +
    `stroke-width="${short(dot)}" stroke-linecap="round">${circles.join('')}</g>`
  )
}

/** `count` radii outwards from a sun, the first one `step` outside it. */
export function radiiAround(sunRadius: number, count: number, step: number): number[] {
  return Array.from({ length: count }, (_, ring) => sunRadius + (ring + 1) * step)
}

/** A sun before dotted circles: `count` of them outwards, each `step` from the one inside it. */
export function ringedSun(
  colours: { sun: string; ring: string },
  [x, y, radius]: readonly [x: number, y: number, radius: number],
  { count, step, ...dots }: { count: number; step: number; dot?: number; period?: number },
): string {
  const radii = radiiAround(radius, count, step)
  return (
    dottedRings({ colour: colours.ring, x, y, radii, ...dots }) + sun(colours.sun, x, y, radius)
  )
}

/** One path under a row of treads from x 0, each `wide` across, whose tops lie at `tops`, down to `floor`. */
export function stairs(tops: readonly number[], wide: number, floor: number): string {
  const treads = tops.map((top) => `V${short(top)}h${short(wide)}`)
  return `M0 ${short(floor)}${treads.join('')}V${short(floor)}z`
}
