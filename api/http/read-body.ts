import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context, Middleware } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import type { TakenFile } from '#contract/endpoints/endpoint.ts'
import { apiError } from '#contract/errors.ts'
import { type FormFields, readMultipart } from './multipart.ts'
import { collectBytes, eachChunk, receiveFile } from './receive-file.ts'
import { timeLimits } from './time-limits.ts'

/** Whether a page's own form was posted, not a script's JSON. */
export function isFormPost(ctx: Context): boolean {
  return Boolean(ctx.is('urlencoded', 'multipart'))
}

interface Room {
  /** Of everything but a file. */
  bytes: number
  takes: TakenFile | undefined
}

/** Reads JSON or an ordinary form; a file only where the line takes one. What was received lies on disk until the answer is out. */
export function readBody({ bytes, takes }: Room, bodyMs = timeLimits.body): Middleware {
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
    const isRaw = takes?.isRaw && !ctx.is('json', 'urlencoded', 'multipart')
    if (!isRaw && !ctx.is('multipart')) {
      await inTime(ctx, bodyMs, () => parse(ctx, async () => {}))
      return next()
    }
    const file = takes && { ...takes, path: join(tmpdir(), `ascend-${randomUUID()}`) }
    const fields: FormFields = new Map()
    const read = async () => {
      if (!isRaw || !file) return readMultipart(ctx.req, fields, { file, fieldBytes: bytes })
      const received = await eachChunk(ctx.req, (chunks) => receiveFile(file, chunks))
      if (received) fields.set('file', received)
    }
    try {
      // Also when the file is rejected: the fields before it need not be typed again.
      await (file ? read() : inTime(ctx, bodyMs, read)).finally(() => {
        ctx.request.body = Object.fromEntries(fields) as never
      })
      await next()
    } finally {
      if (file) await rm(file.path, { force: true })
    }
  }
}

/** Reads the very bytes that arrived, whatever they claim to be: over them a signature was made. */
export function readRawBody(bytes: number): Middleware {
  return async (ctx, next) => {
    ctx.request.body = (await inTime(ctx, timeLimits.body, () =>
      eachChunk(ctx.req, async (chunks) => new Uint8Array(await collectBytes(chunks, bytes))),
    )) as never
    await next()
  }
}

/** Bounds the time, so that a sender of a byte now and then cannot hold the request. */
async function inTime<T>(ctx: Context, ms: number, read: () => Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      // What else would come is not read: the connection ends with the answer.
      ctx.set('Connection', 'close')
      reject(apiError('tooSlow'))
    }, ms)
  })
  const reading = read()
  // After the timeout its rejection is not handled anywhere else.
  reading.catch(() => {})
  try {
    return await Promise.race([reading, tooLate])
  } finally {
    clearTimeout(late)
  }
}
