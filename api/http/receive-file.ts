import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { TakenFile } from '#contract/endpoints/endpoint.ts'
import { apiError } from '#contract/errors.ts'
import { ReceivedFile } from '#contract/received-file.ts'

export interface FileRoom extends TakenFile {
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

/** Resolves to nothing for an empty body, or one that is dropped. */
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
