import { createHash } from 'node:crypto'

/** Sent by `npm run doctor -- cdn`, which gets differences before anybody else does. */
export const trialHeader = 'x-try-differences'

const magic = Buffer.from('5e2a4d1820000000', 'hex')

/** Marks a body as dictionary-compressed Zstandard, before the frame (RFC 9842, section 5). `hash`: of the dictionary. */
export const differenceHead = (hash: Buffer) => Buffer.concat([magic, hash])

let decoder: ReturnType<typeof openDecoder> | undefined

/** The page that was sent as `dcz`. Rejects where it is a difference to another page than `dictionary`. */
export async function decodeDifference(body: Buffer, dictionary: Buffer): Promise<Buffer> {
  const head = differenceHead(createHash('sha256').update(dictionary).digest())
  if (!body.subarray(0, head.length).equals(head)) throw new Error('Not to that dictionary')
  decoder ??= openDecoder()
  return Buffer.from((await decoder)(body.subarray(head.length), dictionary))
}

/** Late and once: it takes memory, and a second time would break that. */
async function openDecoder() {
  const { createDCtx, decompressUsingDict, init } = await import('@bokuweb/zstd-wasm')
  await init()
  const context = createDCtx()
  return (frame: Buffer, dictionary: Buffer) => decompressUsingDict(context, frame, dictionary)
}
