import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convert } from 'fontverter'

// What a browser on Android has (design/DESIGN.md, section 4): the tests look the same whatever the machine has installed.

const slices = ['latin', 'latin-ext', 'vietnamese', 'math', 'symbols']
const faces = [
  ...[400, 500, 600, 700].map((weight) => ['roboto', weight, 'normal']),
  ['roboto', 400, 'italic'],
  ...[400, 700].map((weight) => ['noto-serif', weight, 'normal']),
  ['noto-serif', 400, 'italic'],
]

/**
 * Puts the fonts in a folder with a configuration of fontconfig that knows no others.
 * @returns {Promise<string>} the configuration's path, for FONTCONFIG_FILE
 */
export async function prepareFonts() {
  const folder = join(tmpdir(), 'ascend-fonts')
  mkdirSync(folder, { recursive: true })
  const require = createRequire(import.meta.url)
  for (const [family, weight, style] of faces) {
    for (const slice of slices) {
      const name = `${family}-${slice}-${weight}-${style}`
      const file = findFile(require, `@fontsource/${family}/files/${name}.woff2`)
      if (file)
        writeFileSync(join(folder, `${name}.ttf`), await convert(readFileSync(file), 'sfnt'))
    }
  }
  const config = join(folder, 'fonts.conf')
  writeFileSync(config, configuration(folder))
  return config
}

function findFile(require, name) {
  try {
    return require.resolve(name)
  } catch {
    // Not every family has every slice.
    return undefined
  }
}

const configuration = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  ${alias('serif', 'Noto Serif')}
  ${['sans-serif', 'system-ui', 'monospace'].map((name) => alias(name, 'Roboto')).join('\n  ')}
</fontconfig>
`

const alias = (name, family) =>
  `<alias binding="strong"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`
