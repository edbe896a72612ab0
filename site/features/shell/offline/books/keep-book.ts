import { keptRoom } from '#contract/shop/reading.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { call } from '#site/lib/call.ts'
import { savesData } from '#site/lib/engaged/is-slow.ts'
import {
  cacheAnswer,
  cacheNeeds,
  dropUnneeded,
  fetchPage,
  findCached,
  NoRoom,
} from '#site/lib/offline/cache.ts'
import { keptPages, noteKept, removeKept } from '#site/lib/offline/kept-cache.ts'
import { keptPicture } from '#site/lib/offline/kept-picture.ts'
import { booksCache, isCacheable } from '#site/lib/offline/rules.ts'
import { type KeptBook, usedByOthers } from '#site/lib/reading/kept-books.ts'

export interface WantedBook
  extends Pick<KeptBook, 'id' | 'title' | 'editionId' | 'hasPictures' | 'isFree'> {
  /** The number of its last part. */
  last: number
  /** About, as they are sent. */
  textBytes: number
  pictureBytes: number
}

/** A page on the device is so much larger than it is sent. */
const unpacked = 5

/**
 * Takes the pages of a book onto the device, one by one. What is there is not fetched again after a break; a book is read
 * without a network, or in its new edition, only once it is whole. `files` are those that its pages load when they are
 * used. Rejects with NoRoom when it does not fit: then nothing of it stays.
 */
export async function keepBook(book: WantedBook, files: string[], onStep: (part: number) => void) {
  const staged = `${booksCache}-${book.editionId}${book.hasPictures ? '-pictures' : ''}`
  try {
    await dropOthers(staged)
    await requireRoom(book)
    if (!book.isFree) await call('POST /books/:id/keep', { id: book.id })
    navigator.storage?.persist?.().catch(console.warn)
    const pages = pagesOf(book)
    for (const [at, page] of pages.entries()) {
      if (!(await findCached(page, staged))) await fetchOne(page, book, staged, files)
      onStep((at + 1) / pages.length)
    }
    await putInPlace(book.id, staged)
    const { id, title, editionId, hasPictures, isFree } = book
    const now = Date.now()
    const times = { keptAt: now, checkedAt: now, askedAt: now }
    await noteKept({ id, title, editionId, hasPictures, isFree, bytes: bytesOf(book), ...times })
  } catch (error) {
    const isFull = error instanceof NoRoom || (error as Error).name === 'QuotaExceededError'
    if (!isFull) throw error
    await caches.delete(staged)
    throw new NoRoom()
  }
}

/** What is left of keeping another book, another edition, or with other pictures. */
async function dropOthers(staged: string) {
  for (const name of await caches.keys())
    if (name.startsWith(`${booksCache}-`) && name !== staged) await caches.delete(name)
}

const bytesOf = ({ textBytes, pictureBytes, hasPictures }: WantedBook) =>
  textBytes + (hasPictures ? pictureBytes : 0)

async function requireRoom(book: WantedBook) {
  if (usedByOthers(book.id) + bytesOf(book) > keptRoom) throw new NoRoom()
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } =
    (await navigator.storage?.estimate?.()) ?? {}
  const onDevice = bytesOf(book) + book.textBytes * (unpacked - 1)
  if (quota - usage < onDevice) throw new NoRoom()
}

function pagesOf({ id, last, isFree }: WantedBook): string[] {
  const parts = Array.from({ length: last }, (_, at) => readingPaths.part(id, at + 1))
  const stamp = isFree ? [] : [readingPaths.stamp(id)]
  return [
    ...stamp,
    ...parts,
    readingPaths.search(id),
    readingPaths.notes(id),
    readingPaths.book(id),
  ]
}

async function fetchOne(page: string, book: WantedBook, staged: string, files: string[]) {
  const { hasPictures, editionId } = book
  // Under data saver a page comes with its pictures only where they are asked for.
  const answer = await fetchPage(hasPictures && savesData() ? `${page}?pictures` : page)
  const html = await answer.clone().text()
  // The stamp is one person's, as the device is.
  const isStamp = answer.headers.get('Content-Type')?.includes('svg')
  if (!(isStamp ? answer.ok : isCacheable(answer)))
    throw new Error(`Keeping ${page} failed with status ${answer.status}`)
  if (html.includes('data-edition=') && !html.includes(editionId)) throw new Error('A new edition')
  const others = [...(hasPictures ? picturesIn(html) : []), ...lateFilesIn(html), ...files]
  const needed = await cacheNeeds(staged, html, isStamp ? [] : others)
  await cacheAnswer(staged, page, answer, needed)
}

const picturesIn = (html: string) =>
  [...html.matchAll(/\ssrc="(\/uploads\/[^"]+)"/g)].map(([, src = '']) => keptPicture(src))

/** Of what a page loads when it is touched: islands, and the styles of the reading modes. */
const lateFilesIn = (html: string) =>
  [...html.matchAll(/\s(?:component-url|renderer-url|data-modes)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  )

/** The book is read from now on as it was fetched. */
async function putInPlace(id: string, staged: string) {
  const [from, to] = [await caches.open(staged), await caches.open(booksCache)]
  const requests = await from.keys()
  // Another tab has put it there meanwhile.
  if (requests.length === 0) return
  try {
    for (const page of await keptPages(id)) await to.delete(page)
    for (const request of requests) {
      const found = await from.match(request, { ignoreVary: true })
      if (found) await to.put(request, found)
    }
  } catch (error) {
    await removeKept(id)
    throw error
  }
  await caches.delete(staged)
  await dropUnneeded(booksCache)
}
