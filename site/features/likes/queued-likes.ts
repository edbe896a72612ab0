import { Refusal } from '#contract/refusal.ts'
import { call } from '#site/lib/call.ts'
import { paths } from '#site/lib/paths.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { showLike } from '#site/lib/show-like.ts'
import { offlineNotices } from '#site/words/offline-words.ts'
import { type Queued, queueKey, withoutSent, withPress } from './like-queue.ts'

function readQueue(): Queued[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(queueKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isQueued) : []
  } catch {
    // No storage, or something else in it.
    return []
  }
}

function isQueued(value: unknown): value is Queued {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean'
}

/** Resolves to whether the device keeps it. */
function writeQueue(queue: Queued[]): boolean {
  try {
    if (queue.length > 0) localStorage.setItem(queueKey, JSON.stringify(queue))
    else localStorage.removeItem(queueKey)
    return true
  } catch {
    // Storage is full or forbidden.
    return false
  }
}

/** A press that could not be sent: it waits here, and somebody is told so. Resolves to whether it waits. */
export async function queueLike(id: string, liked: boolean): Promise<boolean> {
  const isKept = mayBeSignedIn() && writeQueue(withPress(readQueue(), id, liked))
  const { showToast } = await import('#site/ui/toast.ts')
  if (!isKept) showToast(offlineNotices.likeOnline)
  else showToast(liked ? offlineNotices.likeLater : offlineNotices.unlikeLater)
  return isKept
}

/** A press that reached the server takes the place of one that waits. */
export function forgetQueued(id: string) {
  const queue = readQueue()
  if (queue.length > 0) writeQueue(queue.filter(([one]) => one !== id))
}

/** A press on a like without a network: shown at once on every button of its story, and queued. */
export async function likeOffline(button: HTMLElement) {
  const id = button.dataset['like'] ?? ''
  const before = shownIn(button)
  const liked = !before.liked
  if (await queueLike(id, liked)) showLike(id, moved(before, liked))
}

/** Shows presses that wait on a page that was made without them. */
export function showQueued() {
  for (const [id, liked] of readQueue()) {
    const button = document.querySelector<HTMLElement>(`[data-like="${CSS.escape(id)}"]`)
    if (!button) continue
    const before = shownIn(button)
    if (before.liked !== liked) showLike(id, moved(before, liked))
  }
}

function shownIn(button: HTMLElement) {
  return {
    liked: button.ariaPressed === 'true',
    likesCount: Number(button.querySelector('[data-likes]')?.textContent),
  }
}

function moved({ likesCount }: { likesCount: number }, liked: boolean) {
  return { liked, likesCount: Math.max(0, likesCount + (liked ? 1 : -1)) }
}

/** Sends what waits; one tab at a time, and a press sent twice counts once (the server knows reader and story). */
export async function sendQueued() {
  // Somebody else may be about to sign in.
  if (!mayBeSignedIn() || location.pathname === paths.signIn()) return void writeQueue([])
  if (!navigator.onLine || readQueue().length === 0) return
  if ('locks' in navigator) await navigator.locks.request(queueKey, sendAll)
  else await sendAll()
}

async function sendAll() {
  const askedAt = performance.now()
  for (const sent of readQueue()) {
    const [id, liked] = sent
    try {
      const address = liked ? 'POST /stories/:id/like' : 'DELETE /stories/:id/like'
      const answer = await call(address, { id })
      const counters = [{ id, ...answer }]
      const told = new CustomEvent('counters', { detail: { askedAt, counters }, cancelable: true })
      if (document.dispatchEvent(told)) showLike(id, answer)
    } catch (error) {
      console.warn(error)
      // The session has ended: what waited was that reader's.
      if (error instanceof Refusal && error.status === 401) return void writeQueue([])
      // Again another time, unless the story itself is gone.
      if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) return
    }
    writeQueue(withoutSent(readQueue(), sent))
  }
}
