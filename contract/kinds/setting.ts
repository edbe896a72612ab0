import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

/** A group of what the publisher sets: the look, the words at the top of the landing page, the menu. */
export const setting = {
  one: 'setting',
  many: 'Studio',
  roles: editors,
  undo: 'setting',
  activity: {
    labels: { settingPublished: 'Published' },
    path: () => staffPaths.studio,
    isNoteFact: true,
  },
} as const satisfies Kind
