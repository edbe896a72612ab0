import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { bookFields, partIds } from '#contract/endpoints/shop/books.admin.ts'
import { errors } from '#contract/errors.ts'
import { pdf, upload } from '#contract/form-limits.ts'
import { epubFaults } from '#contract/shop/epub-faults.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { queueToast, showToast } from '#site/admin/lib/queue-toast.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { draftStore, storedOver } from '#site/lib/forms/draft.store.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages, bookNotSaved, bookWithout } from '#site/messages/admin-messages.ts'
import { type FileState, useBookFile, waiting } from './use-book-file.ts'

/** The ids of the parts as one field, which a draft can store. */
export const partsIn = (typed: string) => typed.split(' ').filter(Boolean)

const typedFields = z.extend(bookFields, {
  parts: z.pipe(z.pipe(z.string(), z.transform(partsIn)), partIds),
})

const draftKey = (id = 'new') => `ascend.book-draft.${id}`
/** How long after the last key the cover is drawn again. */
const drawAfterMs = 300
const coverFields = ['title', 'authorName', 'category', 'coverImageUrl'] as const

/** The states of the files that belong to a book. */
export interface BookFiles {
  pdf: FileState
  epub: FileState
  cover: FileState
}

const fileIds = { pdf: 'book-pdf', epub: 'book-epub', cover: 'book-cover' } as const
const fileNames = ['pdf', 'epub', 'cover'] as const

export interface BookFormOptions {
  /** The book that is edited; undefined for a new one. */
  book: AdminBook | undefined
  /** The state of its files, when this form has just created the book. */
  files: BookFiles | undefined
  publisherName: string
  isFromPage: boolean
  /** It replaces a form that was in use. */
  isAgain: boolean
  /** The book was created, but there is more to do before the publisher leaves. */
  onMade(book: AdminBook, files: BookFiles): void
  /** Called to reset the form, to the newest version or to the one that it had. */
  onAgain(newest?: AdminBook): void
}

/**
 * The form of one book: its draft, its files, and their states. A new book, or one that another tab has
 * changed, is sent with care: no text is lost, and nothing is created twice.
 */
