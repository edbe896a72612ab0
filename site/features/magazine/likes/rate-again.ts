import { call } from '#site/lib/call.ts'
import type { Pending } from '#site/lib/forms/pending.ts'
import { messages } from '#site/messages/messages.ts'
import { pendingMessages } from '#site/messages/pending-messages.ts'
import { showToast } from '#site/ui/toast.ts'

/** Gives the rating for which the reader has signed in. Undo brings back the one before; a first one can be changed. */
export async function rateAgain({ id, values }: Pending) {
  const { rating: before } = await call('GET /stories/:id/rating', { id })
  const give = (rating: number) => call('PUT /stories/:id/rating', { id, rating })
  await give(Number(values?.['rating']))
  const undo = before ? () => void give(before).catch(console.warn) : undefined
  showToast(pendingMessages.done(messages.ratingThanks, undo))
}
