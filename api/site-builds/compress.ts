import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const text = ['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']
const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Whether files with that ending are sent compressed. */
export function isText(ending: string): boolean {
  return text.includes(ending)
}

/** Compressed once, when it is built, so that neither we nor a front server compress at each request. */
export async function compress(body: Buffer): Promise<{ br: Buffer; gz: Buffer }> {
  // 11 takes a tenth of a second for our largest page and saves a tenth of its bytes.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [br, gz] = await Promise.all([asBrotli(body, { params }), asGzip(body, { level: 9 })])
  return { br, gz }
}
