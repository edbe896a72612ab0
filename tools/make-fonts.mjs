// Makes site/fonts from the Ojuju family (OFL): one weight, three slices, only the letters of the site.
// Run it when a letter is missing: node tools/make-fonts.mjs. It needs fonttools (Debian: fonttools, python3-brotli).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const from = fileURLToPath(import.meta.resolve('@fontsource-variable/ojuju/package.json'))
const to = new URL('../site/fonts/', import.meta.url)

// The combining marks stay in every slice, so that a letter and its tone mark come from one file.
const marks = '\u0300\u0301\u0304'
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const slices = {
  latin: `${ascii}\u00a0–—‘’“”…·×àáèéìíòóùúÀÁÈÉÌÍÒÓÙÚ${marks}\u0323`,
  'latin-ext': `ṣṢɓƁɗƊƙƘṅṄ${marks}`,
  vietnamese: `ẹẸọỌịỊụỤ${marks}`,
}

const cut = (slice, text, targetFormat) =>
  subsetFont(
    readFileSync(from.replace('package.json', `files/ojuju-${slice}-wght-normal.woff2`)),
    text,
    {
      targetFormat,
      variationAxes: { wght: 760 },
      keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp'],
      noHinting: true,
    },
  )

/** The family has ₦ in another slice. Prices are on most pages: in this one it costs 60 bytes, and no file of its own. */
async function cutWithNaira(slice, text) {
  const work = mkdtempSync(join(tmpdir(), 'fonts-'))
  const parts = {
    latin: await cut(slice, text, 'sfnt'),
    naira: await cut('latin-ext', '₦', 'sfnt'),
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

for (const [slice, text] of Object.entries(slices)) {
  const font = await (slice === 'latin' ? cutWithNaira(slice, text) : cut(slice, text, 'woff2'))
  writeFileSync(new URL(`ojuju-${slice}.woff2`, to), font)
  console.log(`${slice}: ${font.length} bytes`)
}
