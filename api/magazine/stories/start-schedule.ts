import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { followSchedule } from './story-lifecycle.ts'

/** Within the ten seconds that the site has to follow a change (specification 4.8, 9.4). */
const everyMs = 2_000

/** Stories go live and leave by their schedule; every replica looks, and the row lets one of them win. */
export function startSchedule(log: Logger) {
  return startLoop({ work: followSchedule, everyMs, log, failure: 'scheduled stories failed' })
}
