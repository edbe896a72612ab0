import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convert } from 'fontverter'

// The tests look the same whatever the machine has installed.

const slices = ['latin', 'latin-ext', 'vietnamese', 'math', 'symbols']
const serifs = [
  ['noto-serif', 400, 'normal'],
  ['noto-serif', 700, 'normal'],
  ['noto-serif', 400, 'italic'],
]
const weights = (family, ...all) => [
  ...all.map((weight) => [family, weight, 'normal']),
  [family, 400, 'italic'],
]

/** What readers' systems use for `system-ui`, by the name that fontconfig knows: Android, Linux desktops, older Android. */
const sets = {
  Roboto: weights('roboto', 400, 500, 600, 700),
  'DejaVu Sans': weights('dejavu-sans', 400, 700),
  'Noto Sans': weights('noto-sans', 400, 500, 600, 700),
}

export const fontSets = Object.keys(sets)

/**
 * Puts the fonts of a set in a folder with a configuration of fontconfig that knows no others.
 * @returns {Promise<string>} the configuration's path, for FONTCONFIG_FILE
 */
export async function prepareFonts(sans = 'Roboto') {
  const folder = join(tmpdir(), 'ascend-fonts', sans.replaceAll(' ', '-'))
  mkdirSync(folder, { recursive: true })
  const require = createRequire(import.meta.url)
  for (const [family, weight, style] of [...sets[sans], ...serifs]) {
    for (const slice of slices) {
      const name = `${family}-${slice}-${weight}-${style}`
      const file = findFile(require, `@fontsource/${family}/files/${name}.woff2`)
      const unpacked = join(folder, `${name}.ttf`)
      if (file && !existsSync(unpacked)) write(unpacked, await convert(readFileSync(file), 'sfnt'))
    }
  }
  const config = join(folder, 'fonts.conf')
  write(config, configuration(folder, sans))
  return config
}

/** The file is replaced at once: a browser may be reading it already. */
function write(file, contents) {
  const part = `${file}.${process.pid}`
  writeFileSync(part, contents)
  renameSync(part, file)
}

function findFile(require, name) {
  try {
    return require.resolve(name)
  } catch {
    // Not every family has every slice.
    return undefined
  }
}

const configuration = (folder, sans) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  ${alias('serif', 'Noto Serif')}
  ${['sans-serif', 'system-ui', 'monospace'].map((name) => alias(name, sans)).join('\n  ')}
</fontconfig>
`

const alias = (name, family) =>
  `<alias binding="strong"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`
