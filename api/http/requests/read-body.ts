import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context, Middleware } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import type { TakenFile } from '#contract/endpoints/endpoint.ts'
import { fileId } from '#contract/endpoints/operations/file-parts.ts'
import { apiError } from '#contract/errors.ts'
import { withinTime } from '../load/within-time.ts'
import { timeLimits } from '../open-server.ts'
import type { RequestContext } from '../request-context.ts'
import { readParts } from './file-parts.queries.ts'
import {
  collectBytes,
  eachChunk,
  type FormFields,
  readMultipart,
  receiveFile,
} from './multipart.ts'

export function isFormPost(ctx: Context): boolean {
  return Boolean(ctx.is('urlencoded', 'multipart'))
}

const onlyReads = ({ method }: Context) => method === 'GET' || method === 'HEAD'

function bringsBody(ctx: Context): boolean {
  if (onlyReads(ctx)) return false
  return Boolean(ctx.request.length) || ctx.get('Transfer-Encoding') !== ''
}

/** curl without a content type sends JSON as a form: one field whose name is the whole body. */
function isJsonAsForm(ctx: Context): boolean {
  if (!ctx.is('urlencoded')) return false
  return /^\s*[{[]/.test(Object.keys((ctx.request.body as object | undefined) ?? {})[0] ?? '')
}

interface Room {
  bytes: number
  takes: TakenFile | undefined
  /** Whether the endpoint has input besides its path; otherwise the body is ignored. */
  isRead: boolean
  /** Whether the sender may upload; otherwise the file is discarded as it arrives. */
  mayStore(ctx: Context): Promise<boolean>
}

/** The parts of a file that has arrived before; undefined where the body is the file. */
async function partsOf(ctx: Context): Promise<AsyncIterable<Buffer> | undefined> {
  const id = fileId.safeParse(ctx.query['parts']).data
  const staff = id && (await (ctx.state.context as RequestContext).findStaff())
  return staff ? readParts({ staffId: staff.id, id }) : undefined
}

/** One for each limit: there are hundreds of endpoints. */
const parsers = new Map<number, Middleware>()

function parserUpTo(bytes: number): Middleware {
  const parser =
    parsers.get(bytes) ??
    koaBody({
      jsonLimit: bytes,
      formLimit: bytes,
      text: false,
      // formidable can crash the process (docs/decisions/0014).
      multipart: false,
      parsedMethods: [
        HttpMethodEnum.POST,
        HttpMethodEnum.PUT,
        HttpMethodEnum.PATCH,
        HttpMethodEnum.DELETE,
      ],
    })
  parsers.set(bytes, parser)
  return parser
}

/** Reads JSON or a form, and a file only where the endpoint takes one: a temporary file until the response is sent. */
export function readBody(
  { bytes, takes, isRead, mayStore }: Room,
  bodyMs = timeLimits.body,
): Middleware {
  const parse = parserUpTo(bytes)
  const readFields = async (ctx: Context) => {
    await inTime(ctx, bodyMs, () => parse(ctx, async () => {}))
    if (isRead && isJsonAsForm(ctx)) throw apiError('wrongMediaType')
  }
  return async (ctx, next) => {
    const isKnown = Boolean(ctx.is('json', '+json', 'urlencoded', 'multipart'))
    const isRaw = takes?.isRaw && !isKnown
    if (isRead && !isRaw && !isKnown && bringsBody(ctx)) throw apiError('wrongMediaType')
    if (!isRaw && !ctx.is('multipart')) {
      if (!onlyReads(ctx)) await readFields(ctx)
      return next()
    }
    const path =
      takes && (await mayStore(ctx)) ? join(tmpdir(), `ascend-${randomUUID()}`) : undefined
    const file = takes && { ...takes, path }
    const fields: FormFields = new Map()
    const read = async () => {
      if (!isRaw || !file) return readMultipart(ctx.req, fields, { file, fieldBytes: bytes })
      const parts = path && (await partsOf(ctx))
      const received = await (parts
        ? receiveFile(file, parts)
        : eachChunk(ctx.req, (chunks) => receiveFile(file, chunks)))
      if (received) fields.set('file', received)
    }
    try {
      // A rejected file is read too, so that the other fields need not be typed again.
      await (file ? read() : inTime(ctx, bodyMs, read)).finally(() => {
        ctx.request.body = Object.fromEntries(fields) as never
      })
      await next()
    } finally {
      if (path) await rm(path, { force: true })
    }
  }
}

/** Reads the raw bytes, which the signature covers. */
export function readRawBody(bytes: number): Middleware {
  return async (ctx, next) => {
    ctx.request.body = (await inTime(ctx, timeLimits.body, () =>
      eachChunk(ctx.req, async (chunks) => new Uint8Array(await collectBytes(chunks, bytes))),
    )) as never
    await next()
  }
}

function inTime<T>(ctx: Context, ms: number, read: () => Promise<T>): Promise<T> {
  return withinTime(ms, read).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
    // The rest stays unread, so the connection is closed after the response.
    ctx.set('Connection', 'close')
    throw apiError('tooSlow')
  })
}
