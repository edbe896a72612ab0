import { readingBatch } from '#contract/reading.ts'
import { call } from '#site/lib/call.ts'
import {
  accountLock,
  changeKept,
  isOwn,
  type Kept,
  readKept,
  unlockReached,
} from '#site/lib/reading-record.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'

let asked: Promise<void> | undefined

/**
 * Brings device and account together, once a page, when there is something to say or the account was never asked.
 * Never rejects: what could not be sent goes when the connection is back, or with the next page.
 */
export function syncReading(): Promise<void> {
  if (!mayBeSignedIn() || !navigator.onLine) return asked ?? Promise.resolve()
  const { account, ...kept } = readKept()
  if (account && !hasNews(kept)) return asked ?? Promise.resolve()
  asked ??= sendNews()
  return asked
}

/** Tells the account at once that an achievement was celebrated: no other device is to do so again. */
export function tellCelebrated() {
  asked = undefined
  void syncReading()
}

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    asked = undefined
    void syncReading()
  })
}

async function sendNews() {
  try {
    // One tab after the other; where a browser cannot say so, the ids of the events keep all counts right.
    if (navigator.locks) await navigator.locks.request(accountLock, send)
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
    // Another tab may have done it while this one waited.
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
      unlocked: told(kept).map(({ id, unlockedAt }) => ({ id, unlockedAt })),
    })
    // Whoever has signed out meanwhile, or made room for another reader, leaves nothing of this behind.
    if (readerMark() !== reader) return
    changeKept((now) => takeAnswer(now, events, { ...account, of: reader }))
  } while (rest.length > 0)
}

const told = ({ unlocked }: Pick<Kept, 'unlocked'>) => unlocked.filter(({ isTold }) => isTold)
const hasNews = (kept: Pick<Kept, 'events' | 'unlocked'>) =>
  kept.events.some(isOwn) || told(kept).length > 0

/**
 * What the account took leaves the device; of an event that has grown meanwhile only the growth counts from here on.
 * What was celebrated anywhere is not celebrated again.
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
