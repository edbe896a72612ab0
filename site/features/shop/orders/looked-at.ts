import { inLagos } from '#contract/dates.ts'
/** `19:32`, in Lagos. */
export const formatHour = inLagos({ timeStyle: 'short' })

/** The result of a check for the payment, when there is none. */
export function lookedAt(time: Date): string {
  return `No payment has arrived yet. Last looked at ${formatHour(time)}.`
}
