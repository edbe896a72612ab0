import { ApiError } from '#contract/api-error.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { applyLikes } from '#site/lib/engagement.store.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'
import { queueKey, readQueue, withoutSent, writeQueue } from './like-queue.ts'

/** Sends the queue; one tab at a time, and a like sent twice counts once (the server knows reader and story). */
export async function sendQueued() {
  // Another reader may be about to sign in.
  if (!mayBeSignedIn() || location.pathname === paths.signIn()) return void writeQueue([])
  if (!navigator.onLine || readQueue().length === 0) return
  if ('locks' in navigator) await navigator.locks.request(queueKey, sendAll)
  else await sendAll()
}

async function sendAll() {
  const askedAt = performance.now()
  const reader = readerMark()
  for (const sent of readQueue()) {
    // Signed out in another tab: the next like would be sent anonymously, or for another reader.
    if (readerMark() !== reader) return
    const [id, liked] = sent
    try {
      const address = liked ? 'POST /stories/:id/like' : 'DELETE /stories/:id/like'
      const answer = await call(address, { id })
      applyLikes([{ id, ...answer }], askedAt)
    } catch (error) {
      console.warn(error)
      // The session has ended: the queue was that reader's.
      if (error instanceof ApiError && error.status === 401) return void writeQueue([])
      // Retried later, unless the story itself is gone.
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return
    }
    writeQueue(withoutSent(readQueue(), sent))
  }
}
