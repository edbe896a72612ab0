import { lazy, Suspense, useState } from 'react'
import { applyCounters } from '#site/lib/engagement.store.ts'
import { countShare } from '#site/lib/reading/count-once.ts'
import { messages } from '#site/messages/messages.ts'
import { copyText } from '#site/ui/copy-text.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

const ShareDialog = lazy(() =>
  import('./ShareDialog.tsx').then((file) => ({ default: file.ShareDialog })),
)

interface Props {
  /** A story's share is counted and falls back to the dialog, that of other pages to copying the link. */
  kind: 'story' | 'book' | 'site'
  id?: string
  title: string
  summary?: string
  category?: string
  path: string
  /** An icon on a card, or a button with a label. */
  look: 'card' | 'outline' | 'text' | 'sunrise'
  label: string
}

/** Why an island? The native sheet, the clipboard and the share count all need script. */
export function ShareButton({
  kind,
  id,
  title,
  summary = '',
  category = '',
  path,
  look,
  label,
}: Props) {
  const [isOpen, setOpen] = useState(false)

  const share = async () => {
    if (kind === 'story' && id) void shareCounted(id)
    const url = new URL(path, location.href).href
    if (navigator.share) {
      try {
        await navigator.share({ title, text: summary, url })
        return
      } catch (error) {
        // The reader cancelled: that is no error.
        if ((error as Error).name === 'AbortError') return
      }
    }
    if (kind === 'story') setOpen(true)
    else await copyText(url, messages.linkCopied)
  }

  return (
    <>
      <button
        type="button"
        className={lookClasses[look]}
        onClick={share}
        aria-label={look === 'card' ? label : undefined}
      >
        <Icon name="share" />
        {look === 'card' ? null : <span>{label}</span>}
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog
            title={title}
            summary={summary}
            category={category}
            url={new URL(path, location.href).href}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const lookClasses = {
  card: 'icon-btn relative z-[1] text-ink-2 aria-busy:opacity-55 no-js:hidden',
  outline: 'btn btn-outline no-js:hidden',
  text: 'btn-text no-js:hidden',
  sunrise: 'btn btn-sunrise no-js:hidden',
}

/** Counts a share, one for each reader or browser, story and hour, and updates the count everywhere. */
async function shareCounted(id: string): Promise<void> {
  try {
    const counted = await countShare(id)
    if (counted) applyCounters([{ id, ...counted }])
  } catch (error) {
    // Specification 4.12: a share that was not counted is logged, and nothing else.
    console.warn(error)
  }
}
