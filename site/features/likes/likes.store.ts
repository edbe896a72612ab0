import { map } from 'nanostores'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { call } from '#site/lib/call.ts'
import { showLike } from '#site/lib/show-like.ts'
import { isSignedOut, signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { messages } from '#site/messages/messages.ts'
import { forgetQueued, queueLike } from './queued-likes.ts'

interface Like {
  liked: boolean
  likesCount: number
}

/** What is shown of each story's likes, by its id: all of a story's buttons on a page show the same. */
export const $likes = map<Record<string, Like>>({})

/** The latest press of each story that is still on its way. */
const presses = new Map<string, symbol>()
const underWay = new Map<string, Promise<void>>()
/** When the last press had its answer, as performance.now() counts. */
const answeredAt = new Map<string, number>()

interface Counters {
  askedAt: number
  counters: OutputOf<'GET /stories/engagement'>
}

/**
 * What the page shows of a story until something newer is known. Its counters may have been refreshed before
 * React came, so the page itself is asked; `count` is what it was made with.
 */
export function likeInPage(id: string, count: number): Like {
  if (typeof document === 'undefined') return { liked: false, likesCount: count }
  const button = document.querySelector(`[data-like="${id}"]`)
  return {
    liked: button?.ariaPressed === 'true',
    likesCount: Number(button?.querySelector('[data-likes]')?.textContent ?? count),
  }
}

// The page's counters may be refreshed after the buttons came alive (counters.enhance.ts).
if (typeof document !== 'undefined') {
  document.addEventListener('counters', (event) => {
    const { askedAt, counters } = (event as CustomEvent<Counters>).detail
    event.preventDefault()
    for (const { id, liked, likesCount } of counters) {
      // What was asked for before the last press had its answer is older than that answer.
      const isOlder = presses.has(id) || (answeredAt.get(id) ?? 0) > askedAt
      if (!isOlder) $likes.setKey(id, { liked, likesCount })
    }
  })
  $likes.listen((likes, _, id) => {
    const like = id && likes[id]
    if (like) showLike(id, like)
  })
}

/**
 * Shows the change at once, then tells the server; a refusal puts it back. Presses on one story reach the
 * server in their order, and the last of them says what is shown.
 */
export function toggleLike(id: string): Promise<void> {
  const before = $likes.get()[id] ?? likeInPage(id, 0)
  const liked = !before.liked
  $likes.setKey(id, { liked, likesCount: Math.max(0, before.likesCount + (liked ? 1 : -1)) })
  const press = Symbol()
  presses.set(id, press)
  const isLatest = () => presses.get(id) === press
  const sent = (underWay.get(id) ?? Promise.resolve()).then(async () => {
    try {
      const answer = await call(liked ? 'POST /stories/:id/like' : 'DELETE /stories/:id/like', {
        id,
      })
      if (!isLatest()) return
      forgetQueued(id)
      $likes.setKey(id, answer)
      if (liked) {
        const { showToast } = await import('#site/ui/toast.ts')
        showToast(messages.storyLiked)
      }
    } catch (error) {
      // No answer at all: the press waits on the device, and stays shown.
      const isWaiting = !(error instanceof ApiError) && isLatest() && queueLike(id, liked)
      if (isLatest() && !isWaiting) $likes.setKey(id, before)
      if (isSignedOut(error)) await signInAndReturn(messages.loginRequired)
      else console.warn(error)
    } finally {
      answeredAt.set(id, performance.now())
      if (isLatest()) {
        presses.delete(id)
        underWay.delete(id)
      }
    }
  })
  underWay.set(id, sent)
  return sent
}
