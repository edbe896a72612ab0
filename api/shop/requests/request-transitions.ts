import { queueMail } from '#api/mails/mails.queries.ts'
import { insertBook } from '#api/shop/books/books.admin.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { apiError } from '#contract/errors.ts'
import { requestReference } from '#contract/references.ts'
import { isOpenRequest, type RequestState } from '#contract/states.ts'
import { findRequest, lockRequest, type RequestRow, setRequest } from './requests.admin.queries.ts'

/** Accepted is final: it became a book. */
const moves: Record<RequestState, readonly RequestState[]> = {
  received: ['in_review', 'accepted', 'declined'],
  in_review: ['received', 'accepted', 'declined'],
  declined: ['received'],
  accepted: [],
}

const moveActions: Record<RequestState, ActivityAction> = {
  received: 'requestReopened',
  in_review: 'requestTakenUp',
  accepted: 'requestAccepted',
  declined: 'requestDeclined',
}

/** What is left out stays as it is. */
interface RequestChange {
  id: string
  status?: RequestState | undefined
  note?: string | null | undefined
  /** To the author. */
  message?: string | null | undefined
  /** The one that the publisher saw. */
  revision?: number | undefined
}

/** Changes the state, with its mail and draft; a repeat changes nothing. Call it in a transaction. */
export async function transitionRequest(change: RequestChange, who: string): Promise<RequestRow> {
  // Locked until the end: a decision made at the same moment waits and then sees this one.
  const seen = await lockRequest(change.id)
  if (!seen) throw apiError('requestNotFound')
  const { status, note, message, isMoved, isNoted } = compare(change, seen)
  if (!isMoved && !isNoted && !message) return seen
  if (change.revision !== undefined && change.revision !== seen.revision) {
    throw apiError('changedMeanwhile')
  }
  const isPossible = isMoved ? moves[seen.status].includes(status) : isOpenRequest(status)
  if ((isMoved || message) && !isPossible) throw apiError('requestCannotMove')

  const bookId = isMoved && status === 'accepted' ? (await insertBook(draftOf(seen))).id : undefined
  if (!(await setRequest(seen, { status, note, message, bookId })))
    throw apiError('changedMeanwhile')

  const reference = requestReference(seen.id)
  const { author, title, authorEmail } = seen
  const fields = { author, title, reference }
  const isAsked = message !== null && isOpenRequest(status)
  if (isAsked) await queueMail('requestQuestion', authorEmail, { ...fields, message })
  else if (isMoved && status === 'accepted')
    await queueMail('requestAccepted', authorEmail, { ...fields, message })
  else if (isMoved && status === 'declined')
    await queueMail('requestDeclined', authorEmail, { ...fields, message })

  const about = { id: seen.id, title, note: reference }
  if (isMoved) await recordActivity(who, moveActions[status], about)
  if (isAsked) await recordActivity(who, 'requestAsked', about)
  if (isNoted) await recordActivity(who, 'requestNoted', about)
  return (await findRequest(seen.id)) as RequestRow
}

function compare(change: RequestChange, seen: RequestRow) {
  const status = change.status ?? seen.status
  const note = change.note === undefined ? seen.note : change.note || null
  const isMoved = status !== seen.status
  // The same text again is a repeat, unless it comes with the revision that has it.
  const isRepeat =
    !isMoved &&
    change.message === seen.message &&
    (change.revision !== seen.revision || !isOpenRequest(status))
  const message = isRepeat ? null : change.message || null
  return { status, note, message, isMoved, isNoted: note !== seen.note }
}

function draftOf(request: RequestRow) {
  const { title, author, description, category, price, coverImageUrl } = request
  return { title, authorName: author, description, category, price, coverImageUrl, content: null }
}
