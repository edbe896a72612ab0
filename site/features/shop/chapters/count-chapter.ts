import { type ChapterEvent, mostPlaces } from '#contract/shop/reading.ts'
import { call } from '#site/lib/call.ts'
import { countedChaptersKey } from '#site/lib/reading/counted-chapters-key.ts'
import { asksNotToBeTracked, remembersReading } from '#site/lib/reading/remembers-reading.ts'
import { readJson, writeJson } from '#site/lib/web-storage.ts'

/** By edition: `started 3`, `finished 3`. */
type Reported = Record<string, string[]>

const readReported = () => readJson(countedChaptersKey, (json) => json as Reported) ?? {}

export interface CountedChapter {
  bookId: string
  editionId: string
  number: number
}

/** Reports it once in this browser, which alone knows that it did. Where it may not note that, nothing is reported. */
export async function countChapter(
  { bookId: id, editionId, number }: CountedChapter,
  what: ChapterEvent,
): Promise<void> {
  if (asksNotToBeTracked() || !remembersReading() || !navigator.onLine) return
  const name = `${what} ${number}`
  const { [editionId]: done = [], ...others } = readReported()
  if (done.includes(name)) return
  const editions = Object.entries(others).slice(1 - mostPlaces)
  const noted = { ...Object.fromEntries(editions), [editionId]: [...done, name] }
  // It is noted first, so that a second tab does not report it as well.
  if (!writeJson(countedChaptersKey, noted)) return
  try {
    await call('POST /books/:id/read/:number/count', { id, number, editionId, what })
  } catch (error) {
    const now = readReported()
    const rest = now[editionId]?.filter((one) => one !== name) ?? []
    writeJson(countedChaptersKey, { ...now, [editionId]: rest })
    throw error
  }
}
