import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Middleware } from 'koa'
import pLimit from 'p-limit'
import { sendFile } from '#api/http/answers/send-file.ts'
import type { Files } from '#api/integrations/files.ts'
import { dayMs } from '#contract/days.ts'
import type { LoadedSite } from './building/release-loader.ts'
import { immutable, types } from './static-files.ts'

const folder = 'shared-assets'
const prefix = '/_astro/'
/** So each is there for half of it at least after its version has gone: longer than most tabs stay open. */
const keptMs = 60 * dayMs
const atOnce = 8
/** Unknown addresses query the storage at most this often. */
const listedMs = 2_000

/**
 * The scripts and styles of every version that ran lately, where replicas share no folder: a page of one version asks a
 * replica of another for them, and so does a tab that was opened before. They are stored among the files.
 */
export function sharedAssets(
  files: Files,
  site: () => Pick<LoadedSite, 'files'> | undefined,
  bundle: string,
) {
  const ownAssets = join(bundle, 'client', prefix)
  let known = new Set<string>()
  let listedAt = 0

  async function list() {
    listedAt = Date.now()
    const names = new Set<string>()
    for await (const { name } of files.list(folder)) names.add(name)
    known = names
  }

  return {
    /** Stores those of the bundle that are not there yet. */
    async store() {
      await list()
      const missing = (await readdir(ownAssets)).filter(
        (name) => types[extname(name)] && !known.has(nameOf(name)),
      )
      const someAtATime = pLimit(atOnce)
      await Promise.all(
        missing.map((name) => someAtATime(() => files.store(nameOf(name), join(ownAssets, name)))),
      )
    },

    /** Removes those of versions that went long ago; a version that runs stores its own anew in time. */
    async cleanUp() {
      const own = new Map((await readdir(ownAssets)).map((asset) => [nameOf(asset), asset]))
      for await (const { name, storedAt } of files.list(folder)) {
        const ageMs = Date.now() - storedAt.getTime()
        const asset = own.get(name)
        if (ageMs > (asset ? keptMs / 2 : keptMs)) await files.remove(name)
        // A replica that runs this version meanwhile has the file in memory.
        if (asset && ageMs > keptMs / 2) await files.store(name, join(ownAssets, asset))
      }
    },

    /** Serves only files that the release does not have. */
    serve: (async (ctx, next) => {
      const type = ctx.path.startsWith(prefix) ? types[extname(ctx.path)] : undefined
      const isAsked = type && (ctx.method === 'GET' || ctx.method === 'HEAD')
      if (!isAsked || site()?.files.has(ctx.path)) return next()
      const name = nameOf(ctx.path.slice(prefix.length))
      if (!known.has(name) && Date.now() - listedAt > listedMs) await list()
      if (!known.has(name) || !(await sendFile(ctx, files, name))) return next()
      ctx.set('Cache-Control', immutable)
      ctx.type = type
    }) satisfies Middleware,
  }
}

/** The bundler's names differ in case, which some storages ignore. */
function nameOf(asset: string): string {
  const hash = createHash('sha256').update(asset).digest('hex').slice(0, 32)
  return `${folder}/${hash}${extname(asset)}`
}
