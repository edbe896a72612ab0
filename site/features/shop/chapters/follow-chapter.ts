import { type ChapterEvent, minutesOf, sayMinutes } from '#contract/shop/reading.ts'
import { fetchAhead } from '#site/lib/engaged/fetch-ahead.ts'
import { findBookPlace, keepBookPlace } from '#site/lib/reading/book-places.ts'
import { accountNotesKey, notesKey } from '#site/lib/reading/note-keys.ts'
import { readerMark } from '#site/lib/session.ts'
import { readText } from '#site/lib/web-storage.ts'
import { showKeySwitch } from './chapter-keys.ts'
import type { CountedChapter } from './count-chapter.ts'
import { measureChapter } from './measure-chapter.ts'

/** From here on the next chapter is fetched ahead. */
const almostRead = 0.8
/** A chapter that is read so far is finished: what follows may be notes. */
const chapterFinishedAt = 0.95
/** Where the reader is, is written down at most so often. */
const keepEveryMs = 1000

/** The chapter that is open, and what shows how far its reader is. */
function findChapter() {
  const chapter = document.querySelector<HTMLElement>('[data-chapter-page]')
  const text = chapter?.querySelector<HTMLElement>('[data-chapter-text]')
  if (!chapter || !text) return undefined
  const { book: bookId = '', edition: editionId = '', ...facts } = chapter.dataset
  const progress = document.querySelector<HTMLElement>('[data-progress]')
  return {
    text,
    bookId,
    editionId,
    number: Number(facts['number']),
    words: Number(facts['words']),
    before: Number(facts['before']),
    all: Math.max(1, Number(facts['all'])),
    left: progress?.querySelector('[data-left]'),
    percent: progress?.querySelector('[data-percent]'),
    climbed: document.querySelectorAll('[data-climbed]'),
    read: document.querySelector('nav [data-read]'),
    ofBookLeft: document.querySelector('[data-book-left]'),
    isNextFetched: false,
    isFinished: false,
  }
}

/** Follows the reader through a chapter: what is left, how far they are, and where to go on another day. */
function followChapter(first: NonNullable<ReturnType<typeof findChapter>>) {
  let open = first
  let keptAt = 0
  /** To where their other device is: what this page shows is their place no more. */
  let hasMoved = false

  const look = () => {
    const { text, bookId, editionId, number, words, left, percent } = open
    const { block, within, fraction } = measureChapter(text)
    const ofBook = Math.min(1, (open.before + fraction * words) / open.all)
    if (left) left.textContent = `${sayMinutes(minutesOf(words * (1 - fraction)))} left in chapter`
    if (percent) percent.textContent = `${Math.round(ofBook * 100)} % of the book`
    if (open.read) open.read.textContent = `${Math.round(ofBook * 100)} % read`
    if (open.ofBookLeft)
      open.ofBookLeft.textContent = `${sayMinutes(minutesOf(open.all * (1 - ofBook)))} left`
    for (const stairs of open.climbed)
      stairs.setAttribute('width', String(Math.round(ofBook * 1000)))
    if (fraction > almostRead && !open.isNextFetched) {
      open.isNextFetched = true
      const next = document.querySelector<HTMLAnchorElement>('a[rel="next"]')
      if (next) fetchAhead(next)
    }
    if (fraction >= chapterFinishedAt && !open.isFinished) {
      open.isFinished = true
      count('finished', open)
    }
    return { bookId, editionId, number, block, within, fraction: ofBook, at: Date.now() }
  }
  const keep = () => {
    if (hasMoved) return
    keptAt = performance.now()
    if (!keepBookPlace(look()) && open.percent)
      open.percent.textContent = 'This browser keeps no place'
  }
  let isDue = false
  addEventListener(
    'scroll',
    () => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        if (performance.now() - keptAt > keepEveryMs) keep()
        else look()
      })
    },
    { passive: true },
  )
  // Loaded once: a page that is being left waits for no import.
  let sync: typeof import('./sync-places.ts') | undefined
  const tell = async (since?: number) => {
    if (readerMark() === undefined) return
    sync ??= await import('./sync-places.ts')
    const other = await sync.syncPlaces(open.bookId, since)
    if (!other || other.number === open.number) return
    const { offerOtherPlace } = await import('./other-device.ts')
    offerOtherPlace(other, chapterOf(other.number), () => {
      hasMoved = true
      keepBookPlace({ ...other, at: Date.now() })
    })
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return
    keep()
    tell(Number.POSITIVE_INFINITY).catch(console.warn)
  })
  addEventListener('pagehide', keep)
  document.addEventListener('listened', (event) => {
    event.preventDefault()
    const goOn = (event as CustomEvent<(isThere: boolean) => void>).detail
    turn().then(goOn, (error) => {
      console.warn(error)
      goOn(false)
    })
  })
  const turn = async () => {
    const { openNext } = await import('./open-next.ts')
    if (!(await openNext())) return false
    open = findChapter() ?? open
    count('started', open)
    keep()
    const has = [notesKey, accountNotesKey].some((key) => readText(key)?.includes(open.bookId))
    if (has) drawNotes().catch(console.warn)
    return true
  }
  count('started', open)
  const last = findBookPlace(open.bookId)?.at
  tell(last).then(keep, keep)
  if (readerMark() !== undefined) learnNotes(open.bookId).catch(console.warn)
}

/** What the reader's other devices noted. */
async function learnNotes(bookId: string) {
  const has = () => readText(accountNotesKey)?.includes(bookId)
  const had = has()
  const { syncNotes } = await import('./notes/sync-notes.ts')
  await syncNotes()
  if (had || has()) await drawNotes()
}

async function drawNotes() {
  const { showNotes } = await import('./notes/chapter-notes.ts')
  showNotes()
}

let counted = Promise.resolve()

/** One after the other: each notes what the browser has reported. */
function count(what: ChapterEvent, { bookId, editionId, number }: CountedChapter) {
  counted = counted
    .then(() => import('./count-chapter.ts'))
    .then(({ countChapter }) => countChapter({ bookId, editionId, number }, what))
    .catch(console.warn)
}

/** As the contents beside the chapter name it. */
function chapterOf(number: number): string {
  const chapters = [...document.querySelectorAll<HTMLElement>('[data-chapter]')]
  const at = chapters.findLastIndex((one) => Number(one.dataset['chapter']) <= number)
  return `chapter ${at + 1}`
}

const chapter = findChapter()
if (chapter) followChapter(chapter)
const keys = document.querySelector<HTMLElement>('[data-keys]')
if (keys) showKeySwitch(keys)
