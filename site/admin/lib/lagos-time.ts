import { inLagos } from '#contract/dates.ts'

const zone = inLagos({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE')

/** `2026-11-30T13:00:00Z` → `2026-11-30T14:00`, the value of a datetime-local field. */
export const typedIn = (iso: string | null | undefined) => (iso ? zone(iso).replace(' ', 'T') : '')

/** Lagos is an hour ahead of UTC all year, whatever the device's time zone. */
export const momentOf = (typed: string) =>
  typed ? new Date(`${typed}:00+01:00`).toISOString() : null
