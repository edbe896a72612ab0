import type { StoryState } from '#contract/states.ts'
import { stateLabels } from './story-labels.ts'

const classes: Record<StoryState, string> = {
  submitted: 'badge badge-gold',
  returned: 'badge badge-orange',
  declined: 'badge badge-red',
  published: 'badge badge-published',
  unpublished: 'badge badge-draft',
}

/** Where a story stands, in a word and a colour. */
export function StateBadge({ state }: { state: StoryState }) {
  return <span className={classes[state]}>{stateLabels[state]}</span>
}
