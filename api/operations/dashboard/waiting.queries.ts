import type { Fragment } from 'postgres'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { type BadgeName, badges, taskKinds, type WaitingName } from '#contract/kinds/kinds.ts'
import { formatKobo } from '#contract/money.ts'
import { isAmong } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import type { Facts, Waiting, WaitingRow, WaitingViewer } from '../served-kind.ts'

export type Task = OutputOf<'GET /admin/tasks'>['tasks'][number]
export type WaitingByTask = Record<WaitingName, Waiting>

/** The tasks of a role, in one query; of some names alone where they are given. */
async function listWaiting(
  waiting: WaitingByTask,
  staff: WaitingViewer,
  names = Object.keys(waiting) as WaitingName[],
) {
  const queries = names
    .filter((name) => isAmong(taskKinds[name].roles, staff.role))
    .map((name) => {
      const rows = waiting[name].rows(staff)
      return sql`
        select ${name}::text as name, jsonb_strip_nulls(to_jsonb(one)) as row from (${rows}) as one`
    })
  const [first, ...others] = queries
  if (!first) return []
  const all = others.reduce<Fragment>((before, next) => sql`${before} union all ${next}`, first)
  return sql<{ name: WaitingName; row: WaitingRow }[]>`${all}`
}

/** What waits for somebody of this role, in no order. */
export async function listTasks(waiting: WaitingByTask, staff: WaitingViewer): Promise<Task[]> {
  const found = await listWaiting(waiting, staff)
  return found.map(({ name, row }) => {
    const factsOf = waiting[name].factsOf ?? columnsAsFacts
    const { id, count } = row
    return { kind: name, count, path: taskKinds[name].path(id, count), ...factsOf(row) }
  })
}

function columnsAsFacts({ name, since, dueOn, dueKobo, note }: WaitingRow): Facts {
  return {
    name,
    since: since && new Date(since).toISOString(),
    dueOn,
    due: dueKobo === undefined ? undefined : formatKobo(dueKobo),
    note,
  }
}

/** The numbers beside the tabs of a role. */
export async function countWaiting(waiting: WaitingByTask, staff: WaitingViewer) {
  const seen = badges.filter(({ tasks }) =>
    tasks.every((task) => isAmong(taskKinds[task].roles, staff.role)),
  )
  const names = seen.flatMap(({ tasks }) => tasks)
  const found = await listWaiting(waiting, staff, names)
  const counts = new Map(found.map(({ name, row }) => [name, row.count]))
  return Object.fromEntries(
    seen.map(({ name, tasks }) => [
      name,
      tasks.reduce((sum, task) => sum + (counts.get(task) ?? 0), 0),
    ]),
  ) as Partial<Record<BadgeName, number>>
}
