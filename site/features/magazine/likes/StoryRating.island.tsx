import { useEffect, useState } from 'react'
import { call } from '#site/lib/call.ts'
import { isSignedOut, mayBeSignedIn } from '#site/lib/session.ts'
import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { messages } from '#site/messages/messages.ts'
import { pendingMessages } from '#site/messages/pending-messages.ts'

const stars = [1, 2, 3, 4, 5]

/** Why an island? The stars follow the reader's own rating, which a page that is the same for everybody does not know. */
export function StoryRating({ id }: { id: string }) {
  const [given, setGiven] = useState(0)

  // The island hydrates when the reader turns to it: the earlier rating is loaded only then.
  useEffect(() => {
    if (!mayBeSignedIn()) return
    call('GET /stories/:id/rating', { id })
      .then(({ rating }) => setGiven((now) => now || (rating ?? 0)))
      .catch(console.warn)
  }, [id])

  const rate = async (rating: number) => {
    const before = given
    setGiven(rating)
    try {
      await call('PUT /stories/:id/rating', { id, rating })
      const { showToast } = await import('#site/ui/toast.ts')
      showToast(messages.ratingThanks)
    } catch (error) {
      setGiven(before)
      if (isSignedOut(error)) {
        const values = { rating: String(rating) }
        await signInAndReturn(pendingMessages.loginToRate, { what: 'rate', id, values })
      } else console.warn(error)
    }
  }

  return (
    <fieldset className="min-w-0 basis-full no-js:hidden" data-rate={id} tabIndex={-1}>
      <legend className="sr-only">Rate this story</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-10 font-semibold" aria-hidden="true">
          Rate this story
        </span>
        <span className="flex gap-2">
          {stars.map((star) => (
            <button
              key={star}
              type="button"
              className="icon-btn"
              aria-pressed={star === given}
              aria-label={star === 1 ? '1 star' : `${star} stars`}
              onClick={() => rate(star)}
            >
              <svg
                className={`stroke-star-line stroke-[1.6] ${star <= given ? 'fill-star' : 'fill-none'}`}
                width="26"
                height="26"
                viewBox="0 0 24 24"
                aria-hidden="true"
              >
                <path d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z" />
              </svg>
            </button>
          ))}
        </span>
      </div>
    </fieldset>
  )
}
