import { useRef, useState } from 'react'
import { errorSentences } from '#contract/error-sentences.ts'
import { filePart, pdf, upload } from '#contract/form-limits.ts'
import { sentenceOf } from '#site/admin/lib/call.ts'
import type { UploadWatch } from '#site/lib/forms/upload.ts'

const brokenOff = 'The file did not get through. Check your connection and try again'
/** Of what goes in parts. */
const goesOn = `${brokenOff}: it goes on where it was.`

/** The state of a file on its way to its book or publication. */
export type FileState =
  | { is: 'waiting' }
  | { is: 'chosen'; file: File }
  | { is: 'sending'; file: File; percent: number }
  /** `file`: the upload may be retried. */
  | { is: 'failed'; sentence: string; file?: File }

export const waiting: FileState = { is: 'waiting' }

interface Options<Thing> {
  /** Undefined until the book exists: the chosen file waits for it. */
  bookId: string | undefined
  first: FileState | undefined
  /** The obvious errors of a file: nobody pays to upload what is not accepted. */
  faultOf(file: File): string | undefined
  upload(bookId: string, file: File, watch: UploadWatch): Promise<Thing>
  onArrived(thing: Thing): void
}

/** The PDF, the EPUB or the cover of a book or publication: chosen, uploading, stored, or rejected. */
export function useBookFile<Thing>(options: Options<Thing>) {
  const { bookId, first, faultOf, onArrived } = options
  const [state, setState] = useState<FileState>(first ?? waiting)
  /** Progress for screen readers. */
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

  const sendNow = async (file: File, to: string): Promise<FileState> => {
    controller.current?.abort()
    const sending = new AbortController()
    controller.current = sending
    const show = (percent: number) => setState({ is: 'sending', file, percent })
    show(0)
    setAnnouncement(`Uploading ${file.name}.`)
    try {
      const thing = await options.upload(to, file, {
        signal: sending.signal,
        onProgress: (part) => !sending.signal.aborted && show(Math.floor(part * 100)),
      })
      setState(waiting)
      setAnnouncement(`${file.name} is uploaded.`)
      onArrived(thing)
      return waiting
    } catch (error) {
      // Whoever aborted it sets the next state.
      if (sending.signal.aborted) return waiting
      console.warn(error)
      const sentence = sentenceOf(error, file.size > filePart.bytes ? goesOn : `${brokenOff}.`)
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
    /** Waits for a pending upload; resolves to whether it succeeded. */
    arrives: async () => (await last.current)?.is !== 'failed',
    /** Uploads the file that was chosen before the book existed. */
    sendTo: async (id: string) => (state.is === 'chosen' ? send(state.file, id) : waiting),
    retry: () => state.is === 'failed' && state.file && bookId && void send(state.file, bookId),
    /** Removes the chosen file, or aborts its upload. */
    discard() {
      controller.current?.abort()
      setState(waiting)
      setAnnouncement(
        state.is === 'sending' ? 'The upload was cancelled.' : 'The file was removed.',
      )
    },
  }
}

/** The obvious errors of a file; the server checks it fully. */
export function faultOfPdf({ type, name, size }: File): string | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return errorSentences[415].notAPdf
  return size > pdf.bytes ? errorSentences[413].pdfTooLarge : undefined
}

/** What is wrong with the file, as `faultOfPdf` says it of a PDF. */
export function faultOfCover({ type, size }: File): string | undefined {
  if (type !== '' && type !== 'image/jpeg' && type !== 'image/png')
    return errorSentences[415].notAPicture
  return size > upload.bytes ? errorSentences[413].fileTooLarge : undefined
}
