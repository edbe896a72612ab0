import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { WeekEditionState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

/** The stories of a week in one file. */
export const edition = {
  one: 'edition',
  many: 'Editions',
  roles: editors,
  path: () => staffPaths.editions,
  tabs: [{ name: 'editions', place: 'stories', label: 'Editions', path: staffPaths.editions }],
  tasks: {
    editionsToSend: {
      thing: ['Edition to look at', 'Editions to look at'],
      action: 'Look',
      why: ['{name} waits to go out'],
      path: () => staffPaths.editions,
    },
  },
  guide: {
    text: 'The stories of a week in one small file, which readers send to each other on WhatsApp.',
    steps: [
      'Make one here, or choose a day in Studio.',
      'Look at both of its files.',
      'Let it go out: it has a page, and stands in the feed, the digest and reading apps.',
    ],
  },
  look: { icon: 'file' },
  states: {
    draft: 'Waits to go out',
    published: 'Out',
    withdrawn: 'Withdrawn',
  } satisfies Record<WeekEditionState, string>,
  undo: 'edition',
  activity: {
    labels: {
      editionMade: 'Made the edition of',
      editionPublished: 'Let out the edition of',
      editionWithdrawn: 'Withdrew the edition of',
    },
    path: () => staffPaths.editions,
  },
} as const satisfies Kind
