import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminHeaders, saveFile, sentenceOf, withAdminSession } from '#site/admin/lib/call.ts'
import { formatCount, formatCounted } from '#site/admin/lib/format.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { leadClass, outlineClass } from '#site/admin/ui/classes.ts'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { FocusedHeading } from '#site/admin/ui/frame/FocusedHeading.tsx'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { sendWatched } from '#site/lib/forms/upload.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { ImportForm } from './ImportForm.tsx'
import { importsKey, UndoImports } from './UndoImports.tsx'

type Preview = OutputOf<'POST /admin/newsletter/imports/preview'>
type Imported = OutputOf<'POST /admin/newsletter/imports'>

const fileClass = `${outlineClass} mt-20 has-[:focus-visible]:[outline:3px_solid_var(--focus)]`

/** The file goes along with each request, since the service keeps none. */
function sendList<Answer>(path: '' | '/preview', fields: object): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const to = `/api/admin/newsletter/imports${path}`
  const watch = { onProgress() {}, signal: AbortSignal.timeout(120_000) }
  return withAdminSession(sendWatched<Answer>('POST', to, body, watch, adminHeaders()))
}

/** Why an island? The service reads the file, which needs a token, before anything is stored. */
export const Import = adminIsland(() => {
  const [file, setFile] = useState<File>()
  // A wrong choice of a column is told beside what was read before.
  const [preview, setPreview] = useState<Preview>()
  const [result, setResult] = useState<Imported>()
  const read = useMutation({
    mutationFn: (fields: object) => sendList<Preview>('/preview', fields),
    onSuccess: setPreview,
  })
  const choose = (chosen: File) => {
    setFile(chosen)
    setPreview(undefined)
    setResult(undefined)
    read.mutate({ file: chosen })
  }
  const save = () => saveFile(new Blob([result?.file ?? '']), 'skipped-rows.csv')
  return (
    <div className="max-w-text">
      <p className={leadClass}>
        A CSV of your readers from Substack, Mailchimp, Ghost, Selar or a phone, of at most 5 MB and
        20,000 rows. Nothing is stored before you have seen it, and the file is not kept.
      </p>
      <label className={fileClass}>
        <Icon name="upload" size={18} />
        {read.isPending ? 'Reading…' : file ? 'Choose another file' : 'Choose a CSV file'}
        <FileInput
          className="sr-only"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby="list-note"
          onFile={choose}
        />
      </label>
      <div role="alert" className="mt-8">
        <FieldNote
          id="list-note"
          error={read.isError ? sentenceOf(read.error, noAnswer) : undefined}
          hint={file?.name}
        />
      </div>
      {file && preview && !result && (
        <ImportForm
          preview={preview}
          onColumns={(columns) => read.mutate({ ...columns, file })}
          send={async (fields) => {
            setResult(await sendList<Imported>('', { ...fields, file }))
            await queryClient.invalidateQueries({ queryKey: importsKey })
          }}
        />
      )}
      {result && (
        <section className="mt-28 grid justify-items-start gap-16">
          <FocusedHeading id="imported">
            {formatCounted(result.added, 'address', 'addresses')} imported
          </FocusedHeading>
          {result.skipped.map(({ reason, rows }) => (
            <p key={reason}>
              <b>{formatCount(rows)} skipped</b>: {reason}
            </p>
          ))}
          {result.skipped.length > 0 && <Button onClick={save}>Download skipped rows</Button>}
        </section>
      )}
      <UndoImports />
    </div>
  )
})
