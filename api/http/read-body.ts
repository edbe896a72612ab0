import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context, Middleware } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { type FormFields, readMultipart } from './read-multipart.ts'

/** Whether a page's own form was posted, not a script's JSON. */
export function isFormPost(ctx: Context): boolean {
  return Boolean(ctx.is('urlencoded', 'multipart'))
}

/** Reads JSON or an ordinary form; a file only where the line takes one. What was received lies on disk until the answer is out. */
export function readBody({ bytes, takesFile }: { bytes: number; takesFile: boolean }): Middleware {
  const parse = koaBody({
    jsonLimit: bytes,
    formLimit: bytes,
    text: false,
    // Its parser for files leaves some behind, and a part's headers can stop the whole service: ours reads them.
    multipart: false,
    parsedMethods: [
      HttpMethodEnum.POST,
      HttpMethodEnum.PUT,
      HttpMethodEnum.PATCH,
      HttpMethodEnum.DELETE,
    ],
  })
  return async (ctx, next) => {
    if (!ctx.is('multipart')) return parse(ctx, next)
    const path = takesFile ? join(tmpdir(), `ascend-${randomUUID()}`) : undefined
    const fields: FormFields = new Map()
    try {
      // Also when the file is refused: what was typed before it is not to be typed again.
      await readMultipart(ctx.req, fields, { path, fieldBytes: bytes }).finally(() => {
        ctx.request.body = Object.fromEntries(fields) as never
      })
      await next()
    } finally {
      if (path) await rm(path, { force: true })
    }
  }
}
