import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { pendingMessages } from '#site/messages/pending-messages.ts'

/** Asks a visitor to sign in; the like is given afterwards. */
export function signInToLike(id: string) {
  return signInAndReturn(pendingMessages.loginToLike, { what: 'like', id })
}
