import { useState } from 'react'
import { downloadAdminFile } from '#site/lib/admin/call.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from './AdminIcon.tsx'

/** A whole list of the desk as a table, by the address of its file. */
export function DownloadCsv({ path }: { path: string }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const download = async () => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await downloadAdminFile(path)
      void showToast(adminMessages.listDownloaded)
    } catch (error) {
      console.warn(error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="desk-download">
      <button type="button" className="btn" aria-busy={isBusy || undefined} onClick={download}>
        <AdminIcon name="download" />
        {isBusy ? 'Downloading...' : 'Download CSV'}
      </button>
      <p role="alert">
        {hasFailed && 'The list could not be downloaded. Please press the button again.'}
      </p>
    </div>
  )
}
