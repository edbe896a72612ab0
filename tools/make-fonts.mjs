// Makes site/fonts from the headline faces (OFL): one weight, three slices, only the letters of the site.
// Run it when a letter is missing: node tools/make-fonts.mjs. It needs fonttools (Debian: fonttools, python3-brotli).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The file of a slice in its package, and where its axes are pinned. */
const faces = {
  ojuju: {
    file: (slice) => `@fontsource-variable/ojuju/files/ojuju-${slice}-wght-normal.woff2`,
    axes: { wght: 760 },
  },
  'noto-serif-display': {
    file: (slice) =>
      `@fontsource-variable/noto-serif-display/files/noto-serif-display-${slice}-wdth-normal.woff2`,
    axes: { wght: 750, wdth: 80 },
  },
  'noto-sans': {
    file: (slice) => `@fontsource-variable/noto-sans/files/noto-sans-${slice}-wdth-normal.woff2`,
    axes: { wght: 820, wdth: 75 },
  },
  andika: {
    file: (slice) => `@fontsource/andika/files/andika-${slice}-700-normal.woff2`,
    axes: undefined,
  },
}
const to = new URL('../site/fonts/', import.meta.url)

// The combining marks stay in every slice, so that a letter and its tone mark come from one file.
const marks = '\u0300\u0301\u0304'
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const slices = {
  latin: `${ascii}\u00a0–—‘’“”…·×àáèéìíòóùúÀÁÈÉÌÍÒÓÙÚ${marks}\u0323`,
  'latin-ext': `ṣṢɓƁɗƊƙƘṅṄ${marks}`,
  vietnamese: `ẹẸọỌịỊụỤ${marks}`,
}

const cut = ({ file, axes }, slice, text, targetFormat) =>
  subsetFont(readFileSync(fileURLToPath(import.meta.resolve(file(slice)))), text, {
    targetFormat,
    variationAxes: axes,
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp'],
    noHinting: true,
  })

/** The families have ₦ in another slice. Prices are on most pages: in this one it costs 60 bytes, and no file of its own. */
async function cutWithNaira(face, text) {
  const work = mkdtempSync(join(tmpdir(), 'fonts-'))
  const parts = {
    latin: await cut(face, 'latin', text, 'sfnt'),
    naira: await cut(face, 'latin-ext', '₦', 'sfnt'),
  }
  for (const [name, part] of Object.entries(parts)) writeFileSync(join(work, name), part)
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const inWork = { cwd: work, stdio: 'ignore' }
  execFileSync('pyftmerge', Object.keys(parts), inWork)
  execFileSync('fonttools', ['ttLib.woff2', 'compress', 'merged.ttf', '-o', 'packed'], inWork)
  const packed = readFileSync(join(work, 'packed'))
  rmSync(work, { recursive: true })
  return packed
}

for (const [name, face] of Object.entries(faces)) {
  for (const [slice, text] of Object.entries(slices)) {
    const font = await (slice === 'latin'
      ? cutWithNaira(face, text)
      : cut(face, slice, text, 'woff2'))
    writeFileSync(new URL(`${name}-${slice}.woff2`, to), font)
    console.log(`${name} ${slice}: ${font.length} bytes`)
  }
}
