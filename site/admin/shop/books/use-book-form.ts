import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { bookFields, partIds, typedBook } from '#contract/endpoints/shop/books.admin.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { pdf } from '#contract/form-limits.ts'
import { epubFaults } from '#contract/shop/epub-faults.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { isFromSteps } from '#site/admin/lib/addresses.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useFocusNext } from '#site/admin/lib/lists/use-focus-next.ts'
import {
  type AdminBook,
  type BookFileKind,
  uploadToBook,
} from '#site/admin/lib/pictures/upload-to-book.ts'
import { queueToast, showToast } from '#site/admin/lib/queue-toast.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { draftStore, storedOver } from '#site/lib/forms/draft.store.ts'
import type { UploadWatch } from '#site/lib/forms/upload.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages, bookNotSaved, bookWithout } from '#site/messages/admin-messages.ts'
import { type FileState, faultOfCover, faultOfPdf, useBookFile, waiting } from './use-book-file.ts'

/** The ids of the parts as one field, which a draft can store. */
export const partsIn = (typed: string) => typed.split(' ').filter(Boolean)

const typedFields = z.extend(typedBook, {
  parts: z.pipe(z.pipe(z.string(), z.transform(partsIn)), partIds),
})

const draftKey = (id = 'new') => `ascend.book-draft.${id}`
/** How long after the last key the cover is drawn again. */
const drawAfterMs = 300
const coverFields = ['title', 'authorName', 'category', 'coverImageUrl'] as const

export interface BookFiles {
  pdf: FileState
  epub: FileState
  cover: FileState
}

type FileName = keyof BookFiles
const fileNames = ['pdf', 'epub', 'cover'] as const
const fileIds = { pdf: 'book-pdf', epub: 'book-epub', cover: 'book-cover' } as const
const fileWords = { pdf: 'its PDF', epub: 'its EPUB', cover: 'its cover' } as const

type BookValues = z.output<typeof typedBook>
const formId = 'book-form'

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
  /** It is called to reset the form, to the newest version or to the one that it had. */
  onAgain(newest?: AdminBook): void
}

/**
 * The form of one book: its draft, its files, and their states. A new book, or one that another tab has
 * changed, is sent with care: no text is lost, and nothing is created twice.
 */
