// Separate from form-limits.ts, which pages without a purchase ship.

/**
 * Characters of a greeting; days until a present may be sent; corrected addresses of one present, and presents mailed to one
 * mailbox in a day (more wait for the next), so that nobody is pestered.
 */
export const presentLimits = { greeting: 300, days: 365, corrections: 5, mailboxADay: 3 } as const

/** The hour in Lagos from which a present is sent on its day. */
export const presentHour = 7
