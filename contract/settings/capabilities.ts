/** What a magazine does by something outside of it, which has to be set up and may fail. */
export const capabilities = ['mail', 'payments', 'invoices', 'backups', 'domain'] as const
export type Capability = (typeof capabilities)[number]

/** The checks of the server that are about the site's address alone, by their titles. */
export const addressChecks = ['Address', 'DNS', 'TLS']

/**
 * Why one is off: nobody has set it up; the server's variables say so; a test stands in for it, or all its keys are test keys; its provider does not know
 * the key; what was set at the admin cannot be used any more; the last checks of the server found it failing.
 */
export const offReasons = ['notSet', 'chosen', 'test', 'refused', 'broken', 'failing'] as const
export type OffReason = (typeof offReasons)[number]
