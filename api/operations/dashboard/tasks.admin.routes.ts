import type { Routes } from '#api/http/serve.ts'
import { findOff, type OffWith } from './find-off.ts'
import { type Facts, findTasks } from './find-tasks.ts'
import { listFirstSteps, type StepsWith } from './first-steps.ts'

interface Options extends OffWith, Omit<Facts, 'diagnosis' | 'steps'> {
  /** Undefined: no first steps are asked for. */
  known: StepsWith | undefined
}

export function tasksRoutes({ serve }: Routes, { business, doctor, known, ...facts }: Options) {
  serve('GET /admin/tasks', (_, { staff }) =>
    findTasks(staff, {
      ...facts,
      diagnosis: doctor.last,
      steps:
        known &&
        (async () => listFirstSteps(await findOff(staff.role, { business, doctor }), known)),
    }),
  )
}
