import { useMutation } from '@tanstack/react-query'
import { downloadAdminFile } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  path: string
  /** Distinguishes several buttons on a page. */
  of?: string
  label?: string
  className?: string
  done?: { title: string }
}

/** Downloads a file that needs the token: a whole list as CSV, a receipt as PDF. */
export function DownloadFile({
  path,
  of,
  label = 'Download CSV',
  className = 'btn',
  done = adminMessages.listDownloaded,
}: Props) {
  const download = useMutation({
    mutationFn: () => downloadAdminFile(path),
    onSuccess: () => void showToast(done),
  })
  return (
    <div>
      <button
        type="button"
        className={className}
        aria-busy={download.isPending || undefined}
        onClick={() => download.isPending || download.mutate()}
      >
        <Icon name="download" />
        {download.isPending ? 'Downloading...' : label}
        {of && <span className="sr-only"> of {of}</span>}
      </button>
      <p role="alert" className="mt-8 text-[14.5px] font-semibold text-danger empty:mt-0">
        {download.isError && 'The file could not be downloaded. Please press the button again.'}
      </p>
    </div>
  )
}
