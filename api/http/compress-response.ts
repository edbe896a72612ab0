import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'

/** Below this a compressed answer is hardly smaller. */
const worthwhileBytes = 512

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}

export type Encoding = keyof typeof compress | 'identity'

/** Compresses for the wire. Brotli 5 costs about what gzip 6 does and saves a tenth more. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return trim(await compress.br(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
  }
  return encoding === 'gzip' ? trim(await compress.gzip(body)) : body
}

/** zlib hands out a part of 16 KB, all of which would be kept with it: two hundred bytes of counters a hundredfold. */
function trim(part: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

/** The best encoding that the browser takes. */
export function chooseEncoding(ctx: Context): Encoding {
  // Asked one by one: of several, the one that the browser names first would win, and browsers begin with gzip.
  if (ctx.acceptsEncodings('br')) return 'br'
  return ctx.acceptsEncodings('gzip') ? 'gzip' : 'identity'
}

/** Compressed answers kept, by what they hold: the same list goes out a thousand times between two changes. */
const keptBytes = 16 * 1024 * 1024
/** What the engine needs beside the bytes of one, roughly: its name, its place in the list. */
const besideBytes = 500
const kept = new Map<string, Promise<Buffer>>()
let keptSize = 0

/**
 * Sets the body, compressed when the browser takes it and it is worth it. `digest` stands for the body's
 * content; with it, the same answer is compressed once.
 */
export async function compressResponse(ctx: Context, body: Buffer, digest?: string): Promise<void> {
  ctx.vary('Accept-Encoding')
  const encoding = body.length < worthwhileBytes ? 'identity' : chooseEncoding(ctx)
  if (encoding === 'identity') {
    ctx.body = body
    return
  }
  ctx.set('Content-Encoding', encoding)
  ctx.body = await (digest ? encodeOnce(body, encoding, digest) : encode(body, encoding))
}

async function encodeOnce(body: Buffer, encoding: Encoding, digest: string): Promise<Buffer> {
  const key = `${encoding} ${digest}`
  const known = kept.get(key)
  if (known) return known
  const made = encode(body, encoding)
  kept.set(key, made)
  keptSize += (await made).length + besideBytes
  for (const [oldest, buffer] of kept) {
    if (keptSize <= keptBytes) break
    kept.delete(oldest)
    keptSize -= (await buffer).length + besideBytes
  }
  return made
}
