import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { StoryState } from '#contract/states.ts'
import { ActionButton } from '#site/ui/admin/ActionButton.tsx'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { reviewLabels, transitionLabels } from './story-words.ts'

interface Props {
  story: OutputOf<'GET /admin/stories/:id'>
  /** What is being done just now. */
  doing: StoryState | 'feature' | undefined
  onMove(to: StoryState): void
  onFeature(): void
}

const order = Object.keys(transitionLabels) as StoryState[]

/** What the publisher may decide of a story as it stands; where it may go, the server has said. */
export function Transitions({ story, doing, onMove, onFeature }: Props) {
  return (
    <div className="desk-actions">
      {order
        .filter((to) => story.moves.includes(to))
        .map((to) => (
          <ActionButton
            key={to}
            look={to === 'published' ? 'btn' : 'btn btn-outline'}
            label={transitionLabels[to]}
            busy={reviewLabels.busy}
            isBusy={doing === to}
            onPress={() => onMove(to)}
          />
        ))}
      {(story.isPublished || story.isFeatured) && (
        <ActionButton
          look="btn btn-outline"
          icon={<AdminIcon name="star" size={18} />}
          label={story.isFeatured ? 'Unfeature' : 'Feature'}
          busy={reviewLabels.busy}
          isBusy={doing === 'feature'}
          onPress={onFeature}
        />
      )}
    </div>
  )
}
