import * as z from 'zod/mini'
import { count, time } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { type TaskName, taskKinds } from '#contract/kinds/kinds.ts'
import { firstStepNames } from '#contract/settings/first-steps.ts'

const names = Object.keys(taskKinds) as TaskName[]

/** Facts are those of the most urgent of its kind; of authors to pay `due` is the sum of all. */
const task = z.object({
  kind: z.enum(names),
  count,
  /** The admin page on which it is done. */
  path: z.string(),
  /**
   * The sender of a story, the subject of a newsletter, the title of a story, of a book (also of one that was reviewed) or of
   * a check, a buyer, a school, an author to pay.
   */
  name: z.optional(z.string()),
  since: z.optional(time),
  /** Written yyyy-mm-dd. */
  dueOn: z.optional(z.string()),
  /** The amount as prices are shown: ₦3,500. */
  paid: z.optional(z.string()),
  due: z.optional(z.string()),
  /** A sentence of the program that noticed it. */
  note: z.optional(z.string()),
})

const comingUp = z.object({
  kind: z.enum(['story', 'newsletter', 'weeklyDigest', 'monthlyDigest']),
  at: time,
  path: z.string(),
  /** The title of a story or a newsletter. */
  title: z.optional(z.string()),
  /** The subscribers of a digest. */
  readers: z.optional(count),
})

export const tasks = {
  /** Everything that the dashboard says at first sight. Fields that a role may not see are absent. */
  'GET /admin/tasks': forStaff({
    output: z.object({
      tasks: z.array(task),
      /** The next ones, earliest first. */
      comingUp: z.optional(z.array(comingUp)),
      /** As in `GET /admin/stats`. */
      stats: z.optional(
        z.object({
          totalBooks: count,
          publishedBooks: count,
          totalRevenue: z.number(),
          totalSales: count,
          testRevenue: z.optional(z.number()),
          testSales: z.optional(count),
        }),
      ),
      /** The first steps of a new magazine, in words; absent once all are done. */
      firstSteps: z.optional(
        z.array(
          z.object({
            name: z.enum(firstStepNames),
            isDone: z.boolean(),
            title: z.string(),
            how: z.string(),
            path: z.string(),
          }),
        ),
      ),
      /** The server has not been checked yet: failed checks are missing among the tasks. */
      areChecksPending: z.optional(z.boolean()),
    }),
  }),
}
