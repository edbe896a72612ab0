import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Logger } from 'pino'
import { compress } from '#api/http/answers/respond.ts'
import { dayMs } from '#contract/days.ts'
import { findDictionary, listDictionaryHashes, putDictionary } from './dictionaries.queries.ts'

const decompress = promisify(brotliDecompress)

const retryMs = 60_000
/** Made-up hashes cost one query in so long. */
const listedMs = 5_000
const quality = 9

/** Landing pages of the last days, which every replica and the next release know. Without a database there are none. */
export function storedDictionaries(log: Logger) {
  let hashes: Promise<Set<string>> = Promise.resolve(new Set())
  let listedAt = Number.NEGATIVE_INFINITY
  const loading = new Map<string, Promise<Buffer | undefined>>()
  /** When each may be stored again. */
  const due = new Map<string, number>()

  const isStored = async (hash: string): Promise<boolean> => {
    if ((await hashes).has(hash)) return true
    if (performance.now() - listedAt > listedMs) {
      listedAt = performance.now()
      hashes = listDictionaryHashes().then(
        (list) => new Set(list),
        () => new Set(),
      )
    }
    return (await hashes).has(hash)
  }
  const load = async (hash: string) => {
    const packed = await findDictionary(hash)
    return packed && (await decompress(packed))
  }
  const store = async (hash: string, page: Buffer) => {
    const body = new Uint8Array(await compress(page, 'br', quality))
    await putDictionary({ hash, body })
  }

  return {
    async find(hash: string): Promise<Buffer | undefined> {
      try {
        if (!(await isStored(hash))) return undefined
        const page = loading.get(hash) ?? load(hash).finally(() => loading.delete(hash))
        loading.set(hash, page)
        return await page
      } catch {
        return undefined
      }
    },
    /** Call it each time the page is sent as a dictionary; it is stored once a day. */
    note(hash: string, page: Buffer) {
      const now = Date.now()
      if (now < (due.get(hash) ?? 0)) return
      for (const [other, at] of due) if (at < now) due.delete(other)
      due.set(hash, now + dayMs)
      store(hash, page).catch((error: unknown) => {
        due.set(hash, now + retryMs)
        log.debug({ err: error }, 'dictionary not stored')
      })
    },
  }
}
