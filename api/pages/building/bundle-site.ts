import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { build } from 'astro'
import { dateByContent, isText, writeCompressed } from './releases.ts'

// bundle-site <folder>: a program of its own, because Vite takes memory and settings from the whole process.

const [outDir = ''] = process.argv.slice(2)
await build({ outDir, logLevel: 'warn' })
const entries = await readdir(join(outDir, 'client'), { recursive: true, withFileTypes: true })
await Promise.all(
  entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const body = await readFile(file)
      await (isText(extname(name)) ? writeCompressed(file, body) : dateByContent(file, body))
    }),
)
