import { useEffect, useState } from 'react'
import { readTimeOf } from '#contract/magazine/read-time.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
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
  const [parts, setParts] = useState<Pick<Draft, 'pictures' | 'cards'>>(known)
  // The size of a picture, and what a card leads to, are known once they are saved with the text.
  useEffect(() => {
    if (known.id === '' || !fields.content.includes('](/')) return
    adminCall('GET /admin/drafts/:id', { id: known.id }).then(setParts).catch(console.warn)
  }, [known.id, fields.content])
  const { read, words = read } = text.current
  return (
    <Dialog frame="screen" title="Preview" onClose={onClose}>
      {() => (
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
      )}
    </Dialog>
  )
}
