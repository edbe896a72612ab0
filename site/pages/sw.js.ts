import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRoute } from 'astro'
import { build } from 'esbuild'

// Astro does not bundle it, because a worker's address must be stable and at the root of the site.
export const prerender = true

/** The service worker as one script. It changes whenever the offline page may. */
export const GET: APIRoute = async () => {
  const { outputFiles } = await build({
    entryPoints: ['site/features/shell/offline/worker.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    write: false,
    define: { VERSION: JSON.stringify(await versionOf(['site', 'content/brand.json'])) },
  })
  return new Response(outputFiles[0]?.text, { headers: { 'Content-Type': 'text/javascript' } })
}

/** Hash of files, and of all files in folders, as on disk. */
async function versionOf(places: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const place of places) {
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    )
    const files = entries
      ? entries
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
      : [place]
    for (const file of files.sort()) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 12)
}
