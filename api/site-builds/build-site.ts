import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'astro'

/** What the builder sends to this process, as JSON on the command line. */
export interface BuildOrder {
  root: string
  outDir: string
  cacheDir: string
  publicUrl: string
}

const text = ['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']

/** Compressed once here, so that neither we nor a front server compress at each request. */
async function compress(folder: string) {
  const names = await readdir(folder, { recursive: true })
  for (const name of names) {
    if (!text.includes(extname(name))) continue
    const file = join(folder, name)
    const body = await readFile(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    await writeFile(`${file}.br`, brotliCompressSync(body, { params }))
    await writeFile(`${file}.gz`, gzipSync(body, { level: 9 }))
  }
}

// A process of its own: a build takes memory and a core for seconds, and requests must not wait for either.
const order = JSON.parse(process.argv[2] ?? '') as BuildOrder
await build({
  root: order.root,
  outDir: order.outDir,
  cacheDir: order.cacheDir,
  site: order.publicUrl,
  logLevel: 'warn',
})
await compress(join(order.outDir, 'client'))
// Vite's workers would keep the process for a moment more.
process.exit(0)
