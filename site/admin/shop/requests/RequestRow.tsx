import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { isOpenRequest } from '#contract/states.ts'
import { formatWeekday } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import {
  actionsClass,
  badgeClasses,
  bylineClass,
  factsClass,
  linkClass,
  outlineClass,
  priceClass,
} from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { type AdminRequest, stateClasses, stateLabels } from './request-labels.ts'
import { type Answer, useRequestActions } from './use-request-actions.ts'

interface Props {
  request: AdminRequest
  /** The edited note; undefined while it is the saved one. */
  typed: string | undefined
  onType(text?: string): void
}

/** One publishing request: a line that opens to all its fields, and to the answers. */
export function RequestRow({ request, typed, onType }: Props) {
  const { id, reference, title, author, status, isOverdue, dueOn, price } = request
  const { pending, problemOf, clearProblem, act } = useRequestActions(request)
  const [answer, setAnswer] = useState<Answer>()
  const [isDone, setDone] = useState(false)
  const line = useRef<HTMLElement>(null)
  const draft = useRef<HTMLAnchorElement>(null)
  // The clicked button is gone: the result takes the focus.
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
      <details className="group border-b border-line [overflow-wrap:anywhere]">
        <summary
          ref={line}
          className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-12 py-18 [&::-webkit-details-marker]:hidden"
        >
          <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
            <h3 className="text-19/120 md:text-22">{title}</h3>
            <span className={bylineClass}>
              by {author} · {reference}
            </span>
            <span className={factsClass}>
              <span className={stateClasses[status]}>{stateLabels[status]}</span>
              {isOverdue && <span className={badgeClasses.bad}>Overdue</span>}
              {isOpen && <span>Answer due {formatWeekday(dueOn)}</span>}
              <b className={priceClass}>{formatNaira(price)}</b>
              {typed !== undefined && (
                <span className="font-semibold text-danger">Note not saved</span>
              )}
            </span>
          </span>
          <Icon name="chevronDown" className="group-open:[transform:rotate(180deg)]" />
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-20 pb-28 pt-4">
          {status === 'accepted' && (
            <p className="border-l-6 border-ok bg-sunk px-16 py-10">
              {request.bookId ? (
                <>
                  It became a draft.{' '}
                  <a className={linkClass} href={staffPaths.book(request.bookId)} ref={draft}>
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
          <div className={`${actionsClass} border-t border-line pt-20 empty:border-t-0 empty:pt-0`}>
            {status === 'received' && (
              <Button isBusy={pending === 'takeUp'} onClick={() => act('takeUp', {}, done)}>
                {pending === 'takeUp' ? 'Starting...' : 'Start review'}
              </Button>
            )}
            {isOpen && (
              <>
                <Button onClick={() => setAnswer('ask')}>
                  <Icon name="mail" size={18} />
                  Ask the author
                </Button>
                <Button look="action" onClick={() => setAnswer('accept')}>
                  <Icon name="check" size={18} />
                  Accept
                </Button>
                <Button look="danger" onClick={() => setAnswer('decline')}>
                  Decline
                </Button>
              </>
            )}
            {status === 'declined' && (
              <Button isBusy={pending === 'reopen'} onClick={() => act('reopen', {}, done)}>
                <Icon shape={adminIcons.undo} size={18} />
                {pending === 'reopen' ? 'Reopening...' : 'Reopen'}
              </Button>
            )}
          </div>
          <FieldNote id={`${id}-problem`} error={problem} role="alert" />
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
            clearProblem()
          }}
        />
      )}
    </li>
  )
}

interface RequestNoteProps {
  request: AdminRequest
  /** The edited note; undefined while it is the saved one. */
  typed: string | undefined
  isBusy: boolean
  problem: string | undefined
  onType(text?: string): void
  onSave(note: string): void
}

/** The publisher's own note on a request. It outlives the page (typed-text.ts), so it is not in the form's state. */
function RequestNote({ request, typed, isBusy, problem, onType, onSave }: RequestNoteProps) {
  const saved = request.note ?? ''
  const fieldId = `${request.id}-note`
  const isMeanwhile = problem !== undefined && saved !== typed
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== undefined) onSave(typed)
  }
  return (
    <form className="grid max-w-[640px] gap-10" onSubmit={save}>
      <NoteField
        id={fieldId}
        label="Your note"
        hint="Only you can see it."
        rows={3}
        value={typed ?? saved}
        readOnly={isBusy}
        onChange={({ target }) => onType(target.value === saved ? undefined : target.value)}
      />
      <FieldNote
        id={`${fieldId}-problem`}
        error={
          isMeanwhile ? `${problem} Saved there: ${saved ? `“${saved}”` : 'no note'}.` : problem
        }
        role="alert"
      />
      <div className={actionsClass}>
        <button
          type="submit"
          className={`${outlineClass} aria-disabled:cursor-default aria-disabled:opacity-55`}
          aria-busy={isBusy || undefined}
          aria-disabled={typed === undefined || undefined}
        >
          {isBusy ? 'Saving...' : 'Save note'}
        </button>
      </div>
    </form>
  )
}
