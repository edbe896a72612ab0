import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postcss from 'postcss'
import tailwind from 'tailwindcss'
import nesting from 'tailwindcss/nesting/index.js'
import config from '../../tailwind.config.mjs'

const site = fileURLToPath(new URL('..', import.meta.url))
const sheet = join(site, 'styles/base.css')
// unchecked pattern: it reads our own code, when the site is bundled.
const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:#site|\.)[^'"]+\.(?:astro|tsx|ts))['"]/g

// unchecked pattern: likewise.
const globbed = /\bglob<\w+>\('(\.[^'*]*)\*\*\/\*([^'*]+)'/g

/** The file and every file of the site that it imports, statically, dynamically or by the end of its name. */
export function filesOf(file, found = new Set()) {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, folder, ending] of text.matchAll(globbed)) {
    const below = join(dirname(file), folder)
    const names = readdirSync(below, { recursive: true, encoding: 'utf8' })
    for (const name of names) if (name.endsWith(ending)) filesOf(join(below, name), found)
  }
  for (const [, path] of text.matchAll(imported)) {
    filesOf(
      path.startsWith('#site/') ? join(site, path.slice(6)) : join(dirname(file), path),
      found,
    )
  }
  return found
}

/** The reset, the shared styles and the utilities, as far as the files need them. */
export const stylesOf = (files) => runTailwind(readFileSync(sheet, 'utf8'), files)

/** Tailwind's output of a sheet for the classes in the files. */
export async function runTailwind(source, files) {
  // It has their text, not their paths: Tailwind finds no file whose name has brackets.
  const content = {
    ...config.content,
    files: [...files].map((file) => ({
      raw: readFileSync(file, 'utf8'),
      extension: extname(file).slice(1),
    })),
  }
  /** @type {any} Tailwind's types do not accept the numbers of the theme. */
  const settings = { ...config, content }
  const { css } = await postcss([nesting(), tailwind(settings)]).process(source, {
    from: sheet,
  })
  return css
}
