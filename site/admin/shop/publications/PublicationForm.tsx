import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { publicationFields } from '#contract/endpoints/magazine/publications.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import { RestoredDraft } from '#site/ui/forms/RestoredDraft.tsx'
import type { OnePublication } from './PublicationRow.tsx'

const typedFields = z.extend(publicationFields, { content: z.string() })
const labels = {
  title: 'Title',
  description: 'Sentence',
  author: 'Author',
  category: 'Category',
  content: 'Text',
}

interface Props {
  /** Undefined for a new one. */
  publication: OnePublication | undefined
  onSaved(publication: OnePublication): void
}

/** The words of a publication's card, and of an upload its text. */
export function PublicationForm({ publication, onSaved }: Props) {
  const blank = valuesOf(publication)
  const form = useSubmit(
    typedFields,
    ({ content, ...words }, key) => {
      if (!publication) return adminCall('POST /admin/publications', words, key)
      const { id, revision, isFile } = publication
      return adminCall('PUT /admin/publications/:id', {
        id,
        revision,
        ...words,
        ...(!isFile && { content }),
      })
    },
    {
      id: 'publication-form',
      labels,
      blank,
      onSent: onSaved,
      // Whatever was saved or uploaded meanwhile: only fields that were typed in come back.
      draft: { key: `ascend.publication-draft.${publication?.id ?? 'new'}`, over: undefined },
    },
  )
  const isChanged = form.isDirty()
  const discard = () => {
    form.draft.clear()
    for (const [name, saved] of Object.entries(blank)) form.reset(name, saved)
  }
  const hasPdf = publication !== undefined && !publication.isFile && publication.pdfBytes > 0
  return (
    <form {...form.form} className={formClass} method="dialog">
      {form.wrong.length > 0 && <ErrorSummary fields={form.wrong} />}
      {isChanged && form.restoredFrom && (
        <RestoredDraft role="status" onDiscard={discard}>
          What you typed on {formatDate(form.restoredFrom)} is back, not saved yet.
        </RestoredDraft>
      )}
      <FormProblem problem={form.problem} summary={form.summary} />
      <Field {...form.field('title')} />
      <Field {...form.field('description')} kind="textarea" rows={3} hint="What it is about." />
      <div className={pairClass}>
        <Field {...form.field('author')} />
        <Field {...form.field('category')} hint="A label, such as Magazine or Self-Help." />
      </div>
      {hasPdf && (
        <Field
          {...form.field('content')}
          kind="textarea"
          rows={14}
          isOptional
          hint="As it was read from the PDF; ## begins a heading. Correct what was read wrong. Without it, readers get the PDF alone."
        />
      )}
      <FormActions form={form} label={publication ? 'Save' : 'Add publication'} />
    </form>
  )
}

function valuesOf(publication: OnePublication | undefined): Record<string, string> {
  if (!publication) return { content: '' }
  const { title, description, author, category, content } = publication
  return { title, description, author, category, content }
}
