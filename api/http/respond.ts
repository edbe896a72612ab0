import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import type { Context } from 'koa'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { isMarked, unmarkPersonal } from './front-cache.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** The response in one encoding, ready to be sent. */
interface Variant {
  headers: Record<string, string>
  /** Compressed at the final quality. */
  isBest: boolean
  /** Alternating names and values, with Content-Length: Node writes a list a third faster than an object. */
  list: string[]
  body: Buffer
}

/** A complete response, the same for everybody. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Undefined for files with a hash in their name, which never change. */
  etag: string | undefined
  /** Compressed on request; the files of a release are compressed when they are built. */
  isCompressible: boolean
  variants: Partial<Record<Encoding, Variant>>
}

interface AnswerParts {
  status?: number
  headers: Record<string, string>
  body: Buffer
  etag?: string | undefined
  /** Compressed by the builder. */
  compressed?: Partial<Record<'br' | 'gzip', Buffer | undefined>>
  isCompressible?: boolean
}

/** Below this a compressed body is hardly smaller. */
const worthwhileBytes = 512

export function toAnswer({
  status = 200,
  headers,
  body,
  etag,
  compressed = {},
  isCompressible = body.length >= worthwhileBytes,
}: AnswerParts): Answer {
  const answer: Answer = {
    status,
    headers: { ...headers, ...(etag && { ETag: etag }) },
    etag,
    isCompressible,
    variants: {},
  }
  for (const [encoding, bytes] of Object.entries({ ...compressed, identity: body })) {
    if (bytes) addVariant(answer, encoding as Encoding, bytes, true)
  }
  return answer
}

function addVariant(answer: Answer, encoding: Encoding, body: Buffer, isBest: boolean): Variant {
  const headers = {
    ...answer.headers,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  }
  const list = Object.entries({ ...headers, 'Content-Length': String(body.length) }).flat()
  const variant = { headers, isBest, list, body }
  answer.variants[encoding] = variant
  return variant
}

/** A strong ETag: the same in every release and on every machine. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Whether to send a 304, also for requests with `Cache-Control: no-cache`: they ask for revalidation, which this is. */
export function isFresh(
  headers: IncomingHttpHeaders,
  etag: string,
  lastModified?: string,
): boolean {
  // Most requests have no validators, and parsing would cost as much as sending.
  if (!headers['if-none-match'] && !headers['if-modified-since']) return false
  const { 'cache-control': _, ...validators } = headers
  return fresh(validators, { etag, ...(lastModified && { 'last-modified': lastModified }) })
}

/** Sends a response without Koa; false where the encoding is not compressed yet. */
export function sendReady(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  beside: string[] = [],
): boolean {
  const encoding = chooseEncoding(answer, headers['accept-encoding'])
  const variant = answer.variants[encoding]
  if (!variant) return false
  if (!variant.isBest) improveVariant(answer)
  const { list, body } = variant
  if (answer.status === 200 && answer.etag && isFresh(headers, answer.etag)) {
    response.writeHead(304, [...Object.entries(variant.headers).flat(), ...beside]).end()
  } else {
    response.writeHead(answer.status, beside.length === 0 ? list : [...list, ...beside])
    response.end(method === 'HEAD' ? undefined : body)
  }
  return true
}

/** Sends a response through Koa; `headers` override its own. */
export async function respond(ctx: Context, answer: Answer, headers: Record<string, string> = {}) {
  const encoding = chooseEncoding(answer, ctx.headers['accept-encoding'])
  const known = answer.variants[encoding]
  if (known && !known.isBest) improveVariant(answer)
  const variant = known ?? (await compressVariant(answer, encoding))
  ctx.status = answer.status
  const sent = { ...variant.headers, ...headers }
  ctx.set(sent)
  if (isMarked(sent)) unmarkPersonal(ctx)
  const isKnown = answer.status === 200 && answer.etag && isFresh(ctx.headers, answer.etag)
  if (isKnown) ctx.status = 304
  else ctx.body = variant.body
}

/** Ignores the order of Accept-Encoding: browsers list gzip first. */
function chooseEncoding({ isCompressible, variants }: Answer, accepted: string | undefined) {
  for (const encoding of ['br', 'gzip'] as const) {
    if ((isCompressible || variants[encoding]) && takes(accepted, encoding)) return encoding
  }
  return 'identity'
}

/** An encoding may be listed to be excluded (`br;q=0`) or accepted by `*`. */
function takes(accepted = '', encoding: string): boolean {
  const name = accepted.includes(encoding) ? encoding : '*'
  const at = accepted.indexOf(name)
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(at + name.length))
}

async function compressVariant(answer: Answer, encoding: Encoding): Promise<Variant> {
  const { body } = answer.variants.identity as Variant
  const bytes = await compressOnce(body, encoding as 'br' | 'gzip', answer.etag)
  return addVariant(answer, encoding, bytes, encoding !== 'br')
}

let isImproving = false

/** Brotli 10 saves 7 % and takes 25 ms, so it runs at the second request, one response at a time. */
function improveVariant(answer: Answer) {
  if (isImproving) return
  isImproving = true
  compress((answer.variants.identity as Variant).body, 'br', 10)
    .then((bytes) => addVariant(answer, 'br', bytes, true))
    .catch(() => {})
    .finally(() => (isImproving = false))
}

/** Compressed bodies by ETag: the same list is sent a thousand times between two changes. */
const cachedBytes = 16 * 1024 * 1024
const overheadBytes = 500
const cached = new Map<string, Promise<Buffer>>()
let cachedSize = 0

async function compressOnce(body: Buffer, encoding: 'br' | 'gzip', etag: string | undefined) {
  if (!etag) return compress(body, encoding)
  const key = `${encoding} ${etag}`
  const known = cached.get(key)
  if (known) return known
  const pending = compress(body, encoding)
  cached.set(key, pending)
  cachedSize += (await pending).length + overheadBytes
  for (const [oldest, buffer] of cached) {
    if (cachedSize <= cachedBytes) break
    cached.delete(oldest)
    cachedSize -= (await buffer).length + overheadBytes
  }
  return pending
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Brotli 5 takes about as long as gzip 6 and saves 10 % more. */
export async function compress(
  body: Buffer,
  encoding: 'br' | 'gzip',
  quality = encoding === 'br' ? 5 : 6,
): Promise<Buffer> {
  const bytes =
    encoding === 'br'
      ? await compressors.br(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await compressors.gzip(body, { level: quality })
  // zlib returns a view of a 16 KB buffer, which would stay in memory as a whole.
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** A serialized response that requests can share. */
export interface JsonResponse {
  body: Buffer
  /** Computed on first use. */
  digest(): string
}

export function toJsonResponse(output: unknown): JsonResponse {
  const body = Buffer.from(JSON.stringify(output))
  let digest: string | undefined
  return {
    body,
    digest: () => {
      digest ??= createHash('sha1').update(body).digest('base64url')
      return digest
    },
  }
}

/** `marks`: the headers for a cache in front (front-cache.ts). */
export async function sendJson(
  ctx: Context,
  line: Endpoint,
  { body, digest }: JsonResponse,
  marks: Record<string, string> = {},
) {
  const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'
  const isPersonal = line.isPrivate || ctx.state.context.wasAsked()
  const isShared = isReading && !isPersonal
  const answer = toAnswer({
    status: ctx.status,
    body,
    etag: isShared ? `W/"${digest()}"` : undefined,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': isPersonal ? 'private, no-store' : isShared ? 'no-cache' : 'no-store',
      Vary: 'Accept-Encoding',
    },
  })
  await respond(ctx, answer, marks)
}
