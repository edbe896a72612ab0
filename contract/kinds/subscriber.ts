import { owner } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const subscriber = {
  one: 'subscriber',
  many: 'Subscribers',
  roles: owner,
  tabs: [
    { name: 'newsletter', place: 'audience', label: 'Subscribers', path: staffPaths.newsletter },
  ],
  activity: {
    labels: {
      newsletterExported: 'Downloaded the newsletter list',
      suppressionLifted: 'Restored a suppressed address',
    },
  },
} as const satisfies Kind
