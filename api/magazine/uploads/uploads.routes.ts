import type { Middleware } from 'koa'
import { cacheMarks, type FrontCache, keepsVariants } from '#api/http/answers/front-cache.ts'
import { takesByName } from '#api/http/answers/respond.ts'
import { sendFile } from '#api/http/answers/send-file.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { apiError } from '#contract/errors.ts'
import { uploadId } from '#contract/uploads.ts'
import { avifName } from './picture-files.ts'
import type { StorePicture } from './store-picture.ts'

export function uploadsRoutes({ serve }: Routes, { storePicture }: { storePicture: StorePicture }) {
  serve('POST /uploads', ({ file }, { reader }) => storePicture(file, reader.id))
}

/** A picture that is opened as a document may load and run nothing. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** The addresses are immutable. */
export function serveUploads(files: Files, cache?: FrontCache): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/uploads/')) return next()
    const isPicture = uploadId(ctx.path) !== undefined
    if (isPicture && ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw apiError('methodNotAllowed')
    }
    const webp = ctx.path.slice(1)
    // Any program says that it takes all kinds.
    const takesAvif = keepsVariants(cache) && takesByName(ctx.get('Accept'), 'image/avif')
    const type =
      isPicture && takesAvif && (await sendFile(ctx, files, avifName(webp)))
        ? 'image/avif'
        : isPicture && (await sendFile(ctx, files, webp)) && 'image/webp'
    if (type) {
      ctx.type = type
      ctx.vary('Accept')
      ctx.set({ ...headers, ...cacheMarks(cache, undefined, 'picture') })
      return
    }
    // A person gets the 404 page, an <img> a few bytes.
    if (ctx.accepts('json', 'html') === 'html') return next()
    throw apiError('pictureNotFound')
  }
}
