import { useState } from 'react'
import { downloadFromDesk } from '#site/lib/desk/call.ts'
import { say } from '#site/lib/desk/notice-later.ts'
import { deskNotices } from '#site/words/desk-notices.ts'
import { DeskIcon } from './DeskIcon.tsx'

/** A whole list of the desk as a table, by the address of its file. */
export function DownloadCsv({ path }: { path: string }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const download = async () => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await downloadFromDesk(path)
      void say(deskNotices.listDownloaded)
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
        <DeskIcon name="download" />
        {isBusy ? 'Downloading...' : 'Download CSV'}
      </button>
      <p role="alert">
        {hasFailed && 'The list could not be downloaded. Please press the button again.'}
      </p>
    </div>
  )
}
