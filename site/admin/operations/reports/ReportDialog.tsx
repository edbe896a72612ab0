import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { ReportState } from '#contract/magazine/reports.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { replaceRow } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { linkClass } from '#site/admin/ui/classes.ts'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import type { AdminReport } from './report-labels.ts'

export type Decision = Exclude<ReportState, 'open'>

const texts = {
  kept: {
    title: 'Keep it as it is',
    lead: 'Readers see it as before.',
    confirm: 'Keep',
    confirming: 'Keeping...',
    message: adminMessages.reportKept,
  },
  corrected: {
    title: 'Say that it is corrected',
    lead: 'Correct it first; this changes nothing in it.',
    confirm: 'It is corrected',
    confirming: 'Saving...',
    message: adminMessages.reportCorrected,
  },
  removed: {
    title: 'Take it down',
    lead: 'Readers do not see it any more. Nothing is deleted.',
    confirm: 'Take down',
    confirming: 'Taking down...',
    message: adminMessages.reportRemoved,
  },
}

const reasonSchema = z.object({
  message: z.string().check(z.refine((text: string) => text.trim().length > 2, 'Please say why')),
})

interface Props {
  decision: Decision
  report: AdminReport
  onDone(): void
  onClose(): void
}

/** Asks for the reason, which is mailed to those who reported it, and decides. */
export function ReportDialog({ decision, report, onDone, onClose }: Props) {
  const { id, kind, subjectId, title, answersWanted } = report
  const { lead, message, ...labels } = texts[decision]
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const { submit, field, isDirty, isBusy, problem } = useSubmit(
    reasonSchema,
    ({ message }) => callWithUndo('PATCH /admin/reports/:id', { id, status: decision, message }),
    {
      blank: { message: '' },
      onSent({ answer, undo }) {
        replaceRow(client, 'reports', 'id', answer)
        refreshStats()
        onDone()
        void showToast(message, undo)
      },
    },
  )
  const { control, error } = field('message')
  useLeaveWarning(isDirty())
  const editPath = kind === 'story' ? staffPaths.editStory(subjectId) : staffPaths.author(title)
  return (
    <ConfirmDialog
      {...labels}
      isBusy={isBusy}
      isMailed={answersWanted > 0}
      isDangerous={decision === 'removed'}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        <b>“{title}”</b>. {lead}
      </p>
      {decision === 'corrected' && (
        <a className={linkClass} href={editPath}>
          {kind === 'story' ? 'Open the editor' : 'Open the author page'}
        </a>
      )}
      <NoteField
        id="message"
        label="Your reason"
        need="required"
        error={error}
        hint={
          answersWanted > 0
            ? `It is mailed to ${formatCounted(answersWanted, 'person', 'people')} as you write it.`
            : 'Nobody left an address. It stays with the report.'
        }
        rows={4}
        aria-required
        {...control}
        disabled={false}
        readOnly={isBusy}
      />
      <FieldNote id="decision-problem" error={problem} role="alert" />
    </ConfirmDialog>
  )
}
