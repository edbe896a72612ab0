import { useMutation } from '@tanstack/react-query'
import { downloadAdminFile } from '#site/admin/lib/call.ts'
import { formatBytes, formatCount, formatMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import type { AdminBook } from '#site/admin/lib/upload-to-book.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/Icon.tsx'
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

const currentClass = 'flex flex-wrap items-center gap-x-12 gap-y-8 pb-4 text-15 text-ink-2'

/** The file that buyers get, and where another one is dropped or chosen. */
export function BookPdf({ bookId, pdf, file, isDisabled }: Props) {
  return (
    <section className="grid gap-12 border-t-2 border-ink pt-16" aria-labelledby="book-pdf-title">
      <h2 id="book-pdf-title" className="text-22/115">
        Book file (PDF)
      </h2>
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
          <p className={currentClass}>No PDF yet: the book cannot be bought without one.</p>
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
    <div className={currentClass}>
      <Icon shape={adminIcons.file} />
      <p className="min-w-0 flex-[1_1_180px] leading-145">
        <b className="block text-ink">
          {formatCount(pdf.pages)} {pdf.pages === 1 ? 'page' : 'pages'}, {formatBytes(pdf.bytes)}
        </b>
        <span>Uploaded {formatMoment(pdf.uploadedAt)}</span>
      </p>
      <button
        type="button"
        className={`${outlineClass} !text-ink`}
        aria-busy={download.isPending || undefined}
        onClick={() => download.isPending || download.mutate()}
      >
        {download.isPending ? 'Downloading…' : 'Download'}
      </button>
    </div>
  )
}
