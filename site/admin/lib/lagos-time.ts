const zone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** `2026-11-30T13:00:00Z` → `2026-11-30T14:00`, the value of a datetime-local field. */
export const typedIn = (iso: string | null | undefined) =>
  iso ? zone.format(new Date(iso)).replace(' ', 'T') : ''

/** Lagos is an hour ahead of UTC all year, whatever the device's time zone. */
export const momentOf = (typed: string) =>
  typed ? new Date(`${typed}:00+01:00`).toISOString() : null
