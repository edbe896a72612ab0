import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { DigestTimes } from '#contract/newsletter/digest-times.ts'
import { findOff, type OffWith } from './find-off.ts'
import { findTasks } from './find-tasks.ts'
import { listFirstSteps } from './first-steps.ts'
import type { WaitingByTask } from './waiting.queries.ts'

interface Options extends OffWith {
  waiting: WaitingByTask
  arePaymentsTests(): boolean
  hasOwnBrand: (() => boolean) | undefined
  digestTimes(): DigestTimes
}

export function tasksRoutes(router: Router, { business, doctor, hasOwnBrand, ...facts }: Options) {
  serve(router, 'GET /admin/tasks', (_, { staff }) =>
    findTasks(staff, {
      ...facts,
      diagnosis: doctor.last,
      steps:
        hasOwnBrand &&
        (async () =>
          listFirstSteps(await findOff(staff.role, { business, doctor }), hasOwnBrand())),
    }),
  )
}
