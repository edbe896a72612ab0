import { useState } from 'react'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import type { AdminRequest } from './request-labels.ts'
import type { Answer } from './use-request-actions.ts'

const texts: Record<
  Answer,
  { title: string; lead: string; field: string; confirm: string; confirming: string }
> = {
  ask: {
    title: 'Ask the author',
    lead: 'gets your question by e-mail. The request stays open.',
    field: 'Your question',
    confirm: 'Send question',
    confirming: 'Sending...',
  },
  accept: {
    title: 'Accept this request?',
    lead: 'gets the good news by e-mail, and the book becomes a draft with all that was filled in. This cannot be undone.',
    field: 'A word to the author',
    confirm: 'Accept',
    confirming: 'Accepting...',
  },
  decline: {
    title: 'Decline this request?',
    lead: 'gets an e-mail. You may reopen the request later.',
    field: 'A word to the author',
    confirm: 'Decline',
    confirming: 'Declining...',
  },
}

interface Props {
  answer: Answer
  request: AdminRequest
  isBusy: boolean
  problem: string | undefined
  onSend(message: string): void
  onClose(): void
}

/** Asks for the words that go to the author along with the answer. */
export function RequestDialog({ answer, request, isBusy, problem, onSend, onClose }: Props) {
  const { title, lead, field, confirm, confirming } = texts[answer]
  const [message, setMessage] = useState('')
  const [isMissing, setMissing] = useState(false)
  useLeaveWarning(message !== '')
  const isNeeded = answer === 'ask'
  const error = isMissing && message.trim() === '' ? 'Please write your question' : undefined
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      confirming={confirming}
      isBusy={isBusy}
      isDangerous={answer === 'decline'}
      onConfirm={() => {
        if (!isNeeded || message.trim() !== '') return onSend(message)
        setMissing(true)
        document.getElementById('answer-message')?.focus()
      }}
      onClose={onClose}
    >
      <p>
        <b>“{request.title}”</b> ({request.reference}): {request.author} {lead}
      </p>
      <NoteField
        id="answer-message"
        label={field}
        need={isNeeded ? 'required' : 'optional'}
        error={error}
        hint="It stands in the mail as you write it."
        rows={5}
        aria-required={isNeeded}
        value={message}
        readOnly={isBusy}
        onChange={({ target }) => setMessage(target.value)}
      />
      {problem && (
        <div role="alert">
          <FieldNote id="answer-problem" error={problem} />
        </div>
      )}
    </ConfirmDialog>
  )
}
