import { useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { authorWords } from '#contract/endpoints/magazine/authors.ts'
import { authorLengths } from '#contract/form-limits.ts'
import { adminCall, adminHeaders, withAdminSession } from '#site/admin/lib/call.ts'
import { previewOf } from '#site/admin/lib/pictures/preview-picture.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { actionsClass, bylineClass, outlineClass } from '#site/admin/ui/classes.ts'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { shrinkPicture } from '#site/lib/forms/shrink-picture.ts'
import { sendWatched } from '#site/lib/forms/upload.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { authorPicture } from '#site/lib/pages/pictures.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { checkboxClass, fieldClass, labelClass } from '#site/ui/forms/form-classes.ts'
import type { Author } from './AuthorRow.tsx'

type Saved = OutputOf<'PUT /admin/authors/:id'>

interface Props {
  author: Author
  onSaved(page: Saved): void
  onClose(): void
}

/** Edits an author's page: text, picture, and whether it is public. */
export function AuthorDialog({ author, onSaved, onClose }: Props) {
  const { id, name, about, isReader } = author
  const [isPublic, setPublic] = useState(author.isPublic)
  const picture = useChosenPicture(author)
  const { submit, field, isBusy, problem, summary } = useSubmit(authorWords, async (words) => {
    onSaved(await save(id, { ...words, isPublic }, picture))
    onClose()
  })
  // Only the contributor decides that there is a page; both may take it down.
  const mayShow = !isReader || author.isPublic
  return (
    <ConfirmDialog
      title={`The page of ${name}`}
      confirm="Save the page"
      confirming="Saving..."
      isBusy={isBusy}
      onConfirm={submit}
      onClose={onClose}
    >
      <FormProblem problem={problem} summary={summary} />
      <Field {...field('name')} label="Name" value={name} autoComplete="off" />
      <Field
        {...field('about')}
        label="Bio"
        kind="textarea"
        rows={5}
        isOptional
        value={about}
        hint={`A few sentences, at most ${authorLengths.about} characters.`}
      />
      <fieldset className={fieldClass}>
        <legend className={`${labelClass} mb-6`}>Picture</legend>
        <div className="flex items-center gap-16">
          <img
            key={picture.src}
            className="cut step-4 size-60 flex-none object-cover"
            src={picture.src}
            alt={picture.isOwn ? 'As the page shows it' : 'The drawing that stands in'}
            width={60}
            height={60}
          />
          <div className={actionsClass}>
            <label
              className={`${outlineClass} relative cursor-pointer has-[input:focus-visible]:[outline:3px_solid_var(--focus)]`}
            >
              {picture.isOwn ? 'Choose another' : 'Add a picture'}
              <FileInput
                className="absolute inset-0 w-full cursor-[inherit] opacity-0"
                accept="image/jpeg,image/png"
                disabled={isBusy}
                onFile={picture.choose}
              />
            </label>
            {picture.isOwn && (
              <Button disabled={isBusy} onClick={picture.remove}>
                Remove
              </Button>
            )}
          </div>
        </div>
      </fieldset>
      <div className={fieldClass}>
        <label className="flex gap-12 justify-self-start py-10">
          <input
            type="checkbox"
            className={checkboxClass}
            checked={isPublic}
            disabled={isBusy || !mayShow}
            aria-describedby={mayShow ? undefined : 'shown-note'}
            onChange={({ target }) => setPublic(target.checked)}
          />
          <span>Public</span>
        </label>
        {!mayShow && (
          <p id="shown-note" className={bylineClass}>
            {name} has an account: only they can decide to have a page.
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** The picture as the page will show it: the chosen file, the current one, or art. */
function useChosenPicture({ name, pictureUrl }: Author) {
  const [chosen, setChosen] = useState<{ file: File; preview: string | undefined }>()
  const [isRemoved, setRemoved] = useState(false)
  const stored = isRemoved ? null : pictureUrl
  return {
    file: chosen?.file,
    isRemoved: isRemoved && !chosen,
    isOwn: chosen !== undefined || stored !== null,
    src: chosen?.preview ?? authorPicture(name, stored).src,
    async choose(file: File) {
      setChosen({ file, preview: await previewOf(file) })
    },
    remove() {
      setChosen(undefined)
      setRemoved(true)
    },
  }
}

async function save(
  id: string,
  words: { name: string; about: string; isPublic: boolean },
  { file, isRemoved }: ReturnType<typeof useChosenPicture>,
): Promise<Saved> {
  if (!file) return adminCall('PUT /admin/authors/:id', { id, ...words, withoutPicture: isRemoved })
  const body = new FormData()
  body.append('name', words.name)
  body.append('about', words.about)
  if (words.isPublic) body.append('isPublic', 'yes')
  body.append('file', await shrinkPicture(file))
  const watch = { onProgress: () => {}, signal: new AbortController().signal }
  return withAdminSession(
    sendWatched<Saved>('PUT', `/api/admin/authors/${id}`, body, watch, adminHeaders()),
  )
}
