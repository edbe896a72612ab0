// All dates are in Lagos time.
const zone = { timeZone: 'Africa/Lagos', year: 'numeric', day: 'numeric' } as const
const long = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long' })
const short = new Intl.DateTimeFormat('en-US', { ...zone, month: 'short' })

/** `2024-06-05T…Z` → `June 5, 2024`. */
export function formatDate(time: string): string {
  return long.format(new Date(time))
}

/** `2024-06-05T…Z` → `Jun 5, 2024`. */
export function formatShortDate(time: string): string {
  return short.format(new Date(time))
}