export function useBookForm(options: BookFormOptions) {
  const { book, publisherName, isFromPage, onMade, onAgain } = options
  const key = draftKey(book?.id)
  /** The saved book, which the list shows next. */
  const [done, setDone] = useState<AdminBook>()
  const version = useVersion(book, key, () => focusNext('conflict'))
  /** The server's newest version of the book. */
  const latest = useRef<AdminBook>(undefined)
  const sent = useRef<Record<string, string>>({})
  const fileResults = useRef<BookFiles>({ pdf: waiting, epub: waiting, cover: waiting })

  const files = useBookFiles(options, (newer, name) => {
    latest.current = newer
    version.follow(newer)
    if (name !== 'cover' || !book) return
    form.reset('coverImageUrl', newer.coverImageUrl ?? '')
    form.draft.saveSoon()
  })

  const form = useSubmit(typedFields, book ? version.save : create, {
    id: formId,
    labels: bookLabels,
    blank: valuesOf(book, publisherName),
    draft: { key, over: version.first },
    isFromPage,
    messages: { failed: (sentence) => bookNotSaved(!book, sentence) },
    async isReady() {
      // The page is left when the text is saved, but not during an upload.
      const missing = await files.findMissing()
      focusNext(missing && fileIds[missing])
      return !missing
    },
    onSent(saved) {
      if (book) queueToast(adminMessages.bookUpdated)
      else if (isMoreToDo(saved)) return
      else queueToast(adminMessages.bookCreated)
      setDone(saved)
    },
  })
  const focusNext = useFocusNext(!form.isBusy)
  const drawn = Object.fromEntries(coverFields.map((name) => [name, form.watch(name)]))
  const shown = useSettled(drawn, drawAfterMs)

  /** Whether a created book needs more: a file failed, or somebody typed on during its upload. */
  function isMoreToDo(made: AdminBook): boolean {
    const missing = fileNames.filter((name) => fileResults.current[name].is === 'failed')
    const since = Object.entries(form.values()).filter(
      ([name, text]) => text !== sent.current[name],
    )
    if (missing.length === 0 && since.length === 0) return false
    const newest = latest.current ?? made
    form.draft.clear()
    announceRest(newest, missing, since)
    onMade(newest, fileResults.current)
    return true
  }

  async function create(values: BookValues, submissionKey: string): Promise<AdminBook> {
    sent.current = form.values()
    const made = await adminCall('POST /admin/books', values, submissionKey)
    latest.current = made
    // From here on it exists: a reload, or a new sign-in, opens it and does not create it twice.
    form.draft.clear()
    history.replaceState(null, '', staffPaths.book(made.id) + location.search)
    fileResults.current = await files.sendTo(made.id)
    return latest.current?.pdf && isFromSteps() ? publish(latest.current) : made
  }

  useFirstFocus(options, form.isLive)
  useLeaving(done, form.isDirty() || files.isPending)

  return {
    form,
    files,
    shown,
    pictureUrl: pictureAt(shown['coverImageUrl'] ?? ''),
    isConflict: version.isConflict,
    isDone: done !== undefined,
    saveAnyway() {
      version.forget()
      const element = document.getElementById(formId) as HTMLFormElement
      element.requestSubmit()
    },
    /** Discards the draft, and starts again with the newest version or with the one that it had. */
    startAgain(newest?: AdminBook) {
      form.draft.clear()
      onAgain(newest)
    },
  }
}

/** The first steps end with a book that can be bought; one that cannot be published stays a draft. */
const publish = (book: AdminBook) =>
  adminCall('PATCH /admin/books/:id/publish', { id: book.id, isPublished: true }).catch(() => book)

/** Keeps what was typed for the form that edits the book, and says which files are missing. */
function announceRest(newest: AdminBook, missing: FileName[], typed: [string, string][]) {
  if (typed.length > 0) {
    draftStore(draftKey(newest.id), String(newest.revision)).save(Object.fromEntries(typed))
  }
  const without = missing.map((name) => fileWords[name]).join(' and ')
  void showToast(without ? bookWithout(without) : adminMessages.bookCreated)
  document.title = document.title.replace('Add New Book', 'Edit Book')
}

/** Leads on once the book is saved; before that, nobody leaves what is not. */
function useLeaving(done: AdminBook | undefined, isUnsaved: boolean) {
  useEffect(() => {
    if (!done) return
    const isStep = done.isPublished && isFromSteps()
    location.replace(isStep ? staffPaths.firstSteps : staffPaths.bookInList(done.id))
  }, [done])
  useLeaveWarning(isUnsaved && done === undefined, true)
}

