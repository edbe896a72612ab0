import { storyStateLabels } from '#contract/magazine/story-state-labels.ts'
import { editors, newsroom } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { type StoryState, storyStates } from '#contract/states.ts'
import type { Kind, Task } from './kind.ts'

const sentBy = {
  roles: editors,
  action: 'Review',
  why: ['{name} sent it {since}'],
  whyMany: ['{name} sent one {since}'],
} satisfies Partial<Task>

const ofPublished = { roles: editors, states: ['published'] } as const

/** What contributors and authors send in is a story from the start: a submission is one in the state `submitted`. */
export const story = {
  one: 'story',
  many: 'Stories',
  roles: newsroom,
  path: staffPaths.story,
  tabs: [
    {
      name: 'stories',
      place: 'stories',
      label: 'Stories',
      path: staffPaths.stories,
      badge: { name: 'waitingStories', tasks: ['storiesToReview', 'changesToReview'] },
    },
    { name: 'calendar', place: 'stories', label: 'Calendar', path: staffPaths.calendar },
  ],
  tasks: {
    storiesToReview: {
      ...sentBy,
      thing: ['Story to review', 'Stories to review'],
      path: (id, count) => (count === 1 ? staffPaths.story(id) : staffPaths.storiesIn('submitted')),
    },
    changesToReview: {
      ...sentBy,
      thing: ['Edit to review', 'Edits to review'],
      path: (id, count) =>
        count === 1 ? staffPaths.editStory(id) : staffPaths.storiesIn('drafts'),
    },
    storiesReturned: {
      roles: ['author'],
      thing: ['Story returned to you', 'Stories returned to you'],
      action: 'Edit',
      why: ['{name}'],
      path: (id, count) => (count === 1 ? staffPaths.editStory(id) : staffPaths.stories),
    },
  },
  create: {
    label: 'Write a story',
    path: staffPaths.newStory,
    text: 'A new draft',
    tile: { text: 'Title, text, a picture', icon: 'pencil', colour: 'blue' },
  },
  look: { picture: 'story' },
  states: {
    ...storyStateLabels,
    draft: 'Draft',
    scheduled: 'Publishes',
  } satisfies Record<StoryState | 'draft' | 'scheduled', string>,
  open: { title: 'Edit', icon: 'pencil', text: 'In the editor', path: staffPaths.editStory },
  actions: [
    {
      title: 'Review',
      icon: 'checkCircle',
      text: 'Read and decide',
      roles: editors,
      states: [...storyStates, 'scheduled'],
      path: staffPaths.story,
    },
    {
      ...ofPublished,
      title: 'Feature',
      icon: 'star',
      text: 'Lead the front page with it',
      run: 'featureStory',
    },
    {
      ...ofPublished,
      title: 'Add to a newsletter',
      icon: 'mail',
      text: 'A new draft',
      run: 'addToNewsletter',
    },
    {
      ...ofPublished,
      title: 'Unpublish',
      icon: 'eyeOff',
      text: 'Take it off the site',
      run: 'unpublishStory',
    },
  ],
  undo: 'story',
  activity: {
    labels: {
      storyEdited: 'Edited the story',
      storyPublished: 'Published the story',
      storyUnpublished: 'Unpublished the story',
      storyFeatured: 'Featured the story',
      storyUnfeatured: 'No longer features the story',
      storyReturned: 'Returned the story',
      storyDeclined: 'Declined the story',
      storyReopened: 'Reopened the story',
      storyDeleted: 'Deleted the story',
      guardianPhoned: 'Guardian confirmed by phone',
      storySent: 'Sent the story for review',
      storyScheduled: 'Scheduled the story',
      storyUnscheduled: 'Took the story off the schedule',
      storyChangesDiscarded: 'Discarded changes of the story',
    },
    path: ({ id }) => staffPaths.story(id),
  },
} as const satisfies Kind
