import { newsroom } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { StoryState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const story = {
  one: 'story',
  many: 'Stories',
  roles: newsroom,
  tab: { label: 'Stories', path: staffPaths.stories, badge: 'waitingStories' },
  create: {
    label: 'Write a story',
    path: staffPaths.newStory,
    text: 'A new draft',
    tile: 'Title, text, a picture',
  },
  states: {
    submitted: 'To review',
    returned: 'Returned',
    declined: 'Declined',
    published: 'Published',
    unpublished: 'Unpublished',
    draft: 'Draft',
    scheduled: 'Publishes',
  } satisfies Record<StoryState | 'draft' | 'scheduled', string>,
} satisfies Kind
