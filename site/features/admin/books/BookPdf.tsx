import { useMutation } from '@tanstack/react-query'
import { downloadAdminFile } from '#site/lib/admin/call.ts'
import { formatBytes, formatCount, formatMoment } from '#site/lib/admin/format.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import type { AdminBook } from '#site/lib/admin/upload-to-book.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { FileDrop } from './FileDrop.tsx'
import type { useBookFile } from './use-book-file.ts'

interface Props {
  /** Undefined until the book is there. */
  bookId: string | undefined
  /** What buyers get now. */
  pdf: AdminBook['pdf']
  file: ReturnType<typeof useBookFile>
  isDisabled: boolean
}

/** The file that buyers get, and where another one is dropped or chosen. */
export function BookPdf({ bookId, pdf, file, isDisabled }: Props) {
  return (
    <section className="book-pdf" aria-labelledby="book-pdf-title">
      <h2 id="book-pdf-title">Book file (PDF)</h2>
      <FileDrop
        id="book-pdf"
        label={pdf ? 'Replace the PDF' : 'Choose the PDF or drop it here'}
        takes="PDF without a password, max 50 MB"
        accept="application/pdf,.pdf"
        file={file}
        hint={
          bookId
            ? 'Buyers get this file as it is. It is saved as soon as it is uploaded.'
            : 'Buyers get this file as it is. It is sent when the book is created.'
        }
        isDisabled={isDisabled}
      >
        {pdf && bookId ? (
          <CurrentPdf id={bookId} pdf={pdf} />
        ) : (
          <p className="book-pdf-now">No PDF yet: the book cannot be bought without one.</p>
        )}
      </FileDrop>
    </section>
  )
}

/** What buyers get now, for the publisher to look at. */
function CurrentPdf({ id, pdf }: { id: string; pdf: NonNullable<AdminBook['pdf']> }) {
  const download = useMutation({
    mutationFn: () => downloadAdminFile(`/api/admin/books/${id}/file`),
    onError: () => void showToast(adminMessages.fileNotDownloaded),
  })
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
        aria-busy={download.isPending || undefined}
        onClick={() => download.isPending || download.mutate()}
      >
        {download.isPending ? 'Downloading…' : 'Download'}
      </button>
    </div>
  )
}
