import { ApiError } from '#contract/api-error.ts'
import { noteLimits } from '#contract/shop/notes.ts'
import { call } from '#site/lib/call.ts'
import {
  keepNote,
  knownUntil,
  listUnsent,
  type Note,
  takeAnswer,
} from '#site/lib/reading/book-notes.ts'
import { readerMark } from '#site/lib/session.ts'
import type { Message } from '#site/messages/messages.ts'

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
      const unsent = listUnsent().sort((one, other) => +other.isDeleted - +one.isDeleted)
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
    if (error instanceof ApiError && error.status === 409)
      tell({ title: 'On This Phone Only', text: error.message, isDestructive: true })
  }
}

/** Stores a note, and tells the account. Returns whether this browser keeps it. */
export function saveNote(note: Note, show: () => void): boolean {
  const isKept = keepNote(note)
  show()
  const text = 'This browser has no room for notes, or keeps nothing.'
  if (isKept) void syncNotes()
  else tell({ title: 'Not Kept', text, isDestructive: true })
  return isKept
}

export function removeNote(note: Note, show: () => void) {
  if (!saveNote({ ...note, isDeleted: true }, show)) return
  const press = () => saveNote({ ...note, at: Date.now() }, show)
  tell({ title: 'Note Deleted', action: { label: 'Undo', press }, durationMs: 10_000 })
}

export function tell(message: Message) {
  import('#site/ui/toast.ts').then(({ showToast }) => showToast(message)).catch(console.warn)
}
