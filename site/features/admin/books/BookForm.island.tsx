import './book-form.css'
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { bookCategories } from '#contract/categories.ts'
import { formatDate } from '#contract/dates.ts'
import { bookFields } from '#contract/endpoints/admin-books.ts'
import { errors } from '#contract/errors.ts'
import { pdf, upload } from '#contract/form-limits.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall, downloadAdminFile } from '#site/lib/admin/call.ts'
import { formatBytes, formatCount, formatMoment } from '#site/lib/admin/format.ts'
import { queueToast, showToast } from '#site/lib/admin/queue-toast.ts'
import type { AdminBook } from '#site/lib/admin/upload-to-book.ts'
import { useLeaveWarning } from '#site/lib/admin/use-leave-warning.ts'
import { useLoad } from '#site/lib/admin/use-load.ts'
import { draftStore, keptOver } from '#site/lib/draft.store.ts'
import { useDraftForm } from '#site/lib/use-draft-form.ts'
import { adminMessages, bookNotSaved, bookWithout } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { Cover } from '#site/ui/admin/Cover.tsx'
import { Loaded } from '#site/ui/admin/Loaded.tsx'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { FileDrop } from './FileDrop.tsx'
import { previewOf } from './preview-picture.ts'
import { type FileState, useBookFile, waiting } from './use-book-file.ts'

type Typed = z.input<typeof bookFields>
type Parsed = z.output<typeof bookFields>
const resolver: Resolver<Typed, unknown, Parsed> = zodResolver(bookFields)

const labels = {
  title: 'Title',
  authorName: 'Author Name',
  category: 'Category',
  price: 'Price',
  coverImageUrl: 'Cover Image URL',
  description: 'Description',
  content: 'Content Preview',
}
const draftKey = (id = 'new') => `ascend.book-draft.${id}`
/** How long after the last key the cover is drawn again. */
const drawAfterMs = 300

interface Props {
  isNew: boolean
  /** Whose name stands there before another is typed. */
  publisherName: string
}

/** Why an island? The book is the publisher's own, its cover follows the typing, and files go along with a bar. */
export function BookForm({ isNew, publisherName }: Props) {
  return isNew ? (
    <NewBook publisherName={publisherName} />
  ) : (
    <EditBook publisherName={publisherName} />
  )
}

function Head({ title }: { title: string }) {
  return (
    <>
      <a className="desk-back" href={adminPaths.dashboard}>
        <AdminIcon name="arrowLeft" />
        <span>Back to Dashboard</span>
      </a>
      <h1 className="desk-title">{title}</h1>
    </>
  )
}

function NewBook({ publisherName }: { publisherName: string }) {
  /** Each round is a fresh form. */
  const [round, setRound] = useState(0)
  /** What this very form has made, when there is more to do: from then on it is the form of that book. */
  const [made, setMade] = useState<{ book: AdminBook; files: Files }>()
  return (
    <>
      <Head title={made ? 'Edit Book' : 'Add New Book'} />
      <Fields
        key={round}
        book={made?.book}
        files={made?.files}
        publisherName={publisherName}
        isFromPage={round === 0}
        isAgain={round > 0}
        onMade={(book, files) => {
          setMade({ book, files })
          setRound(round + 1)
        }}
        onAgain={(newest) => {
          if (made && newest) setMade({ ...made, book: newest })
          setRound(round + 1)
        }}
      />
    </>
  )
}

