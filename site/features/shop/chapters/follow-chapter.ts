import { minutesOf, sayMinutes } from '#contract/shop/reading.ts'
import { savesData } from '#site/lib/engaged/is-slow.ts'
import { findBookPlace, keepBookPlace } from '#site/lib/reading/book-places.ts'
import { accountNotesKey } from '#site/lib/reading/note-keys.ts'
import { readerMark } from '#site/lib/session.ts'
import { readText } from '#site/lib/web-storage.ts'
import { showKeySwitch } from './chapter-keys.ts'
import { measureChapter } from './measure-chapter.ts'

/** From here on the next chapter is fetched ahead. */
const almostRead = 0.8
/** Where the reader is, is written down at most so often. */
const keepEveryMs = 1000

/** Follows the reader through a chapter: what is left, how far they are, and where to go on another day. */
function followChapter(chapter: HTMLElement, text: HTMLElement) {
  const { book: bookId = '', edition: editionId = '', ...facts } = chapter.dataset
  const words = Number(facts['words'])
  const [before, all] = [Number(facts['before']), Math.max(1, Number(facts['all']))]
  const number = Number(facts['number'])
  const progress = document.querySelector<HTMLElement>('[data-progress]')
  const left = progress?.querySelector('[data-left]')
  const percent = progress?.querySelector('[data-percent]')
  const climbed = document.querySelectorAll('[data-climbed]')
  let keptAt = 0
  let isFetched = false

  const look = () => {
    const { block, within, fraction } = measureChapter(text)
    const ofBook = Math.min(1, (before + fraction * words) / all)
    if (left) left.textContent = `${sayMinutes(minutesOf(words * (1 - fraction)))} left in chapter`
    if (percent) percent.textContent = `${Math.round(ofBook * 100)} % of the book`
    for (const stairs of climbed) stairs.setAttribute('width', String(Math.round(ofBook * 1000)))
    if (fraction > almostRead && !isFetched && !savesData()) {
      isFetched = true
      fetchNext()
    }
    return { bookId, editionId, number, block, within, fraction: ofBook, at: Date.now() }
  }
  const keep = () => {
    keptAt = performance.now()
    if (!keepBookPlace(look()) && percent) percent.textContent = 'This browser keeps no place'
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
  const tell = async (since?: number) => {
    if (readerMark() === undefined) return
    const { syncPlaces } = await import('./sync-places.ts')
    const other = await syncPlaces(bookId, since)
    if (!other || other.number === number) return
    const { offerOtherPlace } = await import('./other-device.ts')
    offerOtherPlace(other, chapterOf(other.number))
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return
    keep()
    tell(Number.POSITIVE_INFINITY).catch(console.warn)
  })
  addEventListener('pagehide', keep)
  const last = findBookPlace(bookId)?.at
  tell(last).then(keep, keep)
  if (readerMark() !== undefined) learnNotes(bookId).catch(console.warn)
}

/** What the reader's other devices noted. */
async function learnNotes(bookId: string) {
  const has = () => readText(accountNotesKey)?.includes(bookId)
  const had = has()
  const { syncNotes } = await import('./notes/sync-notes.ts')
  await syncNotes()
  if (!had && !has()) return
  const { showNotes } = await import('./notes/chapter-notes.ts')
  showNotes()
}

/** As the contents beside the chapter name it. */
function chapterOf(number: number): string {
  const chapters = [...document.querySelectorAll<HTMLElement>('[data-chapter]')]
  const at = chapters.findLastIndex((one) => Number(one.dataset['chapter']) <= number)
  return `chapter ${at + 1}`
}

function fetchNext() {
  const next = document.querySelector<HTMLAnchorElement>('a[data-next]')
  if (!next) return
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.href = next.href
  document.head.append(link)
}

const chapter = document.querySelector<HTMLElement>('[data-chapter-page]')
const text = chapter?.querySelector<HTMLElement>('[data-chapter-text]')
if (chapter && text) followChapter(chapter, text)
const keys = document.querySelector<HTMLElement>('[data-keys]')
if (keys) showKeySwitch(keys)
