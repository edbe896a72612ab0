const modes = ['create', 'forgot', 'sent', 'reset', 'changed'] as const

/** The modes of the sign-in page; any other value in the address means signing in. */
export type SignInMode = (typeof modes)[number] | 'in'

export function readMode(mode: string | null | undefined): SignInMode {
  return modes.find((known) => known === mode) ?? 'in'
}