/** The version of the book that the form is about, and whether another tab has changed it. */
function useVersion(book: AdminBook | undefined, key: string, onConflict: () => void) {
  /** The version that filled the form; a draft of an older one still belongs to that. */
  const [first] = useState(() => book && (Number(storedOver(key)) || book.revision))
  const revision = useRef(first)
  const [isConflict, setConflict] = useState(false)
  return {
    first: first === undefined ? undefined : String(first),
    isConflict,
    /** Only our own change lies between: another tab's change must still be detected. */
    follow(newer: AdminBook) {
      if (newer.revision === (revision.current ?? Number.NaN) + 1) revision.current = newer.revision
    },
    /** Whatever was changed meanwhile is overwritten. */
    forget() {
      revision.current = undefined
    },
    async save(values: BookValues): Promise<AdminBook> {
      setConflict(false)
      try {
        const seen = revision.current
        return await adminCall('PUT /admin/books/:id', {
          ...values,
          id: book?.id ?? '',
          ...(seen !== undefined && { revision: seen }),
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          onConflict()
          setConflict(true)
        }
        throw error
      }
    },
  }
}

/** The files of the book. Each is sent at once where the book exists, and else once it does. */
function useBookFiles(
  { book, files }: Pick<BookFormOptions, 'book' | 'files'>,
  onArrived: (newer: AdminBook, name: FileName) => void,
) {
  const [current, setCurrent] = useState({
    pdf: book?.pdf ?? null,
    epub: book?.epub ?? null,
    stampProblem: book?.stampProblem ?? null,
    text: book?.text ?? null,
  })
  const showCurrent = ({ pdf, epub, stampProblem, text }: AdminBook) =>
    setCurrent({ pdf, epub, stampProblem, text })
  const optionsOf = (name: FileName, kind: BookFileKind) => ({
    bookId: book?.id,
    upload: (id: string, file: File, watch: UploadWatch) => uploadToBook(id, kind, file, watch),
    first: files?.[name],
    faultOf: faultsOf[name],
    onArrived(newer: AdminBook) {
      showCurrent(newer)
      onArrived(newer, name)
    },
  })
  const uploads = {
    pdf: useBookFile(optionsOf('pdf', 'file')),
    epub: useBookFile(optionsOf('epub', 'epub')),
    cover: useBookFile(optionsOf('cover', 'cover')),
  }
  return {
    ...uploads,
    /** The files that buyers get now. */
    current,
    showCurrent,
    load: async (id: string) => showCurrent(await adminCall('GET /admin/books/:id', { id })),
    /** One of them is chosen, or on its way. */
    isPending: fileNames.some((name) => /chosen|sending/.test(uploads[name].state.is)),
    /** Waits for their arrival; resolves to the first that did not get through. */
    async findMissing(): Promise<FileName | undefined> {
      const arrivals = await Promise.all(fileNames.map((name) => uploads[name].arrives()))
      return fileNames.find((_, at) => !arrivals[at])
    },
    /** One after the other: the connection may be a phone's. */
    sendTo: async (id: string): Promise<BookFiles> => ({
      pdf: await uploads.pdf.sendTo(id),
      epub: await uploads.epub.sendTo(id),
      cover: await uploads.cover.sendTo(id),
    }),
  }
}

/** A form that takes the place of one in use takes its focus too. */
function useFirstFocus({ isAgain, files }: BookFormOptions, isLive: boolean) {
  useEffect(() => {
    if (!isLive || !isAgain) return
    const failed = fileNames.find((name) => files?.[name].is === 'failed')
    document.getElementById(failed ? fileIds[failed] : 'title')?.focus()
  }, [isLive, isAgain, files])
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
  slug: 'Address',
  parts: 'Parts of a bundle',
}

function valuesOf(book: AdminBook | undefined, publisherName: string): Record<string, string> {
  if (!book) return { authorName: publisherName }
  const { title, slug, authorName, category, price, coverImageUrl, description, content, parts } =
    book
  return {
    title,
    authorName,
    category,
    price: price.toFixed(2),
    coverImageUrl: coverImageUrl ?? '',
    description,
    // It has the line ends of a text field.
    content: (content ?? '').replace(/\r\n?/g, '\n'),
    slug: slug ?? '',
    parts: parts.map(({ id }) => id).join(' '),
  }
}

/** What is wrong with the file, as `faultOfPdf` says it of a PDF. */
function faultOfEpub({ type, name, size }: File): string | undefined {
  if (type !== 'application/epub+zip' && !/\.epub$/i.test(name)) return epubFaults.notAnEpub
  return size > pdf.bytes ? errorSentences[413].epubTooLarge : undefined
}

const faultsOf = { pdf: faultOfPdf, epub: faultOfEpub, cover: faultOfCover } as const
