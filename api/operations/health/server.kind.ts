import { failedBuild } from '#api/pages/building/site-builds.queries.ts'
import type { ServedKind } from '../served-kind.ts'

export const serverKind = {
  waiting: { buildFailed: { rows: failedBuild } },
} satisfies ServedKind
