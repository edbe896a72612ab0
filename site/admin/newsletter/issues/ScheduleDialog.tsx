import * as z from 'zod/mini'
import { momentOf, typedIn } from '#site/admin/lib/lagos-time.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'

interface Props {
  sendAt: string | null
  isBusy: boolean
  onSchedule(sendAt: string): Promise<void> | void
  onClose(): void
}

const schema = z.object({ sendAt: z.string() })

export function ScheduleDialog({ sendAt, isBusy, onSchedule, onClose }: Props) {
  const { submit, field } = useSubmit(
    schema,
    async (typed) => {
      const moment = momentOf(typed.sendAt)
      if (moment) await onSchedule(moment)
    },
    { blank: { sendAt: typedIn(sendAt) } },
  )
  return (
    <ConfirmDialog
      title="Schedule"
      confirm="Schedule"
      confirming="Scheduling…"
      isBusy={isBusy}
      isMailed
      onConfirm={submit}
      onClose={onClose}
    >
      <p>Days and times are those of Lagos.</p>
      <Field {...field('sendAt')} kind="datetime-local" label="When it is sent" />
    </ConfirmDialog>
  )
}
