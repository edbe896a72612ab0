import type { ServedKind } from '#api/operations/served-kind.ts'
import { editors } from '#contract/roles.ts'
import { settingUndo } from './settings.queries.ts'

export const settingKind = {
  undo: { setting: { ...settingUndo, roles: editors } },
} satisfies ServedKind