function EditBook({ publisherName }: { publisherName: string }) {
  const loading = useLoad('book', () => adminCall('GET /admin/books/:id', { id: idInAddress() }))
  /** Each round is a form filled afresh. */
  const [round, setRound] = useState(0)
  const isMissing = loading.error instanceof ApiError && loading.error.status === 404

  return (
    <>
      <Head title="Edit Book" />
      {isMissing ? (
        <div className="desk-empty" role="alert">
          <h2>Book Not Found</h2>
          <p>{errors.bookNotFound[1]}</p>
          <a className="btn" href={adminPaths.dashboard}>
            Back to Dashboard
          </a>
        </div>
      ) : (
        <Loaded
          loading={loading}
          skeleton={<Skeleton />}
          failed="The book could not be loaded. Nothing is lost; please try again."
        >
          {(book) => (
            <Fields
              key={round}
              book={book}
              files={undefined}
              publisherName={publisherName}
              isFromPage={false}
              isAgain={round > 0}
              onMade={() => {}}
              onAgain={(newest) => {
                if (newest) loading.put(() => newest)
                setRound(round + 1)
              }}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

/** Where the files stand that were to come with a book. */
interface Files {
  pdf: FileState
  cover: FileState
}

interface FieldsProps {
  /** The book that is changed; undefined while a new one is typed. */
  book: AdminBook | undefined
  /** The book was made by this form a moment ago: what became of its files. */
  files: Files | undefined
  publisherName: string
  isFromPage: boolean
  /** It takes the place of a form in which somebody was at work. */
  isAgain: boolean
  /** The book is there, but there is more to do before the publisher goes. */
  onMade(book: AdminBook, files: Files): void
  /** To be filled afresh, with the newest version or with the one that it had. */
  onAgain(newest?: AdminBook): void
}

function Fields({ book, files, publisherName, isFromPage, isAgain, onMade, onAgain }: FieldsProps) {
  const id = book?.id
  const key = draftKey(id)
  /** What the form was filled from; what was typed over an older text still belongs to that one. */
  const revision = useRef<number | undefined>(undefined)
  const [base] = useState(() => book && (Number(keptOver(key)) || book.revision))
  const [before] = useState(() => valuesOf(book, publisherName))
  const [shown, setShown] = useState(before)
  const [pdfNow, setPdfNow] = useState(book?.pdf ?? null)
  const [preview, setPreview] = useState<string>()
  const [isDirty, setDirty] = useState(false)
  const [isDone, setDone] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const [isFetching, setFetching] = useState(false)
  const drawing = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The newest that the server said of the book. */
  const latest = useRef<AdminBook>(undefined)
  const sent = useRef<Record<string, string>>({})
  const came = useRef<Files>(undefined)
  /** Where the focus goes once the form can be used again: an element's id. */
  const focusNext = useRef<string>(undefined)

  const arrived = (newer: AdminBook) => {
    latest.current = newer
    setPdfNow(newer.pdf)
    // Only our own change lies in between: what another tab saved meanwhile is still to be found out.
    if (revision.current !== undefined && newer.revision === revision.current + 1) {
      revision.current = newer.revision
    }
  }
  const bookFile = useBookFile({
    kind: 'file',
    bookId: id,
    first: files?.pdf,
    faultOf: faultOfPdf,
    onArrived: arrived,
  })
  const cover = useBookFile({
    kind: 'cover',
    bookId: id,
    first: files?.cover,
    faultOf: faultOfCover,
    onArrived(newer) {
      arrived(newer)
      if (!book) return
      // It is saved already: nothing that was typed.
      before['coverImageUrl'] = newer.coverImageUrl ?? ''
      kept.put('coverImageUrl', before['coverImageUrl'])
      look()
    },
  })

  const kept = useDraftForm<Typed, Parsed, AdminBook>({
    id: 'book-form',
    resolver,
    labels,
    blank: before,
    refused: undefined,
    draftKey: key,
    draftOver: base === undefined ? undefined : String(base),
    isFromPage,
    isSent: false,
    messages: { failed: (said) => bookNotSaved(!book, said) },
    async isReady() {
      // The page goes when the words are saved: not while a file is on its way.
      const [isPdfThere, isCoverThere] = await Promise.all([bookFile.arrives(), cover.arrives()])
      if (isPdfThere && isCoverThere) return true
      focusNext.current = isPdfThere ? 'book-cover' : 'book-pdf'
      return false
    },
    async send(values, pressed) {
      if (book) return save(book.id, values)
      sent.current = allTyped()
      const made = await adminCall('POST /admin/books', values, pressed)
      latest.current = made
      // From here on it exists: a reload, or signing in again, comes to it and does not make it twice.
      kept.forget()
      history.replaceState(null, '', adminPaths.book(made.id))
      came.current = { pdf: await bookFile.sendTo(made.id), cover: await cover.sendTo(made.id) }
      return made
    },
    onSent(saved) {
      if (book) queueToast(adminMessages.bookUpdated)
      else if (isMoreToDo(saved)) return
      else queueToast(adminMessages.bookCreated)
      setDone(true)
    },
  })
  const { field, isLive } = kept

  /** After a book was made: a file did not arrive, or somebody typed on while it was on its way. */
  function isMoreToDo(made: AdminBook): boolean {
    const { pdf, cover } = came.current ?? { pdf: waiting, cover: waiting }
    const missing = [
      ...(pdf.is === 'failed' ? ['its PDF'] : []),
      ...(cover.is === 'failed' ? ['its cover'] : []),
    ]
    const since = Object.entries(allTyped()).filter(([name, text]) => text !== sent.current[name])
    if (missing.length === 0 && since.length === 0) return false
    const newest = latest.current ?? made
    kept.forget()
    if (since.length > 0) {
      draftStore(draftKey(made.id), String(newest.revision)).save(Object.fromEntries(since))
    }
    void showToast(
      missing.length > 0 ? bookWithout(missing.join(' and ')) : adminMessages.bookCreated,
    )
    document.title = document.title.replace('Add New Book', 'Edit Book')
    onMade(newest, { pdf, cover })
    return true
  }

  async function save(id: string, values: Parsed): Promise<AdminBook> {
    setConflict(false)
    const seen = revision.current
    try {
      return await adminCall('PUT /admin/books/:id', {
        ...values,
        id,
        ...(seen !== undefined && { revision: seen }),
      })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        focusNext.current = 'conflict'
        setConflict(true)
      }
      throw error
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what the device has kept is in its place.
  useEffect(() => {
    revision.current = base
    look()
    return () => clearTimeout(drawing.current)
  }, [])
  useEffect(() => {
    if (!isLive || !isAgain) return
    const [pdf, cover] = [files?.pdf.is === 'failed', files?.cover.is === 'failed']
    document.getElementById(pdf ? 'book-pdf' : cover ? 'book-cover' : 'title')?.focus()
  }, [isLive, isAgain, files])
  useEffect(() => {
    if (isDone) location.assign(adminPaths.dashboard)
  }, [isDone])
  useEffect(() => {
    if (kept.isSending || !focusNext.current) return
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = undefined
  }, [kept.isSending])

  const isOnItsWay = bookFile.state.is === 'sending' || cover.state.is === 'sending'
  const isWaiting = bookFile.state.is === 'chosen' || cover.state.is === 'chosen'
  useLeaveWarning((isDirty || isWaiting || isOnItsWay) && !isDone, true)

  const chosenCover = cover.state.is === 'chosen' ? cover.state.file : undefined
  useEffect(() => {
    setPreview(undefined)
    if (!chosenCover) return
    let isCurrent = true
    void previewOf(chosenCover).then((url) => isCurrent && setPreview(url))
    return () => {
      isCurrent = false
    }
  }, [chosenCover])

  const look = () => {
    setDirty(kept.isChanged())
    setShown(allTyped())
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    kept.form.onInput(event)
    setDirty(kept.isChanged())
    clearTimeout(drawing.current)
    drawing.current = setTimeout(look, drawAfterMs)
  }
  const loadNewest = async () => {
    if (!id || isFetching) return
    setFetching(true)
    try {
      const newest = await adminCall('GET /admin/books/:id', { id })
      kept.forget()
      onAgain(newest)
    } catch (error) {
      console.warn(error)
      setFetching(false)
      await showToast(bookNotSaved(false))
    }
  }
  const saveAnyway = () => {
    revision.current = undefined
    const form = document.getElementById('book-form') as HTMLFormElement
    form.requestSubmit()
  }

  const pictured = preview ?? pictureAt(shown['coverImageUrl'] ?? '')
  const busy = kept.isSending

  return (
    <div className="book-page">
      <form {...kept.form} onInput={onInput} className="form" method="post">
        {kept.wrong.length > 0 && <ErrorSummary fields={kept.wrong} />}
        {kept.restoredFrom && !isConflict && (
          <p className="form-restored" role="status">
            What you typed on {formatDate(kept.restoredFrom)} is back, not saved yet.
            <button
              type="button"
              className="btn-text"
              onClick={() => {
                kept.forget()
                onAgain()
              }}
            >
              <span>Discard</span>
            </button>
          </p>
        )}
        <Field {...field('title')} />
        <div className="form-two">
          <Field {...field('authorName')} />
          <Field
            {...field('category')}
            kind="select"
            options={bookCategories}
            placeholder="Select a category"
          />
          <Field
            {...field('price')}
            kind="number"
            prefix="₦"
            min={0}
            step="any"
            inputMode="decimal"
            placeholder="0.00"
          />
          <Field {...field('coverImageUrl')} isOptional inputMode="url" placeholder="https://" />
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
          isDisabled={!isLive || busy}
        />
        <Field {...field('description')} kind="textarea" rows={4} />
        <Field
          {...field('content')}
          kind="textarea"
          rows={5}
          isOptional
          placeholder="A few paragraphs readers can sample"
        />
        <section className="book-pdf" aria-labelledby="book-pdf-title">
          <h2 id="book-pdf-title">Book file (PDF)</h2>
          <FileDrop
            id="book-pdf"
            label={pdfNow ? 'Replace the PDF' : 'Choose the PDF or drop it here'}
            takes="PDF without a password, max 50 MB"
            accept="application/pdf,.pdf"
            file={bookFile}
            hint={
              book
                ? 'Buyers get this file as it is. It is saved as soon as it is uploaded.'
                : 'Buyers get this file as it is. It is sent when the book is created.'
            }
            isDisabled={!isLive || busy}
          >
            {pdfNow && id ? (
              <PdfNow id={id} pdf={pdfNow} />
            ) : (
              <p className="book-pdf-now">No PDF yet: the book cannot be bought without one.</p>
            )}
          </FileDrop>
        </section>
        {isConflict && (
          <div className="book-conflict" id="conflict" role="alert" tabIndex={-1}>
            <AdminIcon name="alert" />
            <div>
              <b>This book was changed meanwhile, maybe in another tab.</b>
              <p>Nothing of yours is lost. Which one shall stay?</p>
              <div className="desk-actions">
                <button
                  type="button"
                  className="btn btn-outline"
                  aria-busy={isFetching || undefined}
                  onClick={loadNewest}
                >
                  Load the newest version
                </button>
                <button type="button" className="btn btn-outline" onClick={saveAnyway}>
                  Save mine anyway
                </button>
              </div>
            </div>
          </div>
        )}
        {kept.problem && !isConflict && (
          <p className="form-wrong" role="alert">
            <AdminIcon name="alert" size={18} />
            <span>{kept.problem}</span>
          </p>
        )}
        <div className="form-actions">
          <button
            type="submit"
            className="btn form-submit"
            disabled={!isLive}
            aria-busy={busy || isDone || undefined}
          >
            <span>{book ? 'Update Book' : 'Create Book'}</span>
            <span>{book ? 'Updating...' : 'Creating...'}</span>
          </button>
          <a className="btn btn-outline" href={adminPaths.dashboard} onClick={() => kept.forget()}>
            Cancel
          </a>
        </div>
      </form>
      <aside aria-label="Cover">
        <p>{pictured ? 'Your cover picture' : 'Default cover, drawn from title and category'}</p>
        <div className="book-tray">
          <Cover
            book={{
              title: shown['title'] ?? '',
              authorName: shown['authorName'] ?? '',
              category: shown['category'] || bookCategories[0],
              coverImageUrl: pictured,
            }}
            hasWords
          />
        </div>
        <p>
          {pictured
            ? 'Empty the Cover Image URL to have the drawn one again.'
            : 'Add a Cover Image URL to replace it.'}
        </p>
      </aside>
    </div>
  )
}

/** What buyers get now, for the publisher to look at. */
function PdfNow({ id, pdf }: { id: string; pdf: NonNullable<AdminBook['pdf']> }) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await downloadAdminFile(`/api/admin/books/${id}/file`)
    } catch (error) {
      console.warn(error)
      await showToast(adminMessages.fileNotDownloaded)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="book-pdf-now">
      <AdminIcon name="file" />
      <p>
        <b>
          {formatCount(pdf.pages)} {pdf.pages === 1 ? 'page' : 'pages'}, {formatBytes(pdf.bytes)}
        </b>
        <span>Uploaded {formatMoment(pdf.uploadedAt)}</span>
      </p>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={isBusy || undefined}
        onClick={download}
      >
        {isBusy ? 'Downloading…' : 'Download'}
      </button>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="book-page" aria-hidden="true">
      <div className="desk-skeleton">
        <div />
        <div />
        <div />
        <div />
      </div>
      <aside className="desk-skeleton">
        <div className="book-tray" />
      </aside>
    </div>
  )
}

/** What stands in the fields; a price as it is written. */
function valuesOf(book: AdminBook | undefined, publisherName: string): Record<string, string> {
  if (!book) return { authorName: publisherName }
  const { title, authorName, category, price, coverImageUrl, description, content } = book
  return {
    title,
    authorName,
    category,
    price: price.toFixed(2),
    coverImageUrl: coverImageUrl ?? '',
    description,
    // As a text field writes the ends of its lines.
    content: (content ?? '').replace(/\r\n?/g, '\n'),
  }
}

/** /admin/books/{id}/edit */
function idInAddress(): string {
  return decodeURIComponent(location.pathname.split('/').at(-2) ?? '')
}

/** What stands in the fields now. */
function allTyped(): Record<string, string> {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, typedIn(name)]))
}

function typedIn(name: string): string {
  const field = document.getElementById(name)
  return field && 'value' in field ? String(field.value) : ''
}

/** The address under Cover Image URL, once it is one. */
function pictureAt(typed: string): string | null {
  return bookFields.shape.coverImageUrl.safeParse(typed).data ?? null
}

function faultOfPdf({ type, name, size }: File): string | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return errors.notAPdf[1]
  return size > pdf.bytes ? errors.pdfTooLarge[1] : undefined
}

function faultOfCover({ type, size }: File): string | undefined {
  if (type !== '' && type !== 'image/jpeg' && type !== 'image/png') return errors.notAPicture[1]
  return size > upload.bytes ? errors.fileTooLarge[1] : undefined
}
