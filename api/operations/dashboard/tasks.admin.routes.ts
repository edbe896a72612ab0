import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { DigestTimes } from '#contract/newsletter/digest-times.ts'
import { findOff, type OffWith } from './find-off.ts'
import { findTasks } from './find-tasks.ts'
import { listFirstSteps, type StepsWith } from './first-steps.ts'
import type { WaitingByTask } from './waiting.queries.ts'

interface Options extends OffWith {
  waiting: WaitingByTask
  arePaymentsTests(): boolean
  /** Undefined: no first steps are asked for. */
  known: StepsWith | undefined
  digestTimes(): DigestTimes
}

export function tasksRoutes(router: Router, { business, doctor, known, ...facts }: Options) {
  serve(router, 'GET /admin/tasks', (_, { staff }) =>
    findTasks(staff, {
      ...facts,
      diagnosis: doctor.last,
      steps:
        known &&
        (async () => listFirstSteps(await findOff(staff.role, { business, doctor }), known)),
    }),
  )
}
