import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import type { Context } from 'koa'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { ByteCache } from './byte-cache.ts'
import { isMarked, unmarkPersonal } from './front-cache.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface Variant {
  /** Whether it is compressed at the final quality. */
  isBest: boolean
  body: Buffer
}

interface Head {
  /** Alternating names and values, with Content-Length: Node writes a list a third faster than an object. */
  list: string[]
  /** The body whose length is in the list. */
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
  heads: Partial<Record<Encoding, Head>>
}

interface AnswerParts {
  status?: number
  headers: Record<string, string>
  body: Buffer
  etag?: string | undefined
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
    heads: {},
  }
  for (const [encoding, bytes] of Object.entries({ ...compressed, identity: body })) {
    if (bytes) answer.variants[encoding as Encoding] = { body: bytes, isBest: true }
  }
  return answer
}

/** The same page under other headers; both share what is compressed later. */
export function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
  return { ...answer, headers, heads: {} }
}

/** Undefined where the encoding is not compressed yet. */
function headOf(answer: Answer, encoding: Encoding): Head | undefined {
  const body = answer.variants[encoding]?.body
  const known = answer.heads[encoding]
  if (!body || known?.body === body) return known
  const headers = { ...headersIn(answer, encoding), 'Content-Length': String(body.length) }
  const head = { list: Object.entries(headers).flat(), body }
  answer.heads[encoding] = head
  return head
}

function headersIn({ headers }: Answer, encoding: Encoding): Record<string, string> {
  return encoding === 'identity' ? headers : { ...headers, 'Content-Encoding': encoding }
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
  const head = headOf(answer, encoding)
  if (!head) return false
  if (!answer.variants[encoding]?.isBest) improveVariant(answer)
  const { list, body } = head
  if (isKnown(answer, headers)) {
    // All but the length, which is the last.
    response.writeHead(304, [...list.slice(0, -2), ...beside]).end()
  } else {
    response.writeHead(answer.status, beside.length === 0 ? list : [...list, ...beside])
    response.end(method === 'HEAD' ? undefined : body)
  }
  return true
}

/** Sends a response through Koa; `headers` override its own. */
export async function respond(ctx: Context, answer: Answer, headers: Record<string, string> = {}) {
  const encoding = chooseEncoding(answer, ctx.headers['accept-encoding'])
  if (!answer.variants[encoding]) await compressVariant(answer, encoding)
  else if (!answer.variants[encoding].isBest) improveVariant(answer)
  ctx.status = answer.status
  const sent = { ...headersIn(answer, encoding), ...headers }
  ctx.set(sent)
  if (isMarked(sent)) unmarkPersonal(ctx)
  if (isKnown(answer, ctx.headers)) ctx.status = 304
  else ctx.body = answer.variants[encoding]?.body
}

/** Whether the browser has the page already. */
export function isKnown({ status, etag }: Answer, headers: IncomingHttpHeaders): boolean {
  return status === 200 && etag !== undefined && isFresh(headers, etag)
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

/** Whether the header names the encoding; `*` does not. */
export function takesByName(accepted: string | undefined, name: string): boolean {
  return accepted?.includes(name) === true && takes(accepted, name)
}

async function compressVariant({ variants, etag }: Answer, encoding: Encoding) {
  const { body } = variants.identity as Variant
  const bytes = await compressOnce(body, encoding as 'br' | 'gzip', etag)
  variants[encoding] = { body: bytes, isBest: encoding !== 'br' }
}

/** The page in Brotli, compressed for everybody. */
export async function brotliOf(answer: Answer): Promise<Buffer> {
  if (!answer.variants.br) await compressVariant(answer, 'br')
  return answer.variants.br?.body as Buffer
}

let isImproving = false

/** Brotli 10 saves 7 % and takes 25 ms, so it runs at the second request, one response at a time. */
function improveVariant({ variants }: Answer) {
  if (isImproving) return
  isImproving = true
  compress((variants.identity as Variant).body, 'br', 10)
    .then((body) => (variants.br = { body, isBest: true }))
    .catch(() => {})
    .finally(() => (isImproving = false))
}

/** Compressed bodies by ETag: the same list is sent a thousand times between two changes. */
const cachedBytes = 16 * 1024 * 1024
const overheadBytes = 500
const cached = new ByteCache<Promise<Buffer>>('compressed bodies', cachedBytes)

async function compressOnce(body: Buffer, encoding: 'br' | 'gzip', etag: string | undefined) {
  if (!etag) return compress(body, encoding)
  const key = `${encoding} ${etag}`
  const known = cached.find(key)
  if (known) return known
  const pending = compress(body, encoding)
  cached.put(key, pending, overheadBytes)
  cached.put(key, pending, (await pending).length + overheadBytes)
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
  /** It is computed on first use. */
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
