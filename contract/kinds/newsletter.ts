import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const newsletter = {
  one: 'newsletter',
  many: 'Newsletters',
  roles: editors,
  tab: { label: 'Newsletters', path: staffPaths.letters },
  create: {
    label: 'Write a newsletter',
    path: staffPaths.newIssue,
    text: 'A new draft',
    tile: 'To your subscribers',
  },
} satisfies Kind
