import { readingBatch } from '#contract/magazine/reading.ts'
import { call } from '#site/lib/call.ts'
import {
  changeKept,
  isOwn,
  journeyKey,
  type Kept,
  readKept,
  unlockReached,
} from '#site/lib/reading/reading-record.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'

let syncing: Promise<void> | undefined

/**
 * Synchronises device and account once a page, when events are pending or the account was never read.
 * Never rejects: events that could not be sent go when the connection is back, or with the next page.
 */
export function syncReading(): Promise<void> {
  if (!mayBeSignedIn() || !navigator.onLine) return syncing ?? Promise.resolve()
  const { account, ...kept } = readKept()
  if (account && !hasNews(kept)) return syncing ?? Promise.resolve()
  syncing ??= sendNews()
  return syncing
}

/** Reports at once that an achievement was celebrated: no other device celebrates it again. */
export function tellCelebrated() {
  syncing = undefined
  void syncReading()
}

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    syncing = undefined
    void syncReading()
  })
}

async function sendNews() {
  try {
    // One tab at a time; in browsers without locks, the ids of the events keep all counts right.
    if (navigator.locks) await navigator.locks.request(journeyKey, send)
    else await send()
    unlockReached()
  } catch (error) {
    console.warn(error)
  }
}

async function send() {
  const reader = readerMark()
  if (reader === undefined) return
  let rest: Kept['events']
  do {
    const kept = readKept()
    // Another tab may have sent it while this one waited.
    if (kept.account && !hasNews(kept)) return
    const own = kept.events.filter(isOwn)
    const events = own.slice(0, readingBatch)
    rest = own.slice(readingBatch)
    const account = await call('PUT /account/reading', {
      events: events.map(({ id, storyId, day, seconds, isRead }) => ({
        id,
        storyId,
        day,
        seconds,
        isRead,
      })),
      unlocked: celebrated(kept).map(({ id, unlockedAt }) => ({ id, unlockedAt })),
    })
    // A reader who has signed out since, or was replaced by another, leaves no data behind.
    if (readerMark() !== reader) return
    changeKept((now) => takeAnswer(now, events, { ...account, of: reader }))
  } while (rest.length > 0)
}

const celebrated = ({ unlocked }: Pick<Kept, 'unlocked'>) => unlocked.filter(({ isTold }) => isTold)
const hasNews = (kept: Pick<Kept, 'events' | 'unlocked'>) =>
  kept.events.some(isOwn) || celebrated(kept).length > 0

/**
 * Removes events that the account accepted; of an event that has grown since only the growth is pending.
 * Achievements that were celebrated on any device are not celebrated again.
 */
export function takeAnswer(
  kept: Kept,
  sent: Kept['events'],
  account: NonNullable<Kept['account']>,
): Kept {
  const events = kept.events.flatMap((event) => {
    const took = sent.find(({ id }) => id === event.id)
    if (!took) return [event]
    const taken = Math.max(event.taken ?? 0, took.seconds)
    const isWhole = event.seconds <= taken && (took.isRead || !event.isRead)
    return isWhole ? [] : [{ ...event, taken }]
  })
  const isWithAccount = new Set(account.unlocked.map(({ id }) => id))
  const unlocked = kept.unlocked.filter(({ id }) => !isWithAccount.has(id))
  return { ...kept, events, unlocked, account }
}
