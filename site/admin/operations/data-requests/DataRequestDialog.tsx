import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { replaceRow } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'

interface Props {
  request: { id: string; email: string }
  isErasing: boolean
  /** `report`: what was erased, and what stays. */
  onDone(report?: string[]): void
  onClose(): void
}

/** Asks before it erases, for which there is no Undo; or mails an answer as it is written, which closes the request. */
export function DataRequestDialog({ request: { id, email }, isErasing, onDone, onClose }: Props) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const [answer, setAnswer] = useState('')
  const act = useMutation({
    async mutationFn() {
      if (isErasing) return (await adminCall('POST /admin/data-requests/:id/erase', { id })).report
      const answered = await adminCall('PATCH /admin/data-requests/:id', { id, answer })
      replaceRow(client, 'data-requests', 'id', answered)
      refreshStats()
      void showToast(adminMessages.dataRequestAnswered)
      return undefined
    },
    onSuccess: (report) => onDone(report),
  })
  useLeaveWarning(answer !== '' && !act.isSuccess)
  const isEmpty = !isErasing && answer.trim().length < 3
  const problem = act.error
    ? isEmpty
      ? 'Please write an answer'
      : sentenceOf(act.error, adminMessages.notDone.title)
    : undefined
  const labels = isErasing
    ? { title: 'Erase for ever', confirm: 'Erase', confirming: 'Erasing...' }
    : { title: 'Answer and close', confirm: 'Send the answer', confirming: 'Sending...' }
  return (
    <ConfirmDialog
      {...labels}
      isBusy={act.isPending}
      isMailed={!isErasing}
      isDangerous={isErasing}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      {isErasing ? (
        <>
          <p>
            Everything held by <b>{email}</b> goes, with the account if there is one. Orders that
            were paid and published stories stay. This cannot be undone: export first what they want
            to have.
          </p>
          <FieldNote id="erase-problem" error={problem} role="alert" />
        </>
      ) : (
        <NoteField
          id="answer"
          label={`Your answer to ${email}`}
          need="required"
          error={problem}
          hint="Say what you did, and what stays and why. It is mailed as you write it."
          rows={6}
          aria-required
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
          readOnly={act.isPending}
        />
      )}
    </ConfirmDialog>
  )
}
