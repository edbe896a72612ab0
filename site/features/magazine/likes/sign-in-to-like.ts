import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { pendingMessages } from '#site/messages/pending-messages.ts'

/** Asks a visitor to sign in; the like is given afterwards. */
export function signInToLike(id: string) {
  return signInAndReturn(pendingMessages.loginToLike, { what: 'like', id })
}

/**
 * Shows and sends a visitor's press on a like, as the store does, whose answer asks to sign in. It is a plain fetch:
 * with `call` and the store the press would cost four kilobytes more. Without an answer it rejects.
 */
export async function pressAsVisitor(button: HTMLElement) {
  const id = button.dataset['like'] ?? ''
  const show = (liked: boolean) => button.setAttribute('aria-pressed', String(liked))
  show(true)
  const headers = { 'Content-Type': 'application/json' }
  try {
    const request = { method: 'POST', headers, body: '{}' }
    const answer = await fetch(`/api/stories/${id}/like`, request)
    // Unread, it would occupy the connection.
    await answer.text()
    show(answer.ok)
    if (answer.status === 401) await signInToLike(id)
  } catch (error) {
    show(false)
    throw error
  }
}
