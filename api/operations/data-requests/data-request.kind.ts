import type { ServedKind } from '#api/operations/served-kind.ts'
import { oldestDataRequest } from './data-requests.queries.ts'

export const dataRequestKind = {
  waiting: {
    dataRequestsDue: { rows: () => oldestDataRequest(true) },
    dataRequestsToAnswer: { rows: () => oldestDataRequest(false) },
  },
} satisfies ServedKind
