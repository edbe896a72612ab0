import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { Doctor } from '../doctor/doctor.ts'
import { findTasks } from './find-tasks.ts'
import type { StepsByConfig } from './first-steps.ts'
import type { WaitingByTask } from './waiting.queries.ts'

interface Options {
  waiting: WaitingByTask
  arePaymentsTests: boolean
  doctor: Pick<Doctor, 'last'>
  firstSteps: StepsByConfig | undefined
}

export function tasksRoutes(
  router: Router,
  { waiting, arePaymentsTests, doctor, firstSteps }: Options,
) {
  serve(router, 'GET /admin/tasks', (_, { staff }) =>
    findTasks(staff, { waiting, arePaymentsTests, diagnosis: doctor.last, steps: firstSteps }),
  )
}
