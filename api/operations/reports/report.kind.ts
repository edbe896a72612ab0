import type { ServedKind } from '#api/operations/served-kind.ts'
import { editors } from '#contract/roles.ts'
import { reportUndo } from './decide-report.ts'
import { oldestReport } from './reports.queries.ts'

export const reportKind = {
  waiting: {
    reportsDue: { rows: () => oldestReport('pressing') },
    reportsToDecide: { rows: () => oldestReport('early') },
  },
  undo: { report: { ...reportUndo, roles: editors } },
} satisfies ServedKind
