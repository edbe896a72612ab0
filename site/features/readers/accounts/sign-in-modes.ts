const modes = ['create', 'forgot', 'sent', 'reset', 'changed'] as const

/** What the sign-in page is asked for; whatever else an address says means signing in. */
export type SignInMode = (typeof modes)[number] | 'in'

export function readMode(mode: string | null | undefined): SignInMode {
  return modes.find((known) => known === mode) ?? 'in'
}
