import { takePending } from '#site/lib/forms/pending.ts'
import { currentReader } from '#site/lib/session.ts'

// What the reader was about to do before signing in is done once, where they were.

/** The sign-in hint outlives a session: without a reader it waits. */
async function doPending() {
  if (!(await currentReader())) return
  const { pending, control } = takePending() ?? {}
  if (!pending || !control) return
  switch (pending.what) {
    case 'like':
      return (await import('#site/features/magazine/likes/like-again.ts')).likeAgain(pending.id)
    case 'rate':
      return (await import('#site/features/magazine/likes/rate-again.ts')).rateAgain(pending)
    case 'rate-book':
      return (await import('#site/features/shop/book-ratings/review-again.ts')).reviewAgain(
        control as HTMLFormElement,
        pending.values,
      )
  }
}

doPending().catch(console.warn)
