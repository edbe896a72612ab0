// Makes site/fonts from the Ojuju family (OFL): one weight, four slices, only the letters of the site.
// Run it when a letter is missing: node tools/make-fonts.mjs
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const from = fileURLToPath(import.meta.resolve('@fontsource-variable/ojuju/package.json'))
const to = new URL('../site/fonts/', import.meta.url)

// The combining marks stay in every slice with letters, so that a letter and its tone mark come from one file.
const marks = '\u0300\u0301\u0304'
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const slices = {
  latin: `${ascii}\u00a0–—‘’“”…·×àáèéìíòóùúÀÁÈÉÌÍÒÓÙÚ${marks}\u0323`,
  'latin-ext': `ṣṢɓƁɗƊƙƘṅṄ${marks}`,
  vietnamese: `ẹẸọỌịỊụỤ${marks}`,
  // Alone: each page with a price needs it, and few of them the letters.
  naira: '₦',
}
/** Where the family has a slice's letters under another name. */
const origins = { naira: 'latin-ext' }

for (const [slice, text] of Object.entries(slices)) {
  const source = await readFile(
    from.replace('package.json', `files/ojuju-${origins[slice] ?? slice}-wght-normal.woff2`),
  )
  const font = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: 760 },
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp'],
    noHinting: true,
  })
  await writeFile(new URL(`ojuju-${slice}.woff2`, to), font)
  console.log(`${slice}: ${font.length} bytes`)
}
