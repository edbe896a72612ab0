import { basename } from 'node:path'
import type { Context } from 'koa'
import parseRange from 'range-parser'
import type { Files } from '#api/integrations/files.ts'
import { fileAt } from '#api/integrations/folder-files.ts'
import { apiError } from '#contract/errors.ts'
import { isFresh } from './respond.ts'

/**
 * Streams a stored file with ETag, conditional requests and one byte range. `begin` runs before the first byte with
 * the range that will be sent, and may throw. Resolves to whether the file exists.
 */
export async function sendFile(
  ctx: Context,
  files: Pick<Files, 'find' | 'read'>,
  name: string,
  begin?: (part: { start: number; end: number }) => Promise<void>,
): Promise<boolean> {
  const found = await files.find(name)
  if (!found) return false
  const { bytes: size, etag, storedAt } = found
  ctx.set('ETag', etag)
  ctx.set('Last-Modified', storedAt.toUTCString())
  ctx.set('Accept-Ranges', 'bytes')
  ctx.status = 200
  if (isFresh(ctx.headers, etag, storedAt.toUTCString())) {
    ctx.status = 304
    return true
  }
  const range = readRange(ctx, size, etag)
  const part = range ?? { start: 0, end: size - 1 }
  if (ctx.method === 'HEAD') ctx.body = ''
  else {
    const body = await files.read(name, range && part)
    // The pipe reports errors that occurred before it.
    body.on('error', () => {})
    await begin?.(part).catch((error: unknown) => {
      body.destroy()
      throw error
    })
    if (range) {
      ctx.status = 206
      ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`)
    }
    ctx.body = body
  }
  ctx.length = part.end - part.start + 1
  return true
}

export function sendPath(ctx: Context, path: string): Promise<boolean> {
  return sendFile(ctx, fileAt(path), basename(path))
}

/** Undefined for the whole file, which also answers a request for several ranges. */
function readRange(ctx: Context, size: number, etag: string) {
  const header = ctx.get('Range')
  // Ranges are defined for GET alone (RFC 9110, 14.2).
  if (ctx.method !== 'GET' || !header.startsWith('bytes')) return undefined
  // The file has changed since the first part, so the download starts over.
  const condition = ctx.get('If-Range')
  if (condition && condition !== etag) return undefined
  // The parser rejects a suffix longer than the file, which RFC 9110 allows.
  const suffix = Number(/^bytes=-(\d+)$/.exec(header)?.[1] ?? 0)
  if (suffix > size) return { start: 0, end: size - 1 }
  const ranges = parseRange(size, header)
  if (ranges === -1 || ranges === -2) {
    ctx.set('Content-Range', `bytes */${size}`)
    throw apiError('badRange')
  }
  return ranges.length === 1 ? ranges[0] : undefined
}
