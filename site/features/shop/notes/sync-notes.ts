import { ApiError } from '#contract/api-error.ts'
import { noteLimits } from '#contract/shop/notes.ts'
import { call } from '#site/lib/call.ts'
import { knownUntil, listUnsent, takeAnswer } from '#site/lib/reading/book-notes.ts'
import { readerMark } from '#site/lib/session.ts'

/**
 * Tells the account what the reader noted, and learns what their other devices did. Never rejects: what could not be sent goes
 * with the next page.
 */
export async function syncNotes() {
  const reader = readerMark()
  if (reader === undefined || !navigator.onLine) return
  try {
    let isMore = true
    while (isMore) {
      // Deletions first: they make room.
      const unsent = listUnsent().sort(
        (one, other) => Number(other.isDeleted) - Number(one.isDeleted),
      )
      const sent = unsent.slice(0, noteLimits.batch)
      const notes = sent.map(({ of: _, ...note }) => note)
      const answer = await call('PUT /account/notes', { notes, since: knownUntil() })
      // Whoever has signed out since leaves nothing behind.
      if (readerMark() !== reader) return
      takeAnswer(sent, answer)
      isMore = answer.isMore || unsent.length > sent.length
    }
  } catch (error) {
    console.warn(error)
    if (!(error instanceof ApiError) || error.status !== 409) return
    const { showToast } = await import('#site/ui/toast.ts')
    showToast({ title: 'On This Phone Only', text: error.message, isDestructive: true })
  }
}
