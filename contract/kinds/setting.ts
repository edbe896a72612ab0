import { editors } from '#contract/roles.ts'
import { settingTexts } from '#contract/setting-texts.ts'
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
    path: ({ title }) => {
      const [group] = Object.entries(settingTexts).find(([, { label }]) => label === title) ?? []
      return group && staffPaths.setting(group)
    },
    isNoteFact: true,
  },
} as const satisfies Kind
