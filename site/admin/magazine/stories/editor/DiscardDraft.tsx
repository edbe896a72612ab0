import { useState } from 'react'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { dangerClass } from '#site/admin/ui/classes.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import type { Editor } from './use-story-editor.ts'

/** Away with a story that was only begun, or with the changes of one that is there. Of two versions one is chosen first. */
export function DiscardDraft({ editor }: { editor: Editor }) {
  const { known, saveState, action, problem } = editor
  const [isAsking, setAsking] = useState(false)
  const { story, head, stored } = known
  const isTyped = saveState.is !== 'saved' || saveState.at !== (known.savedAt ?? undefined)
  const hasAny = story ? isTyped || (head > 0 && stored !== head) : isTyped || head > 0
  if (!hasAny || saveState.is === 'conflict') return null
  return (
    <>
      <button type="button" className={dangerClass} onClick={() => setAsking(true)}>
        {story ? 'Discard changes' : 'Discard draft'}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={story ? 'Discard the changes?' : 'Discard this draft?'}
          confirm="Discard"
          confirming="Discarding…"
          isBusy={action === 'discard'}
          isDangerous
          onConfirm={async () => {
            if (await editor.discard()) setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          {story ? (
            <p>
              The story is again what {story.state === 'published' ? 'readers see' : 'was sent in'}.
              What was changed since, and its revisions, are deleted.
            </p>
          ) : (
            <p>Its words and its revisions are deleted. No reader has seen them.</p>
          )}
          <FieldNote error={problem} role="alert" />
        </ConfirmDialog>
      )}
    </>
  )
}
