import { isUnhydrated } from '#site/astro/unhydrated.ts'
import { readText } from '#site/lib/web-storage.ts'
import { queueKey } from './like-queue.ts'
import { toggleLike } from './likes.store.ts'

/**
 * Answers presses on likes before React is there, offline too, when no island could be loaded, and sends the queued
 * ones. A visitor's press is refused by the server and loads no React.
 */
export function startLikes() {
  addEventListener('online', sendQueue)
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-like]')
      if (!button || !isUnhydrated(button)) return
      event.stopImmediatePropagation()
      void pressLike(button)
    },
    true,
  )
  void sendQueue()
}

/** Afterwards React draws the button, from what it finds. */
export async function pressLike({ dataset }: HTMLElement) {
  const id = dataset['like'] ?? ''
  if (!(await toggleLike(id, Number(dataset['count'])))) {
    // The connection may be back since the call failed: nothing else would send what waits.
    if (navigator.onLine) void sendQueue()
    return
  }
  for (const button of document.querySelectorAll(`[data-like="${id}"]`))
    button.dispatchEvent(new Event('answered', { bubbles: true }))
}

async function sendQueue() {
  try {
    // A queue of another reader is sent by nobody: it is deleted there.
    if (!readText(queueKey)) return
    const { sendQueued } = await import('./send-queued.ts')
    await sendQueued()
  } catch (error) {
    // It is sent when the connection is back, or with the next page.
    console.warn(error)
  }
}
