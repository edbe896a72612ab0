import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { markReported } from '#api/newsletter/sending/recipients.queries.ts'
import { suppress } from '#api/newsletter/suppressions/suppressions.queries.ts'
import { transaction } from '#db/sql.ts'
import { takeEvents } from './mail-events.queries.ts'

const everyMs = 10_000
const atOnce = 200

/** Applies stored webhook events in batches; any number of replicas may run it. */
export function startMailEvents(log: Logger) {
  return startLoop({
    async work(signal) {
      while (!signal.aborted && (await settleEvents()) > 0);
    },
    everyMs,
    channel: 'mail_events_waiting',
    log,
    failure: 'mail events could not be settled',
  })
}

/** Resolves to the number of settled events. */
export async function settleEvents(): Promise<number> {
  return transaction(async () => {
    const events = await takeEvents(atOnce)
    // They are settled in one order, so that two batches with the same addresses do not deadlock.
    for (const event of events.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
      const email = event.email.toLowerCase()
      await suppress(email, event.kind, event.detail)
      await markReported(email, event.mailId, event.kind)
    }
    return events.length
  })
}
