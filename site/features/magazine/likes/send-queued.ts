import { ApiError } from '#contract/api-error.ts'
import { call } from '#site/lib/call.ts'
import { applyLikes } from '#site/lib/engagement.store.ts'
import { paths } from '#site/lib/paths.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'
import { queueKey, readQueue, withoutSent, writeQueue } from './like-queue.ts'

/** Sends what waits; one tab at a time, and a press sent twice counts once (the server knows reader and story). */
export async function sendQueued() {
  // Somebody else may be about to sign in.
  if (!mayBeSignedIn() || location.pathname === paths.signIn()) return void writeQueue([])
  if (!navigator.onLine || readQueue().length === 0) return
  if ('locks' in navigator) await navigator.locks.request(queueKey, sendAll)
  else await sendAll()
}

async function sendAll() {
  const askedAt = performance.now()
  const reader = readerMark()
  for (const sent of readQueue()) {
    // Signed out in another tab: the next would be sent as nobody's, or as somebody else's.
    if (readerMark() !== reader) return
    const [id, liked] = sent
    try {
      const address = liked ? 'POST /stories/:id/like' : 'DELETE /stories/:id/like'
      const answer = await call(address, { id })
      applyLikes([{ id, ...answer }], askedAt)
    } catch (error) {
      console.warn(error)
      // The session has ended: what waited was that reader's.
      if (error instanceof ApiError && error.status === 401) return void writeQueue([])
      // Again another time, unless the story itself is gone.
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return
    }
    writeQueue(withoutSent(readQueue(), sent))
  }
}
