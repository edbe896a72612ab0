import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { bookCategories } from '#contract/magazine/categories.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { ConflictBox } from '#site/admin/editor/saving/ConflictBox.tsx'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { bookChoices } from '#site/admin/lib/lists/story-choices.ts'
import { previewOf } from '#site/admin/lib/pictures/preview-picture.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { Cover } from '#site/admin/ui/Cover.tsx'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { bookNotSaved } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import { RestoredDraft } from '#site/ui/forms/RestoredDraft.tsx'
import { BookFileSection } from './BookFileSection.tsx'
import { BundleParts } from './BundleParts.tsx'
import { FileDrop } from './FileDrop.tsx'
import { PdfText } from './PdfText.tsx'
import { ReadHere } from './ReadHere.tsx'
import { RemoveEpub } from './RemoveEpub.tsx'
import { StampSwitch } from './StampSwitch.tsx'
import { type BookFormOptions, partsIn, useBookForm } from './use-book-form.ts'
import { useBookText } from './use-book-text.ts'

/** The form, and the cover beside it. */
export const bookPageClass =
  'mt-24 grid gap-36 md:grid-cols-[minmax(0,1fr)_minmax(0,300px)] md:gap-48 ' +
  'lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-72 [&>*]:min-w-0'

export function BookFields(options: BookFormOptions) {
  const { book } = options
  const state = useBookForm(options)
  const { form, files } = state
  const { cover } = files
  const isDisabled = !form.isLive || form.isBusy
  const text = useBookText(book?.id, files.current)
  const isBundle = form.watch('parts') !== ''
  const isSlugKept = book !== undefined && (book.isPublished || book.publishedAt !== null)

  return (
    <div className={bookPageClass}>
      <div>
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
              options={bookChoices(book?.category)}
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
            file={cover}
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
          {!isBundle && <Files book={book} files={files} text={text} isDisabled={isDisabled} />}
          <Field
            {...form.field('slug')}
            isOptional
            isReadOnly={isSlugKept}
            hint={
              isSlugKept
                ? 'It stays, because it was public.'
                : 'The words of its address; left empty, those of the title. They stay once it is published.'
            }
          />
          <BundleParts
            bundleId={book?.id}
            known={book?.parts ?? []}
            chosen={partsIn(form.watch('parts'))}
            error={form.field('parts').error}
            isDisabled={isDisabled}
            onChoose={(parts) => form.put('parts', parts.join(' '))}
          />
          {state.isConflict && book && (
            <BookConflict
              bookId={book.id}
              onNewest={state.startAgain}
              onSaveAnyway={state.saveAnyway}
            />
          )}
          {!state.isConflict && <FieldNote error={form.problem} role="alert" />}
          <FormActions
            form={{ ...form, isBusy: form.isBusy || state.isDone }}
            label={book ? 'Update Book' : 'Create Book'}
            busyLabel={book ? 'Updating...' : 'Creating...'}
          >
            <a
              className="btn btn-outline"
              href={staffPaths.dashboard}
              onClick={() => form.draft.clear()}
            >
              Cancel
            </a>
          </FormActions>
        </form>
        {!isBundle && <TextOfPdf book={book} files={files} text={text} />}
      </div>
      <CoverPreview
        shown={state.shown}
        pictureUrl={state.pictureUrl}
        chosen={cover.state.is === 'chosen' ? cover.state.file : undefined}
      />
    </div>
  )
}

interface FilesProps {
  book: AdminBook | undefined
  files: ReturnType<typeof useBookForm>['files']
  text: AdminBook['text']
  isDisabled: boolean
}

