import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { build } from 'astro'
import { dateByContent, isText, writeCompressed } from './compress.ts'

/** What the builder sends to this process. */
export interface BundleOrder {
  root: string
  outDir: string
  cacheDir: string
  publicUrl: string
}

/** What it is told back: null for a good build, else what went wrong. */
export interface BundleAnswer {
  error: string | null
}

async function compressAll(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name)
        const body = await readFile(file)
        await (isText(extname(name)) ? writeCompressed(file, body) : dateByContent(file, body))
      }),
  )
}

// A process of its own, because it takes memory and a core for seconds and requests must wait for neither.
process.once('message', async (order: BundleOrder) => {
  let error: string | null = null
  try {
    await build({
      root: order.root,
      outDir: order.outDir,
      cacheDir: order.cacheDir,
      site: order.publicUrl,
      logLevel: 'warn',
    })
    await compressAll(join(order.outDir, 'client'))
  } catch (fault) {
    error = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  }
  process.send?.({ error } satisfies BundleAnswer, () => process.disconnect())
})
// Said once listening: what is sent to a process that is still loading is lost.
process.send?.('ready')
// The service has gone, in whatever way, or has been told.
process.on('disconnect', () => process.exit(0))
