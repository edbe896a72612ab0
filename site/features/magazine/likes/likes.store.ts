import { ApiError } from '#contract/api-error.ts'
import { call } from '#site/lib/call.ts'
import { holdLike, likeOf, setLike, toggled } from '#site/lib/engagement.store.ts'
import { isSignedOut } from '#site/lib/session.ts'
import { type Message, messages } from '#site/messages/messages.ts'
import { queueLike, removeQueued } from './queued-likes.ts'

/** The latest pending request of each story. */
const presses = new Map<string, symbol>()
const underWay = new Map<string, Promise<unknown>>()

/**
 * Shows the change at once, then sends it; an error reverts it. Clicks on one story reach the server in
 * their order, and the last one determines what is shown. `count` is the page's own number. Resolves to
 * whether the server has it.
 */
export function toggleLike(
  id: string,
  count: number,
  thanks: Message = messages.storyLiked,
): Promise<boolean> {
  const before = likeOf(id, count)
  const after = toggled(before)
  setLike(id, after)
  holdLike(id)
  const press = Symbol()
  presses.set(id, press)
  const isLatest = () => presses.get(id) === press
  const sent = (underWay.get(id) ?? Promise.resolve()).then(async () => {
    try {
      const address = after.liked ? 'POST /stories/:id/like' : 'DELETE /stories/:id/like'
      const answer = await call(address, { id })
      if (!isLatest()) return true
      removeQueued(id)
      setLike(id, answer)
      if (after.liked) {
        const { showToast } = await import('#site/ui/toast.ts')
        showToast(thanks)
      }
      return true
    } catch (error) {
      // No answer at all: the like is queued on the device, and stays shown.
      const isWaiting = !(error instanceof ApiError) && isLatest() && queueLike(id, after.liked)
      if (isLatest() && !isWaiting) setLike(id, before)
      await explain(id, error)
      return false
    } finally {
      if (isLatest()) {
        holdLike(id, performance.now())
        presses.delete(id)
        underWay.delete(id)
      }
    }
  })
  underWay.set(id, sent)
  return sent
}

/** Leads a visitor to sign in, and says what keeps a reader from liking. */
async function explain(id: string, error: unknown) {
  if (isSignedOut(error)) {
    const { signInToLike } = await import('./sign-in-to-like.ts')
    await signInToLike(id)
  } else if (error instanceof ApiError && error.status === 403) {
    const { sayNotYet } = await import('./say-not-yet.ts')
    sayNotYet(error.sentence)
  } else console.warn(error)
}
