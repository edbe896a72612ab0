/** The owner is configured; the others are invited. */
export const roles = ['owner', 'editor', 'author', 'shopkeeper'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

export const roleTexts: Record<Role, { label: string; sentence: string }> = {
  owner: { label: 'Owner', sentence: 'May do everything, and invites the others.' },
  editor: { label: 'Editor', sentence: 'Writes, edits, publishes and declines stories.' },
  author: { label: 'Author', sentence: 'Writes stories of their own and sends them for review.' },
  shopkeeper: {
    label: 'Shop keeper',
    sentence: 'Looks after books, orders and publishing requests.',
  },
}

// The usual groups for `who` of an endpoint.
export const staff = roles
export const newsroom = ['owner', 'editor', 'author'] as const
export const editors = ['owner', 'editor'] as const
export const shop = ['owner', 'shopkeeper'] as const
/** May change published content. */
export const publishing = ['owner', 'editor', 'shopkeeper'] as const
export const owner = ['owner'] as const

/** Whoever may look at orders or people; the configured owner from the moment on that one is set up. */
export const needsSecondStep = (role: Role) => role === 'shopkeeper'

export const invitedRoles = ['editor', 'author', 'shopkeeper'] as const

export const isAmong = (allowed: readonly Role[], role: Role) => allowed.includes(role)
