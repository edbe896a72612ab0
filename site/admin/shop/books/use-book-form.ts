import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { bookFields } from '#contract/endpoints/shop/books.admin.ts'
import { errors } from '#contract/errors.ts'
import { pdf, upload } from '#contract/form-limits.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { queueToast, showToast } from '#site/admin/lib/queue-toast.ts'
import type { AdminBook } from '#site/admin/lib/upload-to-book.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { draftStore, storedOver } from '#site/lib/draft.store.ts'
import { useSettled } from '#site/lib/use-settled.ts'
import { useSubmit } from '#site/lib/use-submit.ts'
import { adminMessages, bookNotSaved, bookWithout } from '#site/messages/admin-messages.ts'
import { type FileState, useBookFile, waiting } from './use-book-file.ts'

const draftKey = (id = 'new') => `ascend.book-draft.${id}`
/** How long after the last key the cover is drawn again. */
const drawAfterMs = 300
const coverFields = ['title', 'authorName', 'category', 'coverImageUrl'] as const

/** Where the files stand that were to come with a book. */
export interface BookFiles {
  pdf: FileState
  cover: FileState
}

export interface BookFormOptions {
  /** The book that is changed; undefined while a new one is typed. */
  book: AdminBook | undefined
  /** The book was made by this form a moment ago: what became of its files. */
  files: BookFiles | undefined
  publisherName: string
  isFromPage: boolean
  /** It takes the place of a form in which somebody was at work. */
  isAgain: boolean
  /** The book is there, but there is more to do before the publisher goes. */
  onMade(book: AdminBook, files: BookFiles): void
  /** To be filled afresh, with the newest version or with the one that it had. */
  onAgain(newest?: AdminBook): void
}

/**
 * The form of one book: its draft, its files, and what becomes of them. A book that is new, or that another tab has
 * changed, is sent with care: nothing that was typed is lost, and nothing is made twice.
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
  /** What the form was filled from; what was typed over an older text still belongs to that one. */
  const [base] = useState(() => book && (Number(storedOver(key)) || book.revision))
  const revision = useRef(base)
  const [currentPdf, setCurrentPdf] = useState(book?.pdf ?? null)
  const [isDone, setDone] = useState(false)
  const [isConflict, setConflict] = useState(false)
  /** The newest that the server said of the book. */
  const latest = useRef<AdminBook>(undefined)
  const sent = useRef<Record<string, string>>({})
  const fileResults = useRef<BookFiles>(undefined)
  /** Where the focus goes once the form can be used again: an element's id. */
  const focusNext = useRef<string>(undefined)

  const arrived = (newer: AdminBook) => {
    latest.current = newer
    setCurrentPdf(newer.pdf)
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
      form.reset('coverImageUrl', newer.coverImageUrl ?? '')
      form.draft.saveSoon()
    },
  })

  const form = useSubmit(bookFields, send, {
    id: 'book-form',
    labels: bookLabels,
    blank: valuesOf(book, publisherName),
    draft: { key, over: base === undefined ? undefined : String(base) },
    isFromPage,
    messages: { failed: (sentence) => bookNotSaved(!book, sentence) },
    async isReady() {
      // The page goes when the words are saved: not while a file is on its way.
      const [isPdfThere, isCoverThere] = await Promise.all([bookFile.arrives(), cover.arrives()])
      if (isPdfThere && isCoverThere) return true
      focusNext.current = isPdfThere ? 'book-cover' : 'book-pdf'
      return false
    },
    onSent(saved) {
      if (book) queueToast(adminMessages.bookUpdated)
      else if (isMoreToDo(saved)) return
      else queueToast(adminMessages.bookCreated)
      setDone(true)
    },
  })
  const { isLive, isBusy } = form
  const shown = useSettled(
    Object.fromEntries(coverFields.map((name) => [name, form.watch(name)])),
    drawAfterMs,
  )

  /** After a book was made: a file did not arrive, or somebody typed on while it was on its way. */
  function isMoreToDo(made: AdminBook): boolean {
    const { pdf, cover } = fileResults.current ?? { pdf: waiting, cover: waiting }
    const missing = [
      ...(pdf.is === 'failed' ? ['its PDF'] : []),
      ...(cover.is === 'failed' ? ['its cover'] : []),
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
    onMade(newest, { pdf, cover })
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
    // From here on it exists: a reload, or signing in again, comes to it and does not make it twice.
    form.draft.clear()
    history.replaceState(null, '', adminPaths.book(made.id))
    fileResults.current = {
      pdf: await bookFile.sendTo(made.id),
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
    const [pdf, cover] = [files?.pdf.is === 'failed', files?.cover.is === 'failed']
    document.getElementById(pdf ? 'book-pdf' : cover ? 'book-cover' : 'title')?.focus()
  }, [isLive, isAgain, files])
  useEffect(() => {
    if (isDone) location.replace(adminPaths.dashboard)
  }, [isDone])
  useEffect(() => {
    if (isBusy || !focusNext.current) return
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = undefined
  }, [isBusy])

  const isOnItsWay = bookFile.state.is === 'sending' || cover.state.is === 'sending'
  const isWaiting = bookFile.state.is === 'chosen' || cover.state.is === 'chosen'
  useLeaveWarning((form.isDirty() || isWaiting || isOnItsWay) && !isDone, true)

  const saveAnyway = () => {
    revision.current = undefined
    const element = document.getElementById('book-form') as HTMLFormElement
    element.requestSubmit()
  }

  return {
    form,
    bookFile,
    cover,
    currentPdf,
    shown,
    pictureUrl: pictureAt(shown['coverImageUrl'] ?? ''),
    isConflict,
    isDone,
    saveAnyway,
    /** Drops what was typed, and begins again with the newest version or with the one that it had. */
    startAgain(newest?: AdminBook) {
      form.draft.clear()
      onAgain(newest)
    },
  }
}

/** The address under Cover Image URL, once it is one. */
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

/** What is wrong with a file at a glance; the server looks closer. */
function faultOfPdf({ type, name, size }: File): string | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return errors.notAPdf[1]
  return size > pdf.bytes ? errors.pdfTooLarge[1] : undefined
}

/** As `faultOfPdf`. */
function faultOfCover({ type, size }: File): string | undefined {
  if (type !== '' && type !== 'image/jpeg' && type !== 'image/png') return errors.notAPicture[1]
  return size > upload.bytes ? errors.fileTooLarge[1] : undefined
}
