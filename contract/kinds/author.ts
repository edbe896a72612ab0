import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

/** Whoever has written a published story, with their page. */
export const author = {
  one: 'author',
  many: 'Authors',
  roles: editors,
  tabs: [{ name: 'authors', place: 'stories', label: 'Authors', path: staffPaths.authors }],
  guide: {
    text: 'Whoever has written a published story appears here.',
    steps: [
      'Publish a story under its author’s name.',
      'Write their bio here, and choose a picture.',
      'Make the page public: readers find it below each of their stories.',
    ],
  },
  activity: {
    labels: { authorChanged: 'Changed the page of the author' },
    path: ({ title }) => (title ? staffPaths.author(title) : undefined),
  },
} as const satisfies Kind
