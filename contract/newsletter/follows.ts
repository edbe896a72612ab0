/** What a reader can follow. */
export const followedKinds = ['author', 'category', 'series'] as const
export type FollowedKind = (typeof followedKinds)[number]

/** What a subscriber's row and a device hold: the kind, and an id that outlives names and addresses. */
export const followPattern = /^(?:author|category|series):[\w-]{1,100}$/

export const followKey = (kind: FollowedKind, id: string) => `${kind}:${id}`

/** Of one subscriber, and asked for by one device at a time. */
export const mostFollows = 100

/** How long the link works that is mailed to whoever wants to follow by an address. */
export const followLinkDays = 7
