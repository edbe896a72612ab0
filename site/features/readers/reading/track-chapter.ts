import { isRead } from '#contract/magazine/reading.ts'
import { minutesOf } from '#contract/shop/reading.ts'
import { readKept, unlockReached } from '#site/lib/reading/reading-record.ts'
import { measureText } from './measure-text.ts'
import { addTime, watchReader } from './read-time.ts'
import { syncReading } from './sync-reading.ts'

/** The minutes that somebody spends in a book count, and a chapter that they read makes its day count; it is no story. */
function trackChapter() {
  let number = ''
  let seconds = 0
  let scrolled = 0
  const note = () => {
    // A voice may have gone on into the next one.
    const chapter = document.querySelector<HTMLElement>('[data-chapter-page]')
    const text = chapter?.querySelector<HTMLElement>('[data-chapter-text]')
    if (!chapter || !text) return
    const { book: storyId = '', category = '', all, words, number: open = '' } = chapter.dataset
    if (open !== number) {
      number = open
      seconds = 0
      scrolled = 0
    }
    scrolled = Math.max(scrolled, measureText(text).scrolled)
    const book = { storyId, category, readTimeMinutes: minutesOf(Number(all)), isBook: true }
    addTime(watch, book, (added) => {
      seconds += added.seconds
      return isRead({ scrolled, seconds, readTimeMinutes: minutesOf(Number(words)) })
    })
    unlockReached()
  }
  const watch = watchReader(note)
  // Sends the pending events of earlier pages.
  if (readKept().events.length > 0) void syncReading()
}

trackChapter()