/** The files that buyers get; a bundle has those of its parts. */
function Files({ book, files, text, isDisabled }: FilesProps) {
  const { current } = files
  const whenSent = book
    ? 'It is saved as soon as it is uploaded.'
    : 'It is sent when the book is created.'
  return (
    <>
      <BookFileSection
        id="book-pdf"
        title="Book file (PDF)"
        format="PDF"
        takes="PDF without a password, max 50 MB"
        accept="application/pdf,.pdf"
        file={files.pdf}
        hint={whenSent}
        isDisabled={isDisabled}
        current={current.pdf}
        facts={current.pdf ? pagesOf(current.pdf) : undefined}
        address={book && `/api/admin/books/${book.id}/file`}
        none="No PDF yet: the book cannot be bought without one."
      >
        {book && (
          <StampSwitch bookId={book.id} isStamped={book.isStamped} problem={current.stampProblem} />
        )}
      </BookFileSection>
      <BookFileSection
        id="book-epub"
        title="For reading apps (EPUB)"
        format="EPUB"
        takes="EPUB without copy protection or scripts, max 50 MB"
        accept="application/epub+zip,.epub"
        file={files.epub}
        hint={`Buyers choose it or the PDF, or take both. ${whenSent}`}
        isDisabled={isDisabled}
        current={current.epub}
        address={book && `/api/admin/books/${book.id}/epub`}
        none="No EPUB: buyers get the PDF alone."
      >
        {book && <RemoveEpub bookId={book.id} onChanged={files.showCurrent} />}
      </BookFileSection>
      {book && text && (
        <ReadHere key={(current.epub ?? current.pdf)?.uploadedAt} book={book} text={text} />
      )}
    </>
  )
}

/** Below the form, since it has forms of its own. */
function TextOfPdf({ book, files, text }: Omit<FilesProps, 'isDisabled'>) {
  const { pdf } = files.current
  if (!book || !pdf || !text?.isOfPdf || !/waiting|ready/.test(text.state)) return null
  return (
    <PdfText
      key={pdf.uploadedAt}
      bookId={book.id}
      uploadedAt={pdf.uploadedAt}
      onChanged={() => void files.load(book.id)}
    />
  )
}

const pagesOf = ({ pages }: { pages: number }) => formatCounted(pages, 'page')

interface Props {
  bookId: string
  onNewest(newest: AdminBook): void
  onSaveAnyway(): void
}

/** Two tabs changed one book: the publisher chooses the version to keep. */
function BookConflict({ bookId, onNewest, onSaveAnyway }: Props) {
  const load = useMutation({
    mutationFn: () => adminCall('GET /admin/books/:id', { id: bookId }),
    onSuccess: onNewest,
    onError: () => void showToast(bookNotSaved(false)),
  })
  return (
    <ConflictBox
      headline="This book was changed meanwhile, maybe in another tab."
      text="Nothing that you typed is lost. Which version should stay?"
    >
      <Button isBusy={load.isPending} onClick={() => load.isPending || load.mutate()}>
        Load latest
      </Button>
      <Button onClick={onSaveAnyway}>Save mine anyway</Button>
    </ConflictBox>
  )
}

interface CoverPreviewProps {
  shown: Record<string, string>
  /** The picture to load, once it is an address. */
  pictureUrl: string | null
  /** A chosen picture that was not sent yet. */
  chosen: File | undefined
}

/** The book's cover as readers will see it, beside the form. */
function CoverPreview({ shown, pictureUrl, chosen }: CoverPreviewProps) {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    setPreview(undefined)
    if (!chosen) return
    let isCurrent = true
    void previewOf(chosen).then((url) => isCurrent && setPreview(url))
    return () => {
      isCurrent = false
    }
  }, [chosen])
  const picture = preview ?? pictureUrl

  return (
    <aside className="text-14 text-ink-2 md:sticky md:top-24 md:self-start" aria-label="Cover">
      <p>{picture ? 'Your cover picture' : 'Default cover, drawn from title and category'}</p>
      <div className="my-10 grid place-items-center bg-sunk px-16 py-28 md:py-44 [&>.book-cover]:w-[min(60%,244px)]">
        <Cover
          book={{
            title: shown['title'] ?? '',
            authorName: shown['authorName'] ?? '',
            category: shown['category'] || bookCategories[0],
            coverImageUrl: picture,
          }}
        />
      </div>
      <p>
        {picture
          ? 'Empty the Cover Image URL to have the drawn one again.'
          : 'Add a Cover Image URL to replace it.'}
      </p>
    </aside>
  )
}
