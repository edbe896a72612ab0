import { dayOf, type ReadStory } from '#contract/magazine/reading.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import {
  changeKept,
  isOwn,
  type KeptEvent,
  readingRecord,
} from '#site/lib/reading/reading-record.ts'
import { readerMark } from '#site/lib/session.ts'
import { startWatch } from './count-time.ts'

/** The most that a killed tab loses. */
const noteEveryMs = 10_000
const secondsInADay = 24 * 60 * 60
const signsOfLife = ['scroll', 'pointermove', 'pointerdown', 'touchmove', 'keydown']

/** Calls `note` whenever time may be added: every few seconds, and when the page is hidden or left. */
export function watchReader(note: () => void) {
  const watch = startWatch(moment())
  for (const name of signsOfLife) {
    const touch = () => !document.hidden && watch.touch(moment())
    addEventListener(name, touch, { capture: true, passive: true })
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return watch.touch(moment())
    watch.hide(moment())
    note()
  })
  addEventListener('pagehide', note)
  setInterval(note, noteEveryMs)
  return watch
}

interface Times {
  /** What was known of it, on whatever day. */
  before: ReadStory | undefined
  /** Since the last call. */
  seconds: number
  secondsToday: number
}

/** Adds the time since the last call to today's event of a story or book, which is read on this day once `isReadNow` says so. */
export function addTime(
  watch: ReturnType<typeof startWatch>,
  story: Pick<KeptEvent, 'storyId' | 'category' | 'readTimeMinutes' | 'isBook'>,
  isReadNow: (times: Times) => boolean,
) {
  const added = { seconds: 0, hasFinished: false }
  changeKept((kept) => {
    const { seconds, countedUntil } = watch.take(moment(), kept.countedUntil)
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
    const isRead = isReadNow({ before, seconds, secondsToday }) || today.isRead
    added.seconds = seconds
    added.hasFinished = isRead && !today.isRead
    if (seconds === 0 && !added.hasFinished) return kept
    const of = readerMark()
    const event: KeptEvent = { ...today, seconds: secondsToday, isRead, ...(of && { of }) }
    const others = kept.events.filter((one) => one !== today)
    return { ...kept, events: [...others, event], countedUntil }
  })
  return added
}

/** Milliseconds on the clock that all tabs share. */
function moment() {
  return performance.timeOrigin + performance.now()
}
