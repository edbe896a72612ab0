import type { StaffMember } from '#api/http/request-context.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { insertBook } from '#api/shop/books/books.admin.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { isOpenRequest, type RequestState } from '#contract/states.ts'
import { requestReference } from '#contract/text.ts'
import {
  findRequest,
  lockRequest,
  type RequestRow,
  requestUndo,
  setRequest,
} from './requests.queries.ts'

/** Accepted is final: it became a book. */
const transitions: Record<RequestState, readonly RequestState[]> = {
  received: ['in_review', 'accepted', 'declined'],
  in_review: ['received', 'accepted', 'declined'],
  declined: ['received'],
  accepted: [],
}

const transitionActions: Record<RequestState, ActivityAction> = {
  received: 'requestReopened',
  in_review: 'requestTakenUp',
  accepted: 'requestAccepted',
  declined: 'requestDeclined',
}

const decisionMails: Partial<Record<RequestState, 'requestAccepted' | 'requestDeclined'>> = {
  accepted: 'requestAccepted',
  declined: 'requestDeclined',
}

/** Omitted fields are not changed. */
interface RequestChange {
  id: string
  status?: RequestState | undefined
  note?: string | null | undefined
  /** It is sent to the author. */
  message?: string | null | undefined
  /** The one that the publisher was shown. */
  revision?: number | undefined
}

/** Changes the state, with its mail and draft, which can be undone; a repeat changes nothing. */
export function transitionRequest(change: RequestChange, staff: StaffMember): Promise<RequestRow> {
  const asked = {
    kind: 'request',
    id: change.id,
    staffId: staff.id,
    snapshot: requestUndo.snapshot,
  } as const
  return undoable(asked, (undo) => carryOut(change, staff.name, undo))
}

async function carryOut(change: RequestChange, who: string, undo: string): Promise<RequestRow> {
  // The request is locked until the end, so that a simultaneous decision waits and then sees this one.
  const request = required(await lockRequest(change.id), 'requestNotFound')
  const { status, note, message, isTransition, isNoted } = compare(change, request)
  if (!isTransition && !isNoted && !message) return request
  if (change.revision !== undefined && change.revision !== request.revision) {
    throw apiError('changedMeanwhile')
  }
  const isPossible = isTransition
    ? transitions[request.status].includes(status)
    : isOpenRequest(status)
  if ((isTransition || message) && !isPossible) throw apiError('requestCannotMove')

  const bookId =
    isTransition && status === 'accepted' ? await insertBook(draftOf(request)) : undefined
  if (!(await setRequest(request, { status, note, message, bookId })))
    throw apiError('changedMeanwhile')

  const reference = requestReference(request.id)
  const { author, title, authorEmail } = request
  const fields = { author, title, reference, message }
  const isQuestion = message !== null && isOpenRequest(status)
  const mail = isQuestion ? 'requestQuestion' : isTransition && decisionMails[status]
  if (mail) await queueMail(mail, authorEmail, fields, undo)

  const about = { id: request.id, title, note: reference, undo }
  if (isTransition) await recordActivity(who, transitionActions[status], about)
  if (isQuestion) await recordActivity(who, 'requestAsked', about)
  if (isNoted) await recordActivity(who, 'requestNoted', about)
  return (await findRequest(request.id)) as RequestRow
}

function compare(change: RequestChange, request: RequestRow) {
  const status = change.status ?? request.status
  const note = change.note === undefined ? request.note : change.note || null
  const isTransition = status !== request.status
  // The same text again is a repeat, unless it comes with the revision that has it.
  const isRepeat =
    !isTransition &&
    change.message === request.message &&
    (change.revision !== request.revision || !isOpenRequest(status))
  const message = isRepeat ? null : change.message || null
  return { status, note, message, isTransition, isNoted: note !== request.note }
}

function draftOf(request: RequestRow) {
  const { title, author, description, category, price, coverImageUrl } = request
  return { title, authorName: author, description, category, price, coverImageUrl, content: null }
}
