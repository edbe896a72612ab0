import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { downloadAdminFile } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { FileDrop } from './FileDrop.tsx'
import type { useBookFile } from './use-book-file.ts'

interface StoredFile {
  bytes: number
  uploadedAt: string
}

interface Props {
  id: string
  title: string
  /** The format, as in "Replace the PDF". */
  format: string
  takes: string
  accept: string
  file: ReturnType<typeof useBookFile>
  hint: string
  isDisabled: boolean
  current: StoredFile | null
  /** Before its size. */
  facts?: string | undefined
  /** Its address; undefined until the book exists. */
  address: string | undefined
  /** The words while there is no file. */
  none: string
  /** They stand beside the download of the current file. */
  children?: ReactNode
}

const currentClass = 'flex flex-wrap items-center gap-x-12 gap-y-8 pb-4 text-15 text-ink-2'

/** A file that buyers get, and a drop area for a new one. */
export function BookFileSection(props: Props) {
  const { id, title, format, takes, accept, file, hint, isDisabled, current, address } = props
  // A chosen one stands below.
  const isNone = file.state.is === 'waiting' || file.state.is === 'failed'
  return (
    <section className="grid gap-12 border-t-2 border-ink pt-16" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-22/115">
        {title}
      </h2>
      <FileDrop
        id={id}
        label={current ? `Replace the ${format}` : `Choose the ${format} or drop it here`}
        takes={takes}
        accept={accept}
        file={file}
        hint={hint}
        isDisabled={isDisabled}
      >
        {current && address ? (
          <CurrentFile current={current} address={address} facts={props.facts}>
            {props.children}
          </CurrentFile>
        ) : (
          isNone && <p className={currentClass}>{props.none}</p>
        )}
      </FileDrop>
    </section>
  )
}

interface CurrentProps {
  current: StoredFile
  address: string
  facts: string | undefined
  children: ReactNode
}

function CurrentFile({ current, address, facts, children }: CurrentProps) {
  const download = useMutation({
    mutationFn: () => downloadAdminFile(address),
    onError: () => void showToast(adminMessages.fileNotDownloaded),
  })
  return (
    <div className={currentClass}>
      <Icon shape={adminIcons.file} />
      <p className="min-w-0 flex-[1_1_180px] leading-145">
        <b className="block text-ink">
          {[facts, formatBytes(current.bytes)].filter(Boolean).join(', ')}
        </b>
        <span>Uploaded {formatMoment(current.uploadedAt)}</span>
      </p>
      <Button
        className="!text-ink"
        isBusy={download.isPending}
        onClick={() => download.isPending || download.mutate()}
        label={download.isPending ? 'Downloading…' : 'Download'}
      />
      {children}
    </div>
  )
}
