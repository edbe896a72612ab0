import { useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { type AdminBook, type BookFileKind, uploadToBook } from '#site/lib/admin/upload-to-book.ts'

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
  const [said, setSaid] = useState('')
  const under = useRef<AbortController>(undefined)
  const last = useRef<Promise<FileState>>(undefined)

  const send = (file: File, to: string) => {
    const going = sendNow(file, to)
    last.current = going
    void going.then(() => {
      if (last.current === going) last.current = undefined
    })
    return going
  }

  /** Resolves to where it stands in the end. */
  const sendNow = async (file: File, to: string): Promise<FileState> => {
    under.current?.abort()
    const stop = new AbortController()
    under.current = stop
    const show = (percent: number) => setState({ is: 'sending', file, percent })
    show(0)
    setSaid(`Uploading ${file.name}.`)
    try {
      const book = await uploadToBook(to, kind, file, {
        signal: stop.signal,
        onProgress: (part) => !stop.signal.aborted && show(Math.floor(part * 100)),
      })
      setState(waiting)
      setSaid(`${file.name} is uploaded.`)
      onArrived(book)
      return waiting
    } catch (error) {
      // Whoever stopped it says what comes next.
      if (stop.signal.aborted) return waiting
      console.warn(error)
      const sentence = error instanceof ApiError && error.status < 500 ? error.sentence : brokenOff
      setSaid('')
      const failed: FileState = { is: 'failed', sentence, file }
      setState(failed)
      return failed
    }
  }

  const take = (file: File | undefined) => {
    if (!file) return
    const sentence = faultOf(file)
    under.current?.abort()
    if (sentence) setState({ is: 'failed', sentence })
    else if (bookId) void send(file, bookId)
    else {
      setState({ is: 'chosen', file })
      setSaid(`${file.name} is chosen.`)
    }
  }

  return {
    state,
    said,
    take,
    /** Waits for what is on its way; resolves to whether it arrived. */
    arrives: async () => (await last.current)?.is !== 'failed',
    /** Sends what was chosen before the book was there. */
    sendTo: async (id: string) => (state.is === 'chosen' ? send(state.file, id) : waiting),
    retry: () => state.is === 'failed' && state.file && bookId && void send(state.file, bookId),
    /** Takes back what was chosen, or stops what is on its way. */
    drop() {
      under.current?.abort()
      setState(waiting)
      setSaid(state.is === 'sending' ? 'The upload was cancelled.' : 'The file was taken back.')
    },
  }
}
