import { useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { type AdminBook, type BookFileKind, uploadToBook } from '#site/admin/lib/upload-to-book.ts'

const brokenOff = 'The file did not get through. Check your connection and try again.'

/** Where a file is on its way to its book. */
export type FileState =
  | { is: 'waiting' }
  /** The book is not there yet. */
  | { is: 'chosen'; file: File }
  | { is: 'sending'; file: File; percent: number }
  /** `file`: it may be tried again. */
  | { is: 'failed'; sentence: string; file?: File }

export const waiting: FileState = { is: 'waiting' }

interface Options {
  kind: BookFileKind
  /** Undefined until the book is there: what was chosen waits for it. */
  bookId: string | undefined
  /** Where it stood before. */
  first: FileState | undefined
  /** What is wrong with a file at a glance: nobody pays to send what is not taken. */
  faultOf(file: File): string | undefined
  onArrived(book: AdminBook): void
}

/** The PDF or the cover of a book: chosen, on its way, there, or not taken. */
export function useBookFile({ kind, bookId, first, faultOf, onArrived }: Options) {
  const [state, setState] = useState<FileState>(first ?? waiting)
  /** For people who do not see the bar. */
  const [announcement, setAnnouncement] = useState('')
  const controller = useRef<AbortController>(undefined)
  const last = useRef<Promise<FileState>>(undefined)

  const send = (file: File, to: string) => {
    const pending = sendNow(file, to)
    last.current = pending
    void pending.then(() => {
      if (last.current === pending) last.current = undefined
    })
    return pending
  }

  /** Resolves to where it stands in the end. */
  const sendNow = async (file: File, to: string): Promise<FileState> => {
    controller.current?.abort()
    const upload = new AbortController()
    controller.current = upload
    const show = (percent: number) => setState({ is: 'sending', file, percent })
    show(0)
    setAnnouncement(`Uploading ${file.name}.`)
    try {
      const book = await uploadToBook(to, kind, file, {
        signal: upload.signal,
        onProgress: (part) => !upload.signal.aborted && show(Math.floor(part * 100)),
      })
      setState(waiting)
      setAnnouncement(`${file.name} is uploaded.`)
      onArrived(book)
      return waiting
    } catch (error) {
      // Whoever stopped it says what comes next.
      if (upload.signal.aborted) return waiting
      console.warn(error)
      const sentence = error instanceof ApiError && error.status < 500 ? error.sentence : brokenOff
      setAnnouncement('')
      const failed: FileState = { is: 'failed', sentence, file }
      setState(failed)
      return failed
    }
  }

  const choose = (file: File | undefined) => {
    if (!file) return
    const sentence = faultOf(file)
    controller.current?.abort()
    if (sentence) setState({ is: 'failed', sentence })
    else if (bookId) void send(file, bookId)
    else {
      setState({ is: 'chosen', file })
      setAnnouncement(`${file.name} is chosen.`)
    }
  }

  return {
    state,
    announcement,
    choose,
    /** Waits for what is on its way; resolves to whether it arrived. */
    arrives: async () => (await last.current)?.is !== 'failed',
    /** Sends what was chosen before the book was there. */
    sendTo: async (id: string) => (state.is === 'chosen' ? send(state.file, id) : waiting),
    retry: () => state.is === 'failed' && state.file && bookId && void send(state.file, bookId),
    /** Removes what was chosen, or stops what is on its way. */
    discard() {
      controller.current?.abort()
      setState(waiting)
      setAnnouncement(
        state.is === 'sending' ? 'The upload was cancelled.' : 'The file was removed.',
      )
    },
  }
}
