import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ShareCard } from '../publish/ShareCard.tsx'
import type { Editor } from './use-story-editor.ts'

/** How a link to the story looks where it is shared; its picture is drawn only for who asks. */
export function SharingPart({ editor }: { editor: Editor }) {
  const { known, form } = editor
  const [isShown, setShown] = useState(false)
  if (isShown) {
    return (
      <ShareCard
        id={known.id}
        fields={form.getValues()}
        url={new URL(paths.story(known.id), location.origin).href}
      />
    )
  }
  return (
    <div className="grid gap-12">
      <p className="text-15/140">
        A link to the story shows its picture, or our drawing for it, with its title and summary.
      </p>
      <Button
        className="w-fit"
        onClick={() => void editor.act('share', async () => setShown(true))}
        label="Show it as on WhatsApp"
      />
    </div>
  )
}
