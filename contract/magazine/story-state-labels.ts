import type { StoryState } from '#contract/states.ts'

/** The names of the states on the admin pages; apart from states.ts, which forms of readers ship. */
export const storyStateLabels: Record<StoryState, string> = {
  submitted: 'To review',
  returned: 'Returned',
  declined: 'Declined',
  published: 'Published',
  unpublished: 'Unpublished',
}
