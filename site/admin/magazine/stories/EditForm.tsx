import { useEffect } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { storyCategories } from '#contract/categories.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { editResolver, showServerErrors, useReportDirty } from './review-form.ts'
import { reviewLabels } from './story-labels.ts'
import type { AdminStory, Review } from './use-review.ts'

type Values = Pick<InputOf<'PATCH /admin/stories/:id'>, 'title' | 'summary' | 'category'>
const labels = { title: 'Title', summary: 'Summary', category: 'Category' } as const
const names = ['title', 'summary', 'category'] as const

interface Props {
  story: AdminStory
  review: Review
  onDirty(isDirty: boolean): void
  onCancel(): void
}

/** The light edits that the publisher may make: title, summary and category. */
export function EditForm({ story, review, onDirty, onCancel }: Props) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Values>({
    resolver: editResolver as never,
    // Not when a field is left: what appears under a press would push the button away from it.
    mode: 'onSubmit',
    // A newer version that was loaded meanwhile fills in whatever was not typed over.
    values: {
      title: story.title,
      summary: story.summary,
      category: story.category as Values['category'],
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitted } = formState
  useReportDirty(isDirty, onDirty)
  useEffect(() => setFocus('title'), [setFocus])

  const save = (isToBePublished: boolean) =>
    handleSubmit(async (values) => {
      const changed = names.filter((name) => values[name] !== story[name])
      const edit = Object.fromEntries(changed.map((name) => [name, values[name]]))
      const wrong = await review.edit(story, edit, isToBePublished)
      showServerErrors(wrong, names, setError, setFocus)
    })
  const field = (name: Path<Values>) => ({
    name,
    id: `edit-${name}`,
    label: labels[name],
    error: errors[name]?.message,
    control: register(name),
  })
  const wrong = names
    .filter((name) => errors[name])
    .map((name) => ({ id: `edit-${name}`, label: labels[name] }))

  return (
    <form
      className="my-8 grid content-start gap-20 bg-sunk p-16"
      noValidate
      onSubmit={save(false)}
      aria-label="Edit the story"
    >
      {isSubmitted && wrong.length > 0 && <ErrorSummary fields={wrong} />}
      <Field {...field('title')} />
      <Field {...field('summary')} kind="textarea" rows={4} />
      <Field
        {...field('category')}
        kind="select"
        options={storyCategories}
        placeholder="Select a category"
      />
      <div className={`${actionsClass} mt-4`}>
        <ActionButton
          kind="submit"
          className="max-sm:px-14"
          label="Save changes"
          busy={reviewLabels.busy}
          isBusy={review.pending === 'edit'}
        />
        {story.moves.includes('published') && (
          <ActionButton
            isOutline
            className="max-sm:px-14"
            label="Save and publish"
            busy={reviewLabels.busy}
            isBusy={review.pending === 'editAndPublish'}
            onPress={save(true)}
          />
        )}
        <button type="button" className={`${outlineClass} max-sm:px-14`} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
