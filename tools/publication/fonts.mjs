import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
// The copy of fontkit that pdfkit itself reads fonts with.
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit')

const slices = ['latin', 'latin-ext', 'vietnamese', 'math', 'symbols']
const faces = {
  display: {
    file: (slice) => `@fontsource-variable/ojuju/files/ojuju-${slice}-wght-normal.woff2`,
    variationAxes: { wght: 760 },
  },
  text: { file: (slice) => `@fontsource/noto-serif/files/noto-serif-${slice}-400-normal.woff2` },
  italic: { file: (slice) => `@fontsource/noto-serif/files/noto-serif-${slice}-400-italic.woff2` },
}

/** What is written besides the text: ASCII, and the non-breaking space. */
export const ownCharacters = `${String.fromCharCode(...Array(127).keys()).slice(32)}\u00a0`

function fontPath(file) {
  try {
    return require.resolve(file)
  } catch {
    return null
  }
}

/**
 * A typeface comes in slices, one file for each range of letters. Every cluster (a letter with its tone marks and dots) is
 * set from the first slice that holds all of it.
 */
export async function openFonts(doc, sample) {
  const characters = [...new Set(sample)].join('')
  const open = {}
  for (const [name, face] of Object.entries(faces)) {
    open[name] = []
    for (const slice of slices) {
      const path = fontPath(face.file(slice))
      if (!path) continue
      const file = await readFile(path)
      const known = new Set(fontkit.create(file).characterSet)
      const wanted = [...characters].filter((character) => known.has(character.codePointAt(0)))
      if (wanted.length === 0) continue
      const id = `${name}-${slice}`
      const subset = await subsetFont(file, wanted.join(''), subsetOptions(face))
      doc.registerFont(id, subset)
      const holds = new Set(wanted.map((character) => character.codePointAt(0)))
      open[name].push({ id, holds, outlines: fontkit.create(subset) })
    }
  }
  return open
}

/** @param {{ file: unknown, variationAxes?: object }} face */
function subsetOptions({ variationAxes }) {
  return { targetFormat: 'truetype', noHinting: true, variationAxes }
}
