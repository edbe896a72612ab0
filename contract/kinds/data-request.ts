import { owner } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

const path = () => staffPaths.dataRequests

/** What somebody asks about their own data, with or without an account. */
export const dataRequest = {
  one: 'data request',
  many: 'Data requests',
  roles: owner,
  tabs: [
    {
      name: 'dataRequests',
      place: 'audience',
      label: 'Data requests',
      path: staffPaths.dataRequests,
      badge: { name: 'openDataRequests', tasks: ['dataRequestsDue', 'dataRequestsToAnswer'] },
    },
  ],
  tasks: {
    dataRequestsDue: {
      isFirst: true,
      thing: ['Data request to answer now', 'Data requests to answer now'],
      action: 'Answer',
      why: ['Answer due {dueDay}', 'Answer was due {overdueDay}'],
      path,
    },
    dataRequestsToAnswer: {
      thing: ['Data request to answer', 'Data requests to answer'],
      action: 'Answer',
      why: ['Answer due {dueDay}'],
      path,
    },
  },
  activity: {
    labels: {
      dataRequestExported: 'Exported what is held about somebody who asked for it',
      dataRequestErased: 'Erased what is held about somebody who asked for it',
      dataRequestAnswered: 'Answered a data request',
    },
    path,
  },
} as const satisfies Kind
