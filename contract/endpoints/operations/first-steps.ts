import * as z from 'zod/mini'
import { count } from '#contract/endpoints/fields.ts'
import { forOwner } from '#contract/endpoints/for-staff.ts'
import { firstStepNames } from '#contract/settings/first-steps.ts'

export const firstSteps = {
  /** What a new magazine needs, and what is there already. */
  'GET /admin/first-steps': forOwner({
    output: z.object({
      steps: z.array(
        z.object({
          name: z.enum(firstStepNames),
          isDone: z.boolean(),
          /** The owner goes on without it for now. */
          isLater: z.boolean(),
          /** What is there: the domain, the name, the first book. */
          fact: z.nullable(z.string()),
        }),
      ),
      /** Since the one-time address was used; null from the next day on. */
      minutes: z.nullable(count),
      /** What came with the program and is still there; `changed` by somebody since. */
      demo: z.object({ unchanged: count, changed: count }),
    }),
  }),
  'POST /admin/first-steps/:name/later': forOwner({
    input: z.object({ name: z.enum(firstStepNames), isLater: z.boolean() }),
  }),
  /** Takes the demo content out, by the owner's choice what was changed of it too; all of it can be brought back for 30 days. */
  'POST /admin/first-steps/open': forOwner({
    input: z.object({ withChanged: z.boolean() }),
  }),
}
