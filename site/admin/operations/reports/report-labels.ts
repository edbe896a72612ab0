import { hourMs, minuteMs } from '#contract/days.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { report } from '#contract/kinds/report.ts'
import type { ReportState } from '#contract/magazine/reports.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'

export type AdminReport = OutputOf<'GET /admin/reports'>[number]

export const stateLabels: Record<ReportState, string> = report.states

export const stateClasses: Record<ReportState, string> = {
  open: badgeClasses.wait,
  kept: badgeClasses.plain,
  corrected: badgeClasses.good,
  removed: badgeClasses.bad,
}

/** How long is left until a report must be decided, or since when it is late. */
export function timeLeft(decideBy: string, now = Date.now()): { text: string; isLate: boolean } {
  const ms = Date.parse(decideBy) - now
  const minutes = Math.floor(Math.abs(ms) / minuteMs)
  const amount =
    Math.abs(ms) < hourMs
      ? formatCounted(minutes, 'minute')
      : formatCounted(Math.floor(minutes / 60), 'hour')
  return ms < 0
    ? { text: `Overdue by ${amount}`, isLate: true }
    : { text: `${amount} left`, isLate: false }
}
