import { owner } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const subscriber = {
  one: 'subscriber',
  many: 'Subscribers',
  roles: owner,
  tab: { label: 'Subscribers', path: staffPaths.newsletter },
} satisfies Kind
