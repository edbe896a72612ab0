import type { OutputOf } from '#contract/endpoints/contract.ts'
import { inOrder, noteLimits } from '#contract/shop/notes.ts'
import { readerMark } from '../session.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'
import { accountNotesKey, notesKey } from './note-keys.ts'

type Answer = OutputOf<'PUT /account/notes'>
export type Note = Answer['notes'][number]

interface Unsent extends Note {
  /** The `readerMark` of the reader who was signed in: nobody else sees or sends it. */
  of?: string
}

/** What the account answered last; of a reader who has gone there is nothing. */
interface Known extends Pick<Answer, 'notes' | 'until'> {
  of: string
}

/** The notes of the current reader in a book, in its order. */
export function listNotes(bookId: string): Note[] {
  const unsent = listUnsent()
  const known = knownNotes().notes.filter(({ id }) => !unsent.some((note) => note.id === id))
  return inOrder([...unsent, ...known].filter((note) => note.bookId === bookId && !note.isDeleted))
}

/** What the account does not have yet. A visitor's notes belong to whoever signs in next. */
export function listUnsent(): Unsent[] {
  return allUnsent().filter(isOwn)
}

/** Until when this device knows what the account has. */
export const knownUntil = () => knownNotes().until

const isOwn = ({ of }: Unsent) => of === undefined || of === readerMark()

function allUnsent(): Unsent[] {
  return readJson(notesKey, (json) => (json as Unsent[]).filter(isNote)) ?? []
}

function knownNotes(): Known {
  const of = readerMark() ?? ''
  const known = readJson(accountNotesKey, (json) => json as Known)
  if (!of || known?.of !== of || !Array.isArray(known.notes)) return { of, until: 0, notes: [] }
  return { of, until: Number(known.until) || 0, notes: known.notes.filter(isNote) }
}

/** The account takes no other. */
function isNote(value: unknown): value is Unsent {
  const {
    id,
    bookId,
    editionId,
    quote,
    before,
    after,
    chapter,
    words,
    of = '',
    ...facts
  } = (value ?? {}) as Partial<Unsent>
  const { number, block, start, at, isDeleted } = facts
  const texts = [id, bookId, editionId, quote, before, after, chapter, words, of]
  return (
    texts.every((text) => typeof text === 'string') &&
    [number, block, start, at].every(Number.isInteger) &&
    typeof isDeleted === 'boolean'
  )
}

/** Stores what the reader made of a note just now. Returns whether this browser keeps it. */
export function keepNote(note: Note): boolean {
  const of = readerMark()
  const others = allUnsent().filter((one) => one.id !== note.id || !isOwn(one))
  // Later than before, whatever the clock says.
  const changed = { ...note, at: Math.max(Date.now(), note.at + 1), ...(of && { of }) }
  // What no account has heard of is simply gone.
  if (note.isDeleted && !of) return write(others)
  return others.length < noteLimits.reader && write([changed, ...others])
}

/** Takes what the account answered to `sent`; what was changed meanwhile stays to be sent. */
export function takeAnswer(sent: Unsent[], { notes, until, isWhole }: Answer) {
  const wasSent = ({ id, at }: Unsent) => sent.some((one) => one.id === id && one.at === at)
  write(allUnsent().filter((note) => !(isOwn(note) && wasSent(note))))
  const known = knownNotes()
  const others = isWhole
    ? []
    : known.notes.filter(({ id }) => !notes.some((note) => note.id === id))
  const shown = [...notes.filter(({ isDeleted }) => !isDeleted), ...others]
  writeJson(accountNotesKey, { ...known, until, notes: shown })
}

export function clearNotes() {
  write(allUnsent().filter((note) => !isOwn(note)))
  forget(accountNotesKey)
}

function write(notes: Unsent[]): boolean {
  return notes.length > 0 ? writeJson(notesKey, notes) : forget(notesKey)
}
