import { bookCategories } from '#contract/categories.ts'
import { formatDate } from '#contract/dates.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { formActionsClass, formClass, pairClass } from '#site/ui/form-classes.ts'
import { RestoredDraft } from '#site/ui/RestoredDraft.tsx'
import { SubmitButton } from '#site/ui/SubmitButton.tsx'
import { BookConflict } from './BookConflict.tsx'
import { BookPdf } from './BookPdf.tsx'
import { CoverPreview } from './CoverPreview.tsx'
import { FileDrop } from './FileDrop.tsx'
import { type BookFormOptions, useBookForm } from './use-book-form.ts'

/** The form, and the cover beside it. */
export const bookPageClass =
  'mt-24 grid gap-36 md:grid-cols-[minmax(0,1fr)_minmax(0,300px)] md:gap-48 ' +
  'lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-72 [&>*]:min-w-0'

/** The fields of a book, its files, and its cover beside them. */
export function BookFields(options: BookFormOptions) {
  const { book } = options
  const state = useBookForm(options)
  const { form } = state
  const isDisabled = !form.isLive || form.isBusy

  return (
    <div className={bookPageClass}>
      <form {...form.form} className={formClass} method="post">
        {form.wrong.length > 0 && <ErrorSummary fields={form.wrong} />}
        {form.restoredFrom && !state.isConflict && (
          <RestoredDraft role="status" onDiscard={() => state.startAgain()}>
            What you typed on {formatDate(form.restoredFrom)} is back, not saved yet.
          </RestoredDraft>
        )}
        <Field {...form.field('title')} />
        <div className={pairClass}>
          <Field {...form.field('authorName')} />
          <Field
            {...form.field('category')}
            kind="select"
            options={bookCategories}
            placeholder="Select a category"
          />
          <Field
            {...form.field('price')}
            kind="number"
            prefix="₦"
            min={0}
            step="any"
            inputMode="decimal"
            placeholder="0.00"
          />
          <Field
            {...form.field('coverImageUrl')}
            isOptional
            inputMode="url"
            placeholder="https://"
          />
        </div>
        <FileDrop
          id="book-cover"
          label="Upload a cover instead"
          takes="JPG or PNG, max 10 MB"
          accept="image/jpeg,image/png"
          file={state.cover}
          hint={
            book
              ? 'It takes the place of the Cover Image URL at once.'
              : 'It is sent when the book is created.'
          }
          isDisabled={isDisabled}
        />
        <Field {...form.field('description')} kind="textarea" rows={4} />
        <Field
          {...form.field('content')}
          kind="textarea"
          rows={5}
          isOptional
          placeholder="A few paragraphs readers can sample"
        />
        <BookPdf
          bookId={book?.id}
          pdf={state.currentPdf}
          file={state.bookFile}
          isDisabled={isDisabled}
        />
        {state.isConflict && book && (
          <BookConflict
            bookId={book.id}
            onNewest={state.startAgain}
            onSaveAnyway={state.saveAnyway}
          />
        )}
        {!state.isConflict && <FieldNote error={form.problem} role="alert" />}
        <div className={formActionsClass}>
          <SubmitButton
            label={book ? 'Update Book' : 'Create Book'}
            busyLabel={book ? 'Updating...' : 'Creating...'}
            isBusy={form.isBusy || state.isDone}
            isDisabled={!form.isLive}
          />
          <a
            className="btn btn-outline"
            href={adminPaths.dashboard}
            onClick={() => form.draft.clear()}
          >
            Cancel
          </a>
        </div>
      </form>
      <CoverPreview
        shown={state.shown}
        pictureUrl={state.pictureUrl}
        chosen={state.cover.state.is === 'chosen' ? state.cover.state.file : undefined}
      />
    </div>
  )
}
