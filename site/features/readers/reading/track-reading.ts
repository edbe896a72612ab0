import { dayOf, isReadToday } from '#contract/magazine/reading.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import { pageCounts } from '#site/lib/pages/page-counts.ts'
import { noteOfflineRead } from '#site/lib/reading/offline-reads.ts'
import { keepPlace } from '#site/lib/reading/reading-places.ts'
import {
  changeKept,
  isOwn,
  type KeptEvent,
  readingRecord,
  readKept,
  unlockReached,
} from '#site/lib/reading/reading-record.ts'
import { readerMark } from '#site/lib/session.ts'
import { startWatch } from './count-time.ts'
import { measureText } from './measure-text.ts'
import { syncReading } from './sync-reading.ts'

/** The most that a killed tab loses. */
const noteEveryMs = 10_000
const secondsInADay = 24 * 60 * 60
const signsOfLife = ['scroll', 'pointermove', 'pointerdown', 'touchmove', 'keydown']

/** Measures the reading of a story; imported once the reader has engaged with its page. */
function trackReading(article: HTMLElement, text: HTMLElement) {
  const story = {
    storyId: article.dataset['story'] ?? '',
    category: article.dataset['category'] ?? '',
    readTimeMinutes: Number(article.dataset['minutes']),
  }
  const title = article.querySelector('h1')?.textContent ?? ''
  const watch = startWatch(moment())
  let scrolled = 0
  let isNotedOffline = false

  /** Adds the time since the last call; always resolves, so that it never breaks the page. */
  const note = () => {
    const at = measureText(text)
    scrolled = Math.max(scrolled, at.scrolled)
    let hasFinished = false
    let counted = 0
    changeKept((kept) => {
      const { seconds, countedUntil } = watch.take(moment(), kept.countedUntil)
      counted = seconds
      const day = dayOf(new Date())
      const before = readingRecord(kept).stories.find(({ storyId }) => storyId === story.storyId)
      const isToday = (one: KeptEvent) => one.storyId === story.storyId && one.day === day
      const today = kept.events.find((one) => isToday(one) && isOwn(one)) ?? {
        id: newId(),
        ...story,
        day,
        seconds: 0,
        isRead: false,
      }
      const secondsToday = Math.min(today.seconds + seconds, secondsInADay)
      const isRead =
        today.isRead ||
        isReadToday({
          scrolled,
          readTimeMinutes: story.readTimeMinutes,
          seconds: (before?.seconds ?? 0) + seconds,
          secondsToday,
          wasRead: before?.isRead ?? false,
        })
      hasFinished = isRead && !today.isRead
      if (seconds === 0 && !hasFinished) return kept
      const of = readerMark()
      const event: KeptEvent = { ...today, seconds: secondsToday, isRead, ...(of && { of }) }
      const others = kept.events.filter((one) => one !== today)
      return { ...kept, events: [...others, event], countedUntil }
    })
    pageCounts.seconds += counted
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

  for (const name of signsOfLife) {
    const touch = () => !document.hidden && watch.touch(moment())
    addEventListener(name, touch, { capture: true, passive: true })
  }
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
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return watch.touch(moment())
    watch.hide(moment())
    note()
  })
  addEventListener('pagehide', note)
  setInterval(note, noteEveryMs)
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

/** Milliseconds on the clock that all tabs share. */
function moment() {
  return performance.timeOrigin + performance.now()
}

const article = document.querySelector<HTMLElement>('[data-story-page]')
const text = article?.querySelector<HTMLElement>('[data-story-text]')
if (article && text) trackReading(article, text)
