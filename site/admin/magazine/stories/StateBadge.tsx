import type { StoryState } from '#contract/states.ts'
import { goodBadgeClass, plainBadgeClass } from '#site/admin/ui/classes.ts'
import { stateLabels } from './story-labels.ts'

const classes: Record<StoryState, string> = {
  submitted: 'badge bg-gold text-on-gold',
  returned: 'badge bg-orange text-on-orange',
  declined: 'badge bg-red text-on-red',
  published: goodBadgeClass,
  unpublished: plainBadgeClass,
}

/** The state of a story, as a coloured label. */
export function StateBadge({ state, publishAt }: { state: StoryState; publishAt: string | null }) {
  if (publishAt) return <span className="badge bg-blue text-on-blue">Scheduled</span>
  return <span className={classes[state]}>{stateLabels[state]}</span>
}
