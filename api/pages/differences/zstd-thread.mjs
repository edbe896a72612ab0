// Runs in a thread of its own (encode-difference.ts).
import { randomBytes } from 'node:crypto'
import * as zlib from 'node:zlib'

/** 5 % more bytes than 19, in a tenth of the time. */
const level = 9

const compress = ownEncoder() ?? (await wasmEncoder())

/** One Zstandard frame: the page, compressed with the other one as raw dictionary. */
export const encode = ({ page, dictionary }) => compress(page, dictionary)

/** Node's, from 22.19 and 24.6. Versions before know no dictionary and ignore it. */
function ownEncoder() {
  // The types are those of Node 20.
  const { zstdCompressSync, constants } = /** @type {any} */ (zlib)
  if (!zstdCompressSync) return undefined
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  const own = (page, dictionary) => zstdCompressSync(page, { params, dictionary })
  const noise = randomBytes(1024)
  return own(noise, noise).length < noise.length ? own : undefined
}

async function wasmEncoder() {
  const { init, createCCtx, compressUsingDict, createDCtx, decompressUsingDict } = await import(
    '@bokuweb/zstd-wasm'
  )
  // A second time would break its memory.
  await init()
  const context = createCCtx()
  const compress = (page, dictionary) => compressUsingDict(context, page, dictionary, level)
  // V8 compiles WebAssembly anew while it runs: the first pages would take ten times as long.
  const text = Buffer.from(randomBytes(50_000).toString('hex'))
  for (let round = 0; round < 30; round++) compress(text.subarray(round * 1000), text)
  const reader = createDCtx()
  return (page, dictionary) => {
    const frame = compress(page, dictionary)
    // No browser shows a page that it cannot decode.
    const read = decompressUsingDict(reader, frame, dictionary)
    if (Buffer.compare(read, page) !== 0) throw new Error('Expected the page from its frame')
    return frame
  }
}
