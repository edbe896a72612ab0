import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { TakenFile } from '#contract/endpoints/endpoint.ts'
import { apiError, required } from '#contract/errors.ts'
import { ReceivedFile } from '#contract/received-file.ts'

const mostParts = 50

/** Limit for the headers of one part; a browser writes two lines. */
const headBytes = 8 * 1024

const endOfHead = Buffer.from('\r\n\r\n')

export type FormFields = Map<string, string | ReceivedFile>

interface Room {
  /** Undefined: no file is accepted. */
  file: FileRoom | undefined
  fieldBytes: number
}

/** Streams a multipart body (RFC 7578) into `fields`; the file's own name and type are ignored. */
export async function readMultipart(
  request: IncomingMessage,
  fields: FormFields,
  room: Room,
): Promise<void> {
  await eachChunk(request, (chunks) =>
    readParts(new Body(chunks[Symbol.asyncIterator]()), boundaryOf(request), fields, room),
  )
}

/** RFC 2046 allows no longer one. */
const longestBoundary = 70

/** The delimiter, with the line break before it. */
function boundaryOf({ headers }: IncomingMessage): Buffer {
  const [, named = ''] =
    /;\s*boundary=("[^"]*"|[^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? []
  const boundary = named.replaceAll('"', '')
  if (boundary === '' || boundary.length > longestBoundary) throw apiError('invalid')
  return Buffer.from(`\r\n--${boundary}`, 'latin1')
}

async function readParts(
  body: Body,
  boundary: Buffer,
  fields: FormFields,
  { file, fieldBytes }: Room,
) {
  let hasFile = false
  let bytesLeft = fieldBytes
  await collectBytes(body.upTo(boundary), headBytes)
  for (let parts = 1; !(await body.startsWith('--')); parts++) {
    const { name, isFile } = readHead(await collectBytes(body.upTo(endOfHead), headBytes))
    if (parts > mostParts) throw apiError('tooLarge')
    if (isFile) {
      if (!file) throw apiError('wrongMediaType')
      if (hasFile) throw apiError('invalid')
      hasFile = true
      const received = await receiveFile(file, body.upTo(boundary))
      // An empty file field sends a file of no bytes.
      if (received) fields.set(name, received)
    } else {
      const text = await collectBytes(body.upTo(boundary), bytesLeft)
      bytesLeft -= text.length
      fields.set(name, text.toString())
    }
  }
}

function readHead(head: Buffer): { name: string; isFile: boolean } {
  const disposition = /^content-disposition:.*$/im.exec(head.toString())?.[0] ?? ''
  const name = required(/;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition), 'invalid')
  return { name: name[1] ?? name[2] ?? '', isFile: /;\s*filename\*?=/i.test(disposition) }
}

/** Reads chunks of any size up to one delimiter after another. */
class Body {
  // Starts with a line break, so that the first boundary is read like the others.
  private rest: Buffer = Buffer.from('\r\n')

  constructor(private readonly chunks: AsyncIterator<Buffer>) {}

  /** The bytes before the delimiter, which is skipped. */
  async *upTo(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(mark)
      // The last bytes may be the start of the delimiter.
      const sure = at >= 0 ? at : Math.max(0, this.rest.length - mark.length + 1)
      const piece = this.rest.subarray(0, sure)
      this.rest = this.rest.subarray(at >= 0 ? at + mark.length : sure)
      yield piece
      if (at >= 0) return
      await this.readMore()
    }
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.rest.length < text.length) await this.readMore()
    return this.rest.toString('latin1', 0, text.length) === text
  }

  private async readMore() {
    const { done, value } = await this.chunks.next()
    if (done) throw apiError('invalid')
    this.rest = Buffer.concat([this.rest, value])
  }
}

interface FileRoom extends TakenFile {
  /** Undefined: its bytes are counted and dropped. */
  path: string | undefined
}

/** Reads a body as it arrives. The rest of a rejected one is discarded, so that the sender reads the response. */
export async function eachChunk<T>(
  request: IncomingMessage,
  read: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const chunks: AsyncIterableIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    return await read(chunks)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw apiError('invalid')
    throw error
  } finally {
    await chunks.return?.()
    request.resume()
  }
}

/** Throws 'tooLarge' beyond `most` bytes. */
export async function collectBytes(pieces: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const collected: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > most) throw apiError('tooLarge')
    collected.push(piece)
  }
  return Buffer.concat(collected)
}

/** Resolves to undefined for an empty or discarded body. */
export async function receiveFile(
  { path, bytes: most, tooLarge }: FileRoom,
  pieces: AsyncIterable<Buffer>,
): Promise<ReceivedFile | undefined> {
  let bytes = 0
  let file: FileHandle | undefined
  try {
    if (path) file = await open(path, 'wx', 0o600)
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > most) throw apiError(tooLarge)
      await file?.appendFile(piece)
    }
  } finally {
    await file?.close()
  }
  return path && bytes > 0 ? new ReceivedFile(path, bytes) : undefined
}
