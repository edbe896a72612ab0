import type { StoryFilter, StoryGroup } from '#contract/endpoints/magazine/story-list.ts'
import type { PublishingAwaits } from '#contract/magazine/age-bands.ts'
import { storyStateLabels } from '#contract/magazine/story-state-labels.ts'
import type { StoryState } from '#contract/states.ts'
import { keptNotSent } from '#site/messages/admin-messages.ts'

export type ListFilter = StoryFilter | 'all'

export const filterLabels: Record<ListFilter, string> = {
  ...storyStateLabels,
  all: 'All',
  drafts: 'Drafts',
  scheduled: 'Scheduled',
}

/** The headings of the list of everything. */
export const groupLabels: Record<StoryGroup, string> = {
  review: 'To review',
  progress: 'In progress',
  published: 'Published',
  rest: 'Declined and unpublished',
}

/** The buttons that change a story's state, in their order. */
export const transitionLabels: Record<StoryState, string> = {
  published: 'Publish',
  returned: 'Return',
  declined: 'Decline',
  submitted: 'Reopen',
  unpublished: 'Unpublish',
}

/** The toast after a transition; `isMailed`: its contributor gets a mail. */
export function transitionMessages(
  state: StoryState,
  isMailed: boolean,
  isMailOff: boolean,
): string {
  const told = isMailOff ? ` ${keptNotSent}` : ' Its contributor gets a mail.'
  const mail = isMailed ? told : ''
  const words: Record<StoryState, string> = {
    published: `Published.${mail}`,
    returned: `Returned.${mail}`,
    declined: `Declined.${mail}`,
    submitted: 'Reopened: it waits for review again.',
    unpublished: 'Unpublished.',
  }
  return words[state]
}

/** The titles of the toasts with Undo. */
export const decisionToasts: Record<StoryState | 'feature' | 'unfeature' | 'phoned', string> = {
  published: 'Published',
  returned: 'Returned',
  declined: 'Declined',
  submitted: 'Reopened',
  unpublished: 'Unpublished',
  feature: 'Featured',
  unfeature: 'Not Featured',
  phoned: 'Guardian Confirmed',
}

export const reviewLabels = {
  featured: 'Featured. The newest featured story leads the front page.',
  unfeatured: 'No longer featured.',
  phoned: 'The guardian is confirmed. It can be published.',
  /** It stands on a button while its action runs. */
  busy: 'Saving...',
  failed: 'Something went wrong. Please try again.',
  /** The confirmation before another story is opened. */
  leave: 'What you typed is not saved. Leave this story?',
}

export const awaitsTexts: Record<PublishingAwaits, string> = {
  ageBand: 'The contributor has not told us their age yet. Until then it cannot be published.',
  guardian:
    'The contributor is under 18 and has not named a parent or guardian. Until one agrees it cannot be published.',
  agreement:
    'The contributor is under 18. It can be published once their parent or guardian agrees.',
  phone:
    'The contributor is under 13. Ask their parent or guardian for a number by mail, ring them up, and tick it in the review. Until then it cannot be published.',
}

export const editorLabels = {
  published: 'Published. Readers see it within seconds.',
  updated: 'Updated. Readers see it within seconds.',
  scheduled: 'Scheduled. It publishes by itself.',
  unscheduled: 'Unscheduled. It is not published.',
  unpublished: 'Unpublished. Readers do not see it any more.',
  sent: 'Sent. An editor reads it, and you see here what comes of it.',
  asked: 'The contributor has a mail, and is asked to agree.',
  takenBack: 'The request is cancelled.',
  publishedAs: 'A change is seen by readers only when you press Update.',
}
