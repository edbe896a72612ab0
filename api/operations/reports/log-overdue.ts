import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { minuteMs } from '#contract/days.ts'
import { transaction } from '#db/sql.ts'
import { takeOverdueReports } from './reports.queries.ts'

/** Notes in the activity log that nobody has decided on a report in time; any number of replicas may do so. */
export function startReportClock(log: Logger): { stop(): Promise<void> } {
  return startLoop({
    work: logOverdueReports,
    everyMs: minuteMs,
    log,
    failure: 'overdue reports could not be logged',
  })
}

export function logOverdueReports(): Promise<void> {
  return transaction(async () => {
    for (const { id, title } of await takeOverdueReports())
      await recordActivity('The clock', 'reportOverdue', { id, title })
  })
}