export function useBookForm({
  book,
  files,
  publisherName,
  isFromPage,
  isAgain,
  onMade,
  onAgain,
}: BookFormOptions) {
  const id = book?.id
  const key = draftKey(id)
  /** The version that filled the form; a draft of an older one still belongs to that. */
  const [base] = useState(() => book && (Number(storedOver(key)) || book.revision))
  const revision = useRef(base)
  const [current, setCurrent] = useState({
    pdf: book?.pdf ?? null,
    epub: book?.epub ?? null,
    stampProblem: book?.stampProblem ?? null,
  })
  /** The saved book, which the list shows next. */
  const [doneId, setDone] = useState<string>()
  const isDone = doneId !== undefined
  const [isConflict, setConflict] = useState(false)
  /** The server's newest version of the book. */
  const latest = useRef<AdminBook>(undefined)
  const sent = useRef<Record<string, string>>({})
  const fileResults = useRef<BookFiles>(undefined)
  /** The id of the element that takes the focus once the form is enabled again. */
  const focusNext = useRef<string>(undefined)

  const showFiles = ({ pdf, epub, stampProblem }: AdminBook) =>
    setCurrent({ pdf, epub, stampProblem })
  const arrived = (newer: AdminBook) => {
    latest.current = newer
    showFiles(newer)
    // Only our own change lies between: another tab's change must still be detected.
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
  const epubFile = useBookFile({
    kind: 'epub',
    bookId: id,
    first: files?.epub,
    faultOf: faultOfEpub,
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
      form.reset('coverImageUrl', newer.coverImageUrl ?? '')
      form.draft.saveSoon()
    },
  })

  const uploads = { pdf: bookFile, epub: epubFile, cover }

  const form = useSubmit(typedFields, send, {
    id: 'book-form',
    labels: bookLabels,
    blank: valuesOf(book, publisherName),
    draft: { key, over: base === undefined ? undefined : String(base) },
    isFromPage,
    messages: { failed: (sentence) => bookNotSaved(!book, sentence) },
    async isReady() {
      // The page is left when the text is saved, but not during an upload.
      const arrivals = await Promise.all(fileNames.map((name) => uploads[name].arrives()))
      const missing = fileNames.find((_, at) => !arrivals[at])
      focusNext.current = missing && fileIds[missing]
      return !missing
    },
    onSent(saved) {
      if (book) queueToast(adminMessages.bookUpdated)
      else if (isMoreToDo(saved)) return
      else queueToast(adminMessages.bookCreated)
      setDone(saved.id)
    },
  })
  const { isLive, isBusy } = form
  const shown = useSettled(
    Object.fromEntries(coverFields.map((name) => [name, form.watch(name)])),
    drawAfterMs,
  )

  /** After a book was created: a file failed, or somebody typed on during its upload. */
  function isMoreToDo(made: AdminBook): boolean {
    const results = fileResults.current ?? { pdf: waiting, epub: waiting, cover: waiting }
    const missing = [
      ...(results.pdf.is === 'failed' ? ['its PDF'] : []),
      ...(results.epub.is === 'failed' ? ['its EPUB'] : []),
      ...(results.cover.is === 'failed' ? ['its cover'] : []),
    ]
    const since = Object.entries(form.values()).filter(
      ([name, text]) => text !== sent.current[name],
    )
    if (missing.length === 0 && since.length === 0) return false
    const newest = latest.current ?? made
    form.draft.clear()
    if (since.length > 0) {
      draftStore(draftKey(made.id), String(newest.revision)).save(Object.fromEntries(since))
    }
    void showToast(
      missing.length > 0 ? bookWithout(missing.join(' and ')) : adminMessages.bookCreated,
    )
    document.title = document.title.replace('Add New Book', 'Edit Book')
    onMade(newest, results)
    return true
  }

  async function send(
    values: z.output<typeof bookFields>,
    submissionKey: string,
  ): Promise<AdminBook> {
    if (book) return save(book.id, values)
    sent.current = form.values()
    const made = await adminCall('POST /admin/books', values, submissionKey)
    latest.current = made
    // From here on it exists: a reload, or a new sign-in, opens it and does not create it twice.
    form.draft.clear()
    history.replaceState(null, '', staffPaths.book(made.id))
    fileResults.current = {
      pdf: await bookFile.sendTo(made.id),
      epub: await epubFile.sendTo(made.id),
      cover: await cover.sendTo(made.id),
    }
    return made
  }

  async function save(id: string, values: z.output<typeof bookFields>): Promise<AdminBook> {
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

  useEffect(() => {
    if (!isLive || !isAgain) return
    const failed = fileNames.find((name) => files?.[name].is === 'failed')
    document.getElementById(failed ? fileIds[failed] : 'title')?.focus()
  }, [isLive, isAgain, files])
  useEffect(() => {
    if (doneId) location.replace(staffPaths.bookInList(doneId))
  }, [doneId])
  useEffect(() => {
    if (isBusy || !focusNext.current) return
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = undefined
  }, [isBusy])

  const isOnItsWay = fileNames.some((name) => uploads[name].state.is === 'sending')
  const isWaiting = fileNames.some((name) => uploads[name].state.is === 'chosen')
  useLeaveWarning((form.isDirty() || isWaiting || isOnItsWay) && !isDone, true)

  const saveAnyway = () => {
    revision.current = undefined
    const element = document.getElementById('book-form') as HTMLFormElement
    element.requestSubmit()
  }

  return {
    form,
    bookFile,
    epubFile,
    cover,
    /** The files that buyers get now. */
    current,
    showFiles,
    shown,
    pictureUrl: pictureAt(shown['coverImageUrl'] ?? ''),
    isConflict,
    isDone,
    saveAnyway,
    /** Discards the draft, and starts again with the newest version or with the one that it had. */
    startAgain(newest?: AdminBook) {
      form.draft.clear()
      onAgain(newest)
    },
  }
}

/** The address in Cover Image URL, once it is valid. */
function pictureAt(typed: string): string | null {
  return bookFields.shape.coverImageUrl.safeParse(typed).data ?? null
}

const bookLabels = {
  title: 'Title',
  authorName: 'Author Name',
  category: 'Category',
  price: 'Price',
  coverImageUrl: 'Cover Image URL',
  description: 'Description',
  content: 'Content Preview',
  parts: 'Parts of a bundle',
}

/** The values of the fields; a price as it is typed. */
function valuesOf(book: AdminBook | undefined, publisherName: string): Record<string, string> {
  if (!book) return { authorName: publisherName }
  const { title, authorName, category, price, coverImageUrl, description, content, parts } = book
  return {
    title,
    authorName,
    category,
    price: price.toFixed(2),
    coverImageUrl: coverImageUrl ?? '',
    description,
    // With the line ends of a text field.
    content: (content ?? '').replace(/\r\n?/g, '\n'),
    parts: parts.map(({ id }) => id).join(' '),
  }
}

/** The obvious errors of a file; the server checks it fully. */
function faultOfPdf({ type, name, size }: File): string | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return errors.notAPdf[1]
  return size > pdf.bytes ? errors.pdfTooLarge[1] : undefined
}

/** What is wrong with the file, as `faultOfPdf` says it of a PDF. */
function faultOfEpub({ type, name, size }: File): string | undefined {
  if (type !== 'application/epub+zip' && !/\.epub$/i.test(name)) return epubFaults.notAnEpub
  return size > pdf.bytes ? errors.epubTooLarge[1] : undefined
}

/** What is wrong with the file, as `faultOfPdf` says it of a PDF. */
function faultOfCover({ type, size }: File): string | undefined {
  if (type !== '' && type !== 'image/jpeg' && type !== 'image/png') return errors.notAPicture[1]
  return size > upload.bytes ? errors.fileTooLarge[1] : undefined
}
