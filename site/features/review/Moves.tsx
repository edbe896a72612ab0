import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { StoryState } from '#contract/states.ts'
import { DeskIcon } from '#site/ui/desk/DeskIcon.tsx'
import { DoButton } from './DoButton.tsx'
import { moveWords, reviewWords } from './story-words.ts'

interface Props {
  story: OutputOf<'GET /admin/stories/:id'>
  /** What is being done just now. */
  doing: StoryState | 'feature' | undefined
  onMove(to: StoryState): void
  onFeature(): void
}

const order = Object.keys(moveWords) as StoryState[]

/** What the publisher may decide of a story as it stands; where it may go, the server has said. */
export function Moves({ story, doing, onMove, onFeature }: Props) {
  return (
    <div className="desk-actions">
      {order
        .filter((to) => story.moves.includes(to))
        .map((to) => (
          <DoButton
            key={to}
            look={to === 'published' ? 'btn' : 'btn btn-outline'}
            label={moveWords[to]}
            busy={reviewWords.busy}
            isBusy={doing === to}
            onPress={() => onMove(to)}
          />
        ))}
      {(story.isPublished || story.isFeatured) && (
        <DoButton
          look="btn btn-outline"
          icon={<DeskIcon name="star" size={18} />}
          label={story.isFeatured ? 'Unfeature' : 'Feature'}
          busy={reviewWords.busy}
          isBusy={doing === 'feature'}
          onPress={onFeature}
        />
      )}
    </div>
  )
}
