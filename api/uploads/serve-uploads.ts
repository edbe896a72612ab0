import { join } from 'node:path'
import type { Context, Middleware } from 'koa'
import { sendFile } from '#api/http/send-file.ts'
import { refuse } from '#contract/refusals.ts'
import { uploadId } from '#contract/uploads.ts'

/** A picture opened as a document may do nothing at all. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** Readers' pictures, at addresses that never change what they show. */
export function serveUploads(dataDir: string): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/uploads/')) return next()
    const isPicture = uploadId(ctx.path) !== undefined
    if (isPicture && ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw refuse('methodNotAllowed')
    }
    if (isPicture && (await sendPicture(ctx, join(dataDir, ctx.path)))) return
    // A person gets the page for what is missing, a page's own <img> a few bytes.
    if (ctx.accepts('json', 'html') === 'html') return next()
    throw refuse('pictureNotFound')
  }
}

/** Resolves to whether there was one. */
async function sendPicture(ctx: Context, path: string): Promise<boolean> {
  try {
    await sendFile(ctx, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  ctx.type = 'image/webp'
  ctx.set(headers)
  return true
}
