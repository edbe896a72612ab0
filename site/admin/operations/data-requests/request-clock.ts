import { dayMs } from '#contract/days.ts'
import { dataRequestDays } from '#contract/pages/data-requests.ts'
import { formatCounted } from '#site/admin/lib/format.ts'

/** How many days are left to answer, or since when it is late; `isPressing`: from day 20 on. */
export function daysLeft(
  answerBy: string,
  now = Date.now(),
): { text: string; isPressing: boolean } {
  const days = (Date.parse(answerBy) - now) / dayMs
  const isPressing = days <= dataRequestDays.allowed - dataRequestDays.pressing
  if (days <= 0) return { text: `Overdue by ${formatCounted(Math.ceil(-days), 'day')}`, isPressing }
  const left = `${formatCounted(Math.ceil(days), 'day')} left`
  return { text: isPressing ? `Answer now: ${left}` : left, isPressing }
}
