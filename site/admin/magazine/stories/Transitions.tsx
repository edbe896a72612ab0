import type { StoryState } from '#contract/states.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { decisionClass, decisionsClass } from './review-form.ts'
import { reviewLabels, transitionLabels } from './story-labels.ts'
import type { AdminStory, Review } from './use-review.ts'

interface Props {
  story: AdminStory
  pending: Review['pending']
  onMove(to: StoryState): void
  onFeature(): void
}

const order = Object.keys(transitionLabels) as StoryState[]

/** What the publisher may decide of a story as it stands; where it may go, the server has said. */
export function Transitions({ story, pending, onMove, onFeature }: Props) {
  return (
    <div className={decisionsClass}>
      {order
        .filter((to) => story.moves.includes(to))
        .map((to) => (
          <ActionButton
            key={to}
            isOutline={to !== 'published'}
            className={decisionClass}
            label={transitionLabels[to]}
            busy={reviewLabels.busy}
            isBusy={pending === to}
            onPress={() => onMove(to)}
          />
        ))}
      {(story.isPublished || story.isFeatured) && (
        <ActionButton
          isOutline
          className={decisionClass}
          icon={<Icon name="star" size={18} />}
          label={story.isFeatured ? 'Unfeature' : 'Feature'}
          busy={reviewLabels.busy}
          isBusy={pending === 'feature'}
          onPress={onFeature}
        />
      )}
    </div>
  )
}
