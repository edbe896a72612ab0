import { useEffect, useRef, useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import { isOpenRequest } from '#contract/states.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { formatWeekday } from '#site/lib/admin/format.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { RequestNote } from './RequestNote.tsx'
import { type AdminRequest, stateLabels, stateLooks } from './request-labels.ts'
import { type Answer, useRequestActions } from './use-request-actions.ts'

interface Props {
  request: AdminRequest
  /** The note as it is being written; undefined while it is the saved one. */
  typed: string | undefined
  onType(text?: string): void
}

/** One publishing request: a line that opens to all that the author said, and to what can be answered. */
export function RequestRow({ request, typed, onType }: Props) {
  const { id, reference, title, author, status, isOverdue, dueOn, price } = request
  const { pending, problemOf, forgetProblem, act } = useRequestActions(request)
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

  const done = () => {
    setAnswer(undefined)
    setDone(true)
  }
  const isOpen = isOpenRequest(status)
  const problem = problemOf('takeUp', 'reopen')

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
              <span className={stateLooks[status]}>{stateLabels[status]}</span>
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
          <RequestFacts request={request} />
          <RequestNote
            request={request}
            typed={typed}
            onType={onType}
            isBusy={pending === 'note'}
            problem={problemOf('note')}
            onSave={(note) => act('note', { note }, () => onType())}
          />
          <div className="desk-actions">
            {status === 'received' && (
              <button
                type="button"
                className="btn btn-outline"
                aria-busy={pending === 'takeUp' || undefined}
                onClick={() => act('takeUp', {}, done)}
              >
                {pending === 'takeUp' ? 'Taking up...' : 'Take up'}
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
                aria-busy={pending === 'reopen' || undefined}
                onClick={() => act('reopen', {}, done)}
              >
                <AdminIcon name="undo" size={18} />
                {pending === 'reopen' ? 'Reopening...' : 'Reopen'}
              </button>
            )}
          </div>
          {problem && (
            <div role="alert">
              <FieldNote id={`${id}-problem`} error={problem} />
            </div>
          )}
        </div>
      </details>
      {answer && (
        <RequestDialog
          answer={answer}
          request={request}
          isBusy={pending === answer}
          problem={problemOf(answer)}
          onSend={(message) => act(answer, { message }, done)}
          onClose={() => {
            setAnswer(undefined)
            forgetProblem()
          }}
        />
      )}
    </li>
  )
}
