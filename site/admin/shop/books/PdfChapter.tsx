import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { formatDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { pdfChapterFields } from '#contract/endpoints/shop/pdf-texts.admin.ts'
import { ConflictBox } from '#site/admin/editor/saving/ConflictBox.tsx'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { storedOver } from '#site/lib/forms/draft.store.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { formClass } from '#site/ui/forms/form-classes.ts'
import { RestoredDraft } from '#site/ui/forms/RestoredDraft.tsx'

type Chapter = OutputOf<'GET /admin/books/:id/pdf-text/:number'>

interface Props {
  bookId: string
  number: number
  /** Another PDF has other chapters. */
  uploadedAt: string
  onTyped(number: number, isTyped: boolean): void
  onSaved(): void
  /** Undefined for the first. */
  onJoin: (() => void) | undefined
  onLeaveOut(): void
}

/** One chapter to correct. What is typed stays when it is closed, or when somebody else changes the chapter. */
export function PdfChapter(props: Props) {
  const { bookId: id, number, uploadedAt, onTyped } = props
  const client = useQueryClient()
  const queryKey = ['pdf chapter', id, uploadedAt, number]
  const query = useQuery({
    queryKey,
    queryFn: () => adminCall('GET /admin/books/:id/pdf-text/:number', { id, number }),
  })
  const [isTyped, setTyped] = useState(false)
  const shown = useRef<Chapter>(undefined)
  if (!isTyped || !shown.current) shown.current = query.data
  useEffect(() => {
    onTyped(number, isTyped)
    return () => onTyped(number, false)
  }, [number, isTyped, onTyped])
  const chapter = shown.current
  return (
    <div className="pb-20 pt-4">
      {!chapter && <p>{query.error ? sentenceOf(query.error, 'Please try again.') : 'Loading…'}</p>}
      {chapter && (
        <ChapterForm
          key={chapter.revision}
          {...props}
          chapter={chapter}
          onTyped={setTyped}
          onLatest={async () => {
            await query.refetch()
            setTyped(false)
          }}
          onSaved={(saved) => {
            setTyped(false)
            client.setQueryData(queryKey, saved)
            void showToast(adminMessages.pdfChapterSaved)
            props.onSaved()
          }}
        />
      )}
    </div>
  )
}

interface FormProps extends Omit<Props, 'onTyped' | 'onSaved'> {
  chapter: Chapter
  onTyped(isTyped: boolean): void
  onSaved(saved: Chapter): void
  /** Shows what somebody else has saved. */
  onLatest(): Promise<void>
}

function ChapterForm({ bookId: id, number, uploadedAt, chapter, onJoin, ...on }: FormProps) {
  const formId = `pdf-chapter-${number}`
  const key = `ascend.pdf-chapter-draft.${id}.${uploadedAt}.${number}`
  /** The version that was typed over: a draft of an older one still belongs to that. */
  const [first] = useState(() => Number(storedOver(key)) || chapter.revision)
  const seen = useRef<number | undefined>(first)
  const [isConflict, setConflict] = useState(false)
  const [isTooEarly, setTooEarly] = useState(false)
  const form = useSubmit(
    pdfChapterFields,
    async (typed) => {
      setConflict(false)
      const revision = seen.current
      try {
        return await adminCall('PUT /admin/books/:id/pdf-text/:number', {
          id,
          number,
          ...typed,
          ...(revision !== undefined && { revision }),
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) setConflict(true)
        throw error
      }
    },
    {
      id: formId,
      labels: { title: 'Title', text: 'Text' },
      blank: { title: chapter.title, text: chapter.text },
      draft: { key, over: String(first) },
      onSent: on.onSaved,
    },
  )
  const isDirty = form.isDirty()
  const { onTyped } = on
  useEffect(() => onTyped(isDirty), [onTyped, isDirty])
  /** Joined or left out is what was saved. */
  const once = (act: () => void) => () => {
    setTooEarly(isDirty)
    if (!isDirty) act()
  }
  return (
    <form {...form.form} className={formClass} method="dialog" aria-label={chapter.title}>
      {isDirty && form.restoredFrom && !isConflict && (
        <RestoredDraft
          role="status"
          onDiscard={() => {
            form.draft.clear()
            form.reset('title', chapter.title)
            form.reset('text', chapter.text)
          }}
        >
          What you typed on {formatDate(form.restoredFrom)} is back, not saved yet.
        </RestoredDraft>
      )}
      <Field {...form.field('title')} id={`${formId}-title`} />
      <Field
        {...form.field('text')}
        id={`${formId}-text`}
        kind="textarea"
        rows={14}
        isOptional
        hint="An empty line begins a paragraph, ## a heading."
      />
      {isConflict && (
        <ConflictBox
          headline="This chapter was changed meanwhile, maybe in another tab."
          text="Nothing that you typed is lost. Which version should stay?"
        >
          <Button
            onClick={() => {
              form.draft.clear()
              void on.onLatest()
            }}
            label="Load latest"
          />
          <Button
            onClick={() => {
              seen.current = undefined
              void form.submit()
            }}
            label="Save mine anyway"
          />
        </ConflictBox>
      )}
      {!isConflict && <FieldNote error={form.problem} role="alert" />}
      <FieldNote
        error={isTooEarly && isDirty ? 'Save what you typed first.' : undefined}
        role="alert"
      />
      <FormActions form={form} label="Save chapter">
        {onJoin && (
          <button type="button" className="btn btn-outline" onClick={once(onJoin)}>
            Join with the chapter before
          </button>
        )}
        <button type="button" className="btn btn-outline" onClick={once(on.onLeaveOut)}>
          Leave out
        </button>
      </FormActions>
    </form>
  )
}
