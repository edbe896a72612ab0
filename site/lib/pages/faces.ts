import type { HeadlineFace } from '#contract/settings/look.ts'

const files = import.meta.glob<string>('/site/fonts/*.woff2', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Which letters each file of a face has: as for Ojuju, in theme.css. */
export const slices = {
  latin: 'U+20-7E,U+A0,U+B7,U+C0-D7,U+D9-FA,U+300,U+301,U+304,U+323,U+2013-2026,U+20A6',
  'latin-ext': 'U+181,U+18A,U+198,U+199,U+253,U+257,U+1E44,U+1E45,U+1E62,U+1E63',
  vietnamese: 'U+1EB8,U+1EB9,U+1ECA-1ECD,U+1EE4,U+1EE5',
}

/** What a reader fetches of each face, once: thousands of bytes. */
export const faceKilobytes: Record<HeadlineFace, number> = {
  ojuju: 19,
  'noto-serif-display': 13,
  'noto-sans': 11,
  andika: 11,
}

const sliceNames = Object.keys(slices) as (keyof typeof slices)[]

interface Face {
  family: string
  /** How large it is set beside Ojuju, in percent. */
  size: number
  /** Its size, ascent and descent as those that a face of the system takes on until it arrives: Roboto's, Arial's. */
  fallbacks: readonly [Metrics, Metrics]
  /** Line heights of h1, of h2 and of smaller headings, where Ojuju's would let lines touch. */
  lines?: readonly [number, number, number]
}

type Metrics = readonly [size: number, ascent: number, descent: number]

const faces: Record<Exclude<HeadlineFace, 'ojuju'>, Face> = {
  'noto-serif-display': {
    family: 'Noto Serif Display',
    size: 94,
    fallbacks: [
      [94.7, 106.1, 29.1],
      [88.7, 113.3, 31.1],
    ],
    lines: [1.05, 1.16, 1.25],
  },
  'noto-sans': {
    family: 'Noto Sans Headline',
    size: 100,
    fallbacks: [
      [95, 112.6, 30.9],
      [89, 120.2, 32.9],
    ],
    lines: [1, 1.1, 1.2],
  },
  andika: {
    family: 'Andika',
    size: 90,
    fallbacks: [
      [96.7, 113.6, 36.3],
      [90.6, 121.2, 38.8],
    ],
  },
}

const systemFaces = [
  ['Roboto Bold', 'Roboto-Bold'],
  ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
]

export const fontFile = (face: HeadlineFace, slice: keyof typeof slices) =>
  files[`/site/fonts/${face}-${slice}.woff2`]

/** What a page needs beside theme.css to be set in a face; nothing for Ojuju, which then is not fetched by the others. */
export function faceStyles(face: HeadlineFace): string {
  if (face === 'ojuju') return ''
  const { family, size, fallbacks, lines } = faces[face]
  const own = sliceNames.map((slice) =>
    fontFace(family, {
      'font-weight': '760',
      'font-display': 'swap',
      'size-adjust': `${size}%`,
      src: `url(${fontFile(face, slice)})`,
      'unicode-range': slices[slice],
    }),
  )
  const instead = fallbacks.map(([width, ascent, descent], index) =>
    fontFace(`${family} ${index}`, {
      src: (systemFaces[index] ?? []).map((name) => `local("${name}")`).join(),
      'size-adjust': `${width}%`,
      'ascent-override': `${ascent}%`,
      'descent-override': `${descent}%`,
      'line-gap-override': '0%',
    }),
  )
  const families = [family, `${family} 0`, `${family} 1`].map((name) => `"${name}"`)
  return [
    ...own,
    ...instead,
    // A page for data saver has no face of its own.
    `:root:not([data-lite]){--display:${families.join()},sans-serif}`,
    ...(lines ?? []).map((line, index) => `${headings[index]}{line-height:${line}!important}`),
  ].join('')
}

const headings = ['h1', 'h2', 'h3,h4']

function fontFace(family: string, descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `${name}:${value}`)
  return `@font-face{font-family:"${family}";${lines.join(';')}}`
}
