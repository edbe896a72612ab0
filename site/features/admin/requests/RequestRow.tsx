import '#site/ui/form.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { noteLength } from '#contract/form-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { isOpenRequest, type RequestState } from '#contract/states.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall, adminCallPage } from '#site/lib/admin/call.ts'
import { formatMoment, formatWeekday } from '#site/lib/admin/format.ts'
import { mailTo } from '#site/lib/admin/mail-to.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { type Answer, RequestDialog } from './RequestDialog.tsx'
import type { AdminRequest } from './Requests.island.tsx'

type Wish = Omit<InputOf<'PATCH /admin/requests/:id'>, 'id' | 'revision'>
/** What is being done, or went wrong. */
type Doing = 'note' | 'move' | Answer

const stateNames: Record<RequestState, string> = {
  received: 'New',
  in_review: 'In review',
  accepted: 'Accepted',
  declined: 'Declined',
}
const stateLooks: Record<RequestState, string> = {
  received: 'badge badge-gold',
  in_review: 'badge badge-blue',
  accepted: 'badge badge-published',
  declined: 'badge badge-draft',
}
const answers: Record<Answer, { status: RequestState; notice: keyof typeof adminMessages }> = {
  ask: { status: 'in_review', notice: 'requestAsked' },
  accept: { status: 'accepted', notice: 'requestAccepted' },
  decline: { status: 'declined', notice: 'requestDeclined' },
}

interface Props {
  request: AdminRequest
  /** The note as it is being written; undefined while it is the saved one. */
  typed: string | undefined
  onType(text?: string): void
  onChanged(request: AdminRequest): void
}

/** One publishing request: a line that opens to all that the author said, and to what can be answered. */
export function RequestRow({ request, typed, onType, onChanged }: Props) {
  const { id, reference, title, author, status, isOverdue, dueOn, price } = request
  const [doing, setDoing] = useState<Doing>()
  const [problem, setProblem] = useState<{ at: Doing; text: string }>()
  const [answer, setAnswer] = useState<Answer>()
  const [isDone, setDone] = useState(false)
  const line = useRef<HTMLElement>(null)
  const draft = useRef<HTMLAnchorElement>(null)
  // The button that was pressed is gone: what came of it takes the focus.
  useEffect(() => {
    if (!isDone) return
    ;(draft.current ?? line.current)?.focus()
    setDone(false)
  }, [isDone])

  /** Resolves to whether it was done; if not, the row says why and shows the newest version. */
  const patch = async (at: Doing, wish: Wish, notice: keyof typeof adminMessages) => {
    if (doing) return false
    setDoing(at)
    setProblem(undefined)
    try {
      onChanged(
        await adminCall('PATCH /admin/requests/:id', { id, revision: request.revision, ...wish }),
      )
      void showToast(adminMessages[notice])
      return true
    } catch (error) {
      console.warn(error)
      const isOld = error instanceof ApiError && error.status === 409
      const newest = isOld ? await findNewest(request).catch(console.warn) : undefined
      if (newest) onChanged(newest)
      const now = newest ? ` It is now: ${stateNames[newest.status].toLowerCase()}.` : ''
      setProblem({ at, text: wordsOf(error) + now })
      return false
    } finally {
      setDoing(undefined)
    }
  }

  const move = async (to: RequestState, notice: keyof typeof adminMessages) => {
    if (await patch('move', { status: to }, notice)) setDone(true)
  }
  const send = async (chosen: Answer, message: string) => {
    const { status: to, notice } = answers[chosen]
    if (!(await patch(chosen, { status: to, message }, notice))) return
    setAnswer(undefined)
    setDone(true)
  }
  const isOpen = isOpenRequest(status)
  const problemAt = (at: Doing) => (problem?.at === at ? problem.text : undefined)

  return (
    <li>
      <details className="request">
        <summary ref={line}>
          <span className="request-line">
            <h3>{title}</h3>
            <span className="desk-by">
              by {author} · {reference}
            </span>
            <span className="desk-facts">
              <span className={stateLooks[status]}>{stateNames[status]}</span>
              {isOverdue && <span className="badge badge-late">Overdue</span>}
              {isOpen && <span>Answer due {formatWeekday(dueOn)}</span>}
              <b className="request-price">{formatNaira(price)}</b>
              {typed !== undefined && <span className="request-dirty">Note not saved</span>}
            </span>
          </span>
          <AdminIcon name="chevronDown" />
        </summary>
        <div className="request-body">
          {status === 'accepted' && (
            <p className="request-outcome">
              {request.bookId ? (
                <>
                  It became a draft.{' '}
                  <a className="link" href={adminPaths.book(request.bookId)} ref={draft}>
                    Edit the draft
                  </a>
                </>
              ) : (
                'It became a draft, which was deleted since.'
              )}
            </p>
          )}
          <Facts request={request} />
          {request.message && (
            <section>
              <h4>
                You wrote to the author
                {request.messageAt && <small> {formatMoment(request.messageAt)}</small>}
              </h4>
              <p className="request-text">{request.message}</p>
            </section>
          )}
          <Note
            request={request}
            typed={typed}
            onType={onType}
            isBusy={doing === 'note'}
            problem={problemAt('note')}
            onSave={async (note) => {
              if (await patch('note', { note }, 'noteSaved')) onType()
            }}
          />
          <div className="desk-actions">
            {status === 'received' && (
              <button
                type="button"
                className="btn btn-outline"
                aria-busy={doing === 'move' || undefined}
                onClick={() => move('in_review', 'requestTakenUp')}
              >
                {doing === 'move' ? 'Taking up...' : 'Take up'}
              </button>
            )}
            {isOpen && (
              <>
                <button type="button" className="btn btn-outline" onClick={() => setAnswer('ask')}>
                  <AdminIcon name="mail" size={18} />
                  Ask the author
                </button>
                <button type="button" className="btn" onClick={() => setAnswer('accept')}>
                  <AdminIcon name="check" size={18} />
                  Accept
                </button>
                <button
                  type="button"
                  className="btn btn-outline btn-outline-danger"
                  onClick={() => setAnswer('decline')}
                >
                  Decline
                </button>
              </>
            )}
            {status === 'declined' && (
              <button
                type="button"
                className="btn btn-outline"
                aria-busy={doing === 'move' || undefined}
                onClick={() => move('received', 'requestReopened')}
              >
                <AdminIcon name="undo" size={18} />
                {doing === 'move' ? 'Reopening...' : 'Reopen'}
              </button>
            )}
          </div>
          {problemAt('move') && (
            <div role="alert">
              <FieldNote id={`${id}-move`} error={problemAt('move')} />
            </div>
          )}
        </div>
      </details>
      {answer && (
        <RequestDialog
          answer={answer}
          request={request}
          isBusy={doing === answer}
          problem={problemAt(answer)}
          onSend={(message) => send(answer, message)}
          onClose={() => {
            setAnswer(undefined)
            setProblem(undefined)
          }}
        />
      )}
    </li>
  )
}

