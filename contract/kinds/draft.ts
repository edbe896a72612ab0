import { newsroom } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

/** What was never sent in, or changes of a story that readers do not have. The search finds it among the stories. */
export const draft = {
  one: 'draft',
  many: 'Drafts',
  roles: newsroom,
  path: staffPaths.editStory,
  undo: 'draft',
  activity: {
    labels: {
      draftDiscarded: 'Discarded the draft',
      consentAsked: 'Asked the contributor to look at the edit of',
      consentGiven: 'Agreed to the edit of',
      consentAnswered: 'Answered to the edit of',
    },
  },
} as const satisfies Kind
