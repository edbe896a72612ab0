import { storyStateLabels } from '#contract/magazine/story-state-labels.ts'
import type { StoryState } from '#contract/states.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'
import { waitingOf } from './story-facts.ts'

const classes: Record<StoryState | 'draft', string> = {
  draft: badgeClasses.plain,
  submitted: badgeClasses.wait,
  returned: badgeClasses.plain,
  declined: badgeClasses.bad,
  published: badgeClasses.good,
  unpublished: badgeClasses.plain,
}

interface Props {
  state: StoryState | 'draft'
  publishAt: string | null
  /** Since when it waits for review: then the badge says how long. */
  waitsSince?: string | null
}

export function StateBadge({ state, publishAt, waitsSince }: Props) {
  if (waitsSince) return <span className={badgeClasses.wait}>{waitingOf(waitsSince)}</span>
  if (publishAt) return <span className={badgeClasses.planned}>Scheduled</span>
  return (
    <span className={classes[state]}>{state === 'draft' ? 'Draft' : storyStateLabels[state]}</span>
  )
}
