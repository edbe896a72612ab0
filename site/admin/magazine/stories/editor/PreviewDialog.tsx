import { useEffect, useRef, useState } from 'react'
import { readTimeOf } from '#contract/magazine/read-time.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { StoryPreview } from '../StoryPreview.tsx'
import type { Draft, DraftFields } from './story-store.ts'
import type { Editor } from './use-story-editor.ts'

interface Props {
  editor: Editor
  fields: DraftFields
  onClose(): void
}

/** The story as readers will see it, over the whole screen. */
export function PreviewDialog({ editor, fields, onClose }: Props) {
  const { known, text } = editor
  const dialog = useRef<HTMLDialogElement>(null)
  const [parts, setParts] = useState<Pick<Draft, 'pictures' | 'cards'>>(known)
  useEffect(() => {
    const open = dialog.current
    open?.showModal()
    return () => open?.close()
  }, [])
  // The size of a picture, and what a card leads to, are known once they are saved with the text.
  useEffect(() => {
    if (known.id === '' || !fields.content.includes('](/')) return
    adminCall('GET /admin/drafts/:id', { id: known.id }).then(setParts).catch(console.warn)
  }, [known.id, fields.content])
  const { read, words = read } = text.current
  return (
    <dialog
      ref={dialog}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-auto bg-paper p-0 text-ink"
      aria-labelledby="preview-title"
      onClose={onClose}
    >
      <div className="sticky top-0 z-10 flex min-h-[54px] items-center justify-between border-b-2 border-ink bg-paper pl-16 pr-4">
        <h2 id="preview-title" className="text-21/110">
          Preview
        </h2>
        <button
          type="button"
          className="icon-btn"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="mx-auto max-w-[820px] px-16 pb-48 sm:px-24">
        <StoryPreview
          story={{
            ...fields,
            pictures: parts.pictures,
            cards: parts.cards,
            contentFormat: 'markdown',
            title: fields.title || 'Untitled',
            imageUrl: fields.imageUrl || null,
            videoUrl: fields.videoUrl || null,
            authorImageUrl: null,
            publishedAt: known.story?.publishedAt ?? null,
            readTimeMinutes: readTimeOf(words()),
          }}
        />
      </div>
    </dialog>
  )
}
