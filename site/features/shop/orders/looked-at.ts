const hours = new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', timeStyle: 'short' })

/** `19:32`, in Lagos. */
export function formatHour(time: Date): string {
  return hours.format(time)
}

/** The result of a check for the payment, when there is none. */
export function lookedAt(time: Date): string {
  return `No payment has arrived yet. Last looked at ${formatHour(time)}.`
}
