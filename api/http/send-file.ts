import { basename } from 'node:path'
import type { Context } from 'koa'
import parseRange from 'range-parser'
import type { Files } from '#api/integrations/files.ts'
import { fileAt } from '#api/integrations/folder-files.ts'
import { isFresh } from '#api/pages/respond.ts'
import { apiError } from '#contract/errors.ts'

/**
 * Streams a kept file with ETag, conditional requests and one byte range; the type is already set. `begin` is asked
 * before the first byte of the file is sent, not for the parts of a continued one, and may refuse; by then the file
 * has been opened. Resolves to whether there is such a file.
 */
export async function sendFile(
  ctx: Context,
  files: Pick<Files, 'find' | 'read'>,
  name: string,
  begin?: () => Promise<void>,
): Promise<boolean> {
  const found = await files.find(name)
  if (!found) return false
  const { bytes: size, etag, keptAt } = found
  ctx.set('ETag', etag)
  ctx.set('Last-Modified', keptAt.toUTCString())
  ctx.set('Accept-Ranges', 'bytes')
  ctx.status = 200
  if (isFresh(ctx.headers, etag, keptAt.toUTCString())) {
    ctx.status = 304
    return true
  }
  const range = readRange(ctx, size, etag)
  const part = range ?? { start: 0, end: size - 1 }
  if (ctx.method === 'HEAD') ctx.body = ''
  else {
    const body = await files.read(name, range && part)
    // What goes wrong before it is being sent is heard when it is.
    body.on('error', () => {})
    if (part.start === 0) {
      await begin?.().catch((error: unknown) => {
        body.destroy()
        throw error
      })
    }
    if (range) {
      ctx.status = 206
      ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`)
    }
    ctx.body = body
  }
  ctx.length = part.end - part.start + 1
  return true
}

/** The same of a file that came with the code. */
export function sendPath(ctx: Context, path: string): Promise<boolean> {
  return sendFile(ctx, fileAt(path), basename(path))
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
    throw apiError('badRange')
  }
  return ranges.length === 1 ? ranges[0] : undefined
}
