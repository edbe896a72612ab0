import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { decodeDifference } from '#api/http/answers/decode-difference.ts'

/** The headers of a Chromium that opens a page and has no dictionary yet. */
export const chromium = {
  Accept: 'text/html',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Sec-CH-UA': '"Not:A-Brand";v="8", "Chromium";v="130"',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
}

/** The headers of a Chromium that has this page. */
export function chromiumWith(page: Buffer, id?: string) {
  return {
    ...chromium,
    'Accept-Encoding': 'gzip, deflate, br, zstd, dcb, dcz',
    'Available-Dictionary': `:${sha256(page).toString('base64')}:`,
    ...(id && { 'Dictionary-ID': `"${id}"` }),
  }
}

export interface Sent {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The body as it is on the wire. */
  body: Buffer
}

/** Asks with these headers alone. */
export function ask(
  base: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, base), { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The page that was sent; throws where it is a difference to another page than `dictionary`. */
export async function decode({ headers, body }: Sent, dictionary?: Buffer): Promise<Buffer> {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'dcz' ? decodeDifference(body, dictionary ?? Buffer.alloc(0)) : body
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
