import { createHash } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const text = ['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']
const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Whether files with that ending are sent compressed. */
export function isText(ending: string): boolean {
  return text.includes(ending)
}

async function compress(body: Buffer): Promise<{ br: Buffer; gz: Buffer }> {
  // 11 takes a tenth of a second for our largest page and saves a tenth of its bytes.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [br, gz] = await Promise.all([asBrotli(body, { params }), asGzip(body, { level: 9 })])
  return { br, gz }
}

/** Writes what it is compressed to beside a file: once, when it is built, so that nobody compresses at each request. */
export async function writeCompressed(file: string, body: Buffer): Promise<void> {
  const { br, gz } = await compress(body)
  const variants = { [`${file}.br`]: br, [`${file}.gz`]: gz }
  await Promise.all(Object.entries(variants).map(([name, bytes]) => writeFile(name, bytes)))
  await Promise.all([file, ...Object.keys(variants)].map((name) => dateByContent(name, body)))
}

/**
 * A front server makes its tags of a file's date and size. So the date says what is in it: the same bytes have the same
 * tag in every release and on every machine, and others never do, however quickly one release follows another.
 */
export async function dateByContent(file: string, body: Buffer): Promise<void> {
  // 31 bits: seconds that every file system can hold.
  const date = createHash('sha256').update(body).digest().readUInt32BE() >>> 1
  await utimes(file, date, date)
}
