// The one clock: moments are told in Lagos, whatever the zone of a device or server. Months, durations and what else
// is counted in days are in days.ts, which readers' pages do without.

/** What can be told: an ISO text, milliseconds since 1970, or a date. */
export type Moment = string | number | Date

/** Tells moments in these words. The formatter is made when the first one is told: few pages tell all of them. */
export function inLagos(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-NG',
): (moment: Moment) => string {
  let formatter: Intl.DateTimeFormat | undefined
  return (moment) => {
    formatter ??= new Intl.DateTimeFormat(locale, { timeZone: 'Africa/Lagos', ...options })
    return formatter.format(new Date(moment))
  }
}

/** `2024-06-05T…Z` → `June 5, 2024`. */
export const formatDate = inLagos({ year: 'numeric', month: 'long', day: 'numeric' }, 'en-US')

/** `2024-06-05T…Z` → `Jun 5, 2024`. */
export const formatShortDate = inLagos({ year: 'numeric', month: 'short', day: 'numeric' }, 'en-US')

/** The day of a moment, yyyy-mm-dd: `2026-11-21T23:30:00Z` → `2026-11-22`. Days compare as text. */
export const dayOf = inLagos({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
