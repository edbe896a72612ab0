import { isReadToday } from '#contract/magazine/reading.ts'
import { pageCounts } from '#site/lib/pages/page-counts.ts'
import { noteOfflineRead } from '#site/lib/reading/offline-reads.ts'
import { keepPlace } from '#site/lib/reading/reading-places.ts'
import { readKept, unlockReached } from '#site/lib/reading/reading-record.ts'
import { measureText } from './measure-text.ts'
import { addTime, watchReader } from './read-time.ts'
import { syncReading } from './sync-reading.ts'

/** Measures the reading of a story; imported once the reader has engaged with its page. */
function trackReading(article: HTMLElement, text: HTMLElement) {
  const story = {
    storyId: article.dataset['story'] ?? '',
    category: article.dataset['category'] ?? '',
    readTimeMinutes: Number(article.dataset['minutes']),
  }
  const title = article.querySelector('h1')?.textContent ?? ''
  let scrolled = 0
  let isNotedOffline = false

  /** Adds the time since the last call; always resolves, so that it never breaks the page. */
  const note = () => {
    const at = measureText(text)
    scrolled = Math.max(scrolled, at.scrolled)
    const { seconds, hasFinished } = addTime(watch, story, ({ before, ...times }) =>
      isReadToday({
        scrolled,
        readTimeMinutes: story.readTimeMinutes,
        seconds: (before?.seconds ?? 0) + times.seconds,
        secondsToday: times.secondsToday,
        wasRead: before?.isRead ?? false,
      }),
    )
    pageCounts.seconds += seconds
    if (!navigator.onLine && !isNotedOffline) {
      isNotedOffline = true
      noteOfflineRead(story.storyId)
    }
    pageCounts.isFinished ||= hasFinished
    keepPlace({ ...story, title, ...at.place }, at.isAtEnd)
    unlockReached()
    if (hasFinished) void syncReading().then(() => celebrateAtEnd(text))
    else void celebrateAtEnd(text)
  }

  const watch = watchReader(note)
  let wasAtEnd = false
  addEventListener(
    'scroll',
    () => {
      const { isLastLineSeen } = measureText(text)
      if (isLastLineSeen && !wasAtEnd) note()
      wasAtEnd = isLastLineSeen
    },
    { passive: true },
  )
  // Sends the pending events of earlier pages.
  if (readKept().events.length > 0) void syncReading()
}

/** An unlocked achievement is shown once the last line is reached, so that it interrupts nobody. */
async function celebrateAtEnd(text: HTMLElement) {
  const hasNews = readKept().unlocked.some(({ isTold }) => !isTold)
  if (!hasNews || document.hidden || !measureText(text).isLastLineSeen) return
  try {
    const { celebrate } = await import('./celebrate.ts')
    await celebrate()
  } catch (error) {
    // Without a network it may not load: the next page shows it.
    console.warn(error)
  }
}

const article = document.querySelector<HTMLElement>('[data-story-page]')
const text = article?.querySelector<HTMLElement>('[data-story-text]')
if (article && text) trackReading(article, text)
