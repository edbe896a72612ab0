import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { DigestTimes } from '#contract/newsletter/digest-times.ts'
import type { Doctor } from '../doctor/doctor.ts'
import { findTasks } from './find-tasks.ts'
import type { StepsByConfig } from './first-steps.ts'
import type { WaitingByTask } from './waiting.queries.ts'

interface Options {
  waiting: WaitingByTask
  arePaymentsTests(): boolean
  doctor: Pick<Doctor, 'last'>
  firstSteps: StepsByConfig | undefined
  digestTimes(): DigestTimes
}

export function tasksRoutes(router: Router, { doctor, firstSteps, ...facts }: Options) {
  serve(router, 'GET /admin/tasks', (_, { staff }) =>
    findTasks(staff, { ...facts, diagnosis: doctor.last, steps: firstSteps }),
  )
}
