import * as z from 'zod/mini'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import type { AdminRequest } from './request-labels.ts'
import type { Answer } from './use-request-actions.ts'

const texts: Record<
  Answer,
  { title: string; lead: string; label: string; confirm: string; confirming: string }
> = {
  ask: {
    title: 'Ask the author',
    lead: 'gets your question by e-mail. The request stays open.',
    label: 'Your question',
    confirm: 'Send question',
    confirming: 'Sending...',
  },
  accept: {
    title: 'Accept this request',
    lead: 'gets the good news by e-mail, and the book becomes a draft with all that was filled in.',
    label: 'A word to the author',
    confirm: 'Accept',
    confirming: 'Accepting...',
  },
  decline: {
    title: 'Decline this request',
    lead: 'gets an e-mail. You may reopen the request later.',
    label: 'A word to the author',
    confirm: 'Decline',
    confirming: 'Declining...',
  },
}

const messageSchema = z.object({ message: z.string() })
const questionSchema = z.object({
  message: z
    .string()
    .check(z.refine((text: string) => text.trim() !== '', 'Please write your question')),
})

interface Props {
  answer: Answer
  request: AdminRequest
  isBusy: boolean
  problem: string | undefined
  onSend(message: string): void
  onClose(): void
}

/** Asks for the message to the author that goes with the answer. */
export function RequestDialog({ answer, request, isBusy, problem, onSend, onClose }: Props) {
  const { title, lead, label, confirm, confirming } = texts[answer]
  const isNeeded = answer === 'ask'
  const { submit, field, isDirty } = useSubmit(
    isNeeded ? questionSchema : messageSchema,
    async ({ message }) => onSend(message),
    { blank: { message: '' } },
  )
  const { control, error } = field('message')
  useLeaveWarning(isDirty())
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      confirming={confirming}
      isBusy={isBusy}
      isMailed
      isDangerous={answer === 'decline'}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        <b>“{request.title}”</b> ({request.reference}): {request.author} {lead}
      </p>
      <NoteField
        id="message"
        label={label}
        need={isNeeded ? 'required' : 'optional'}
        error={error}
        hint="It stands in the mail as you write it."
        rows={5}
        aria-required={isNeeded}
        {...control}
        disabled={false}
        readOnly={isBusy}
      />
      <FieldNote id="answer-problem" error={problem} role="alert" />
    </ConfirmDialog>
  )
}
