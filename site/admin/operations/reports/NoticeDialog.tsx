import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { upload } from '#contract/form-limits.ts'
import { reportHours } from '#contract/magazine/reports.ts'
import { adminHeaders, withAdminSession } from '#site/admin/lib/call.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { sendWatched } from '#site/lib/forms/upload.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { fieldClass, labelClass } from '#site/ui/forms/form-classes.ts'

const noticeSchema = z.object({
  address: z.string(),
  authority: z.string(),
  words: z.string(),
  file: z.any(),
})

function send({ file, ...fields }: z.output<typeof noticeSchema>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file?.[0]) body.append('file', file[0])
  const watch = { onProgress() {}, signal: AbortSignal.timeout(120_000) }
  const headers = adminHeaders()
  return withAdminSession(
    sendWatched<OutputOf<'POST /admin/notices'>>(
      'POST',
      '/api/admin/notices',
      body,
      watch,
      headers,
    ),
  )
}

/** Notes down what an authority has sent by letter or mail; it is decided like any report. */
export function NoticeDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const { submit, field, isBusy, problem } = useSubmit(noticeSchema, send, {
    onSent() {
      void client.invalidateQueries({ queryKey: ['reports'] })
      refreshStats()
      onDone()
    },
  })
  const { error, control } = field('file')
  return (
    <ConfirmDialog
      title="A notice of an authority"
      confirm="Note it down"
      confirming="Sending…"
      isBusy={isBusy}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        You have {reportHours.allowed} hours to decide. Readers see on Our standards how many came,
        not from whom.
      </p>
      <Field
        {...field('address')}
        label="Address of the page"
        inputMode="url"
        hint="Of the story or author page; of a review, of the page where it is reported."
      />
      <Field {...field('authority')} label="Authority" hint="As its paper names it." />
      <Field {...field('words')} label="What it wants" kind="textarea" rows={3} isOptional />
      <div className={fieldClass}>
        <label className={labelClass} htmlFor="file">
          Its paper
        </label>
        <input
          id="file"
          type="file"
          required
          accept="application/pdf,image/jpeg,image/png"
          aria-describedby="file-note"
          aria-invalid={error ? true : undefined}
          {...control}
        />
        <FieldNote
          id="file-note"
          error={error}
          hint={`PDF, JPG or PNG, at most ${upload.bytes / 1024 ** 2} MB. Only staff can open it.`}
        />
      </div>
      <FieldNote id="notice-problem" error={problem} role="alert" />
    </ConfirmDialog>
  )
}