function Facts({ request }: { request: AdminRequest }) {
  const { authorEmail, authorPhone, coverImageUrl, reference, title } = request
  const phone = authorPhone.replace(/[^\d+]/g, '')
  // What an author typed leads nowhere but to the web.
  const cover = coverImageUrl && /^(https?:\/\/|\/uploads\/)/i.test(coverImageUrl) && coverImageUrl
  return (
    <>
      <dl className="request-facts">
        <div>
          <dt>E-mail</dt>
          <dd>
            <a className="link" href={mailTo(authorEmail, `${reference}: ${title}`)}>
              {authorEmail}
            </a>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            {phone ? (
              <a className="link" href={`tel:${phone}`}>
                {authorPhone}
              </a>
            ) : (
              authorPhone
            )}
          </dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>{request.category}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{formatMoment(request.createdAt)}</dd>
        </div>
        <div>
          <dt>Cover</dt>
          <dd>
            {cover ? (
              <a className="link" href={cover} target="_blank" rel="noopener noreferrer nofollow">
                Look at the cover
                <AdminIcon name="arrowOut" size={16} />
              </a>
            ) : (
              'None yet'
            )}
          </dd>
        </div>
      </dl>
      <section>
        <h4>Description</h4>
        <p className="request-text">{request.description}</p>
      </section>
      <section>
        <h4>Why it should be published</h4>
        <p className="request-text">{request.publishingReason}</p>
      </section>
    </>
  )
}

interface NoteProps {
  request: AdminRequest
  typed: string | undefined
  isBusy: boolean
  problem: string | undefined
  onType(text?: string): void
  onSave(note: string): void
}

function Note({ request, typed, isBusy, problem, onType, onSave }: NoteProps) {
  const saved = request.note ?? ''
  const fieldId = `${request.id}-note`
  const isMeanwhile = problem !== undefined && saved !== typed
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== undefined) onSave(typed)
  }
  return (
    <form className="request-note" onSubmit={save}>
      <div className="form-field">
        <label htmlFor={fieldId}>Your note</label>
        <div className="form-control">
          <textarea
            id={fieldId}
            className="field"
            rows={3}
            maxLength={noteLength}
            value={typed ?? saved}
            aria-describedby={`${fieldId}-hint`}
            readOnly={isBusy}
            onChange={({ target }) => onType(target.value === saved ? undefined : target.value)}
          />
        </div>
        <FieldNote id={`${fieldId}-hint`} hint="Nobody else ever reads it." />
      </div>
      {problem && (
        <div role="alert">
          <FieldNote
            id={`${fieldId}-problem`}
            error={
              isMeanwhile ? `${problem} Saved there: ${saved ? `“${saved}”` : 'no note'}.` : problem
            }
          />
        </div>
      )}
      <div className="desk-actions">
        <button
          type="submit"
          className="btn btn-outline"
          aria-busy={isBusy || undefined}
          aria-disabled={typed === undefined || undefined}
        >
          {isBusy ? 'Saving...' : 'Save note'}
        </button>
      </div>
    </form>
  )
}

/** The request as it is now, wherever it stands. */
async function findNewest({ id, reference }: AdminRequest): Promise<AdminRequest> {
  const { items } = await adminCallPage('GET /admin/requests', { search: reference })
  const newest = items.find((item) => item.id === id)
  if (!newest) throw new Error(`${reference} is gone`)
  return newest
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError && error.status < 500
    ? error.sentence
    : 'That did not work. Please check your connection and try again.'
}
