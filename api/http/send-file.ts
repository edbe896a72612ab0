import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Context } from 'koa'
import parseRange from 'range-parser'
import { refuse } from '#contract/refusals.ts'

/**
 * Streams a file with ETag, conditional requests and one byte range; the type is already set. `begin` is asked
 * before the first byte of the file is sent, not for the parts of a continued one, and may refuse.
 */
export async function sendFile(
  ctx: Context,
  path: string,
  begin?: () => Promise<void>,
): Promise<void> {
  const { size, mtimeMs } = await stat(path)
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  ctx.set('ETag', etag)
  ctx.set('Last-Modified', new Date(mtimeMs).toUTCString())
  ctx.set('Accept-Ranges', 'bytes')
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const range = readRange(ctx, size, etag)
  if (ctx.method === 'GET' && (range?.start ?? 0) === 0) await begin?.()
  if (range) {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  ctx.body = ctx.method === 'HEAD' ? '' : createReadStream(path, { start, end })
  ctx.length = end - start + 1
}

/** The part asked for, or undefined for the whole. Several parts at once are answered with the whole. */
function readRange(ctx: Context, size: number, etag: string) {
  const header = ctx.get('Range')
  // Parts are defined for GET alone (RFC 9110, 14.2).
  if (ctx.method !== 'GET' || !header.startsWith('bytes')) return undefined
  // The file changed since the reader got the first part: start over.
  const condition = ctx.get('If-Range')
  if (condition && condition !== etag) return undefined
  // The last bytes of a file that has fewer are the whole file; the parser would call that unsatisfiable.
  const suffix = Number(/^bytes=-(\d+)$/.exec(header)?.[1] ?? 0)
  if (suffix > size) return { start: 0, end: size - 1 }
  const ranges = parseRange(size, header)
  if (ranges === -1 || ranges === -2) {
    ctx.set('Content-Range', `bytes */${size}`)
    throw refuse('badRange')
  }
  return ranges.length === 1 ? ranges[0] : undefined
}
