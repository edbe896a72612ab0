import { bookCategories } from '#contract/categories.ts'
import { formatDate } from '#contract/dates.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { Icon } from '#site/ui/Icon.tsx'
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
  const form = useBookForm(options)
  const { draft } = form
  const isDisabled = !draft.isLive || draft.isSending

  return (
    <div className={bookPageClass}>
      <form {...draft.form} onInput={form.onInput} className="form" method="post">
        {draft.wrong.length > 0 && <ErrorSummary fields={draft.wrong} />}
        {draft.restoredFrom && !form.isConflict && (
          <p className="form-restored" role="status">
            What you typed on {formatDate(draft.restoredFrom)} is back, not saved yet.
            <button type="button" className="btn-text" onClick={() => form.startAgain()}>
              <span>Discard</span>
            </button>
          </p>
        )}
        <Field {...draft.field('title')} />
        <div className="form-two">
          <Field {...draft.field('authorName')} />
          <Field
            {...draft.field('category')}
            kind="select"
            options={bookCategories}
            placeholder="Select a category"
          />
          <Field
            {...draft.field('price')}
            kind="number"
            prefix="₦"
            min={0}
            step="any"
            inputMode="decimal"
            placeholder="0.00"
          />
          <Field
            {...draft.field('coverImageUrl')}
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
          file={form.cover}
          hint={
            book
              ? 'It takes the place of the Cover Image URL at once.'
              : 'It is sent when the book is created.'
          }
          isDisabled={isDisabled}
        />
        <Field {...draft.field('description')} kind="textarea" rows={4} />
        <Field
          {...draft.field('content')}
          kind="textarea"
          rows={5}
          isOptional
          placeholder="A few paragraphs readers can sample"
        />
        <BookPdf
          bookId={book?.id}
          pdf={form.currentPdf}
          file={form.bookFile}
          isDisabled={isDisabled}
        />
        {form.isConflict && book && (
          <BookConflict
            bookId={book.id}
            onNewest={form.startAgain}
            onSaveAnyway={form.saveAnyway}
          />
        )}
        {draft.problem && !form.isConflict && (
          <p className="form-wrong" role="alert">
            <Icon name="alert" size={18} />
            <span>{draft.problem}</span>
          </p>
        )}
        <div className="form-actions">
          <button
            type="submit"
            className="btn form-submit"
            disabled={!draft.isLive}
            aria-busy={draft.isSending || form.isDone || undefined}
          >
            <span>{book ? 'Update Book' : 'Create Book'}</span>
            <span>{book ? 'Updating...' : 'Creating...'}</span>
          </button>
          <a className="btn btn-outline" href={adminPaths.dashboard} onClick={() => draft.forget()}>
            Cancel
          </a>
        </div>
      </form>
      <CoverPreview
        shown={form.shown}
        pictureUrl={form.pictureUrl}
        chosen={form.cover.state.is === 'chosen' ? form.cover.state.file : undefined}
      />
    </div>
  )
}
