import { call } from '#site/lib/call.ts'
import { messages } from '#site/messages/messages.ts'
import { pendingMessages } from '#site/messages/pending-messages.ts'
import { showToast } from '#site/ui/toast.ts'

/** Fills in and sends the rating for which the reader has signed in. Undo brings back what the page had. */
export async function reviewAgain(form: HTMLFormElement, values: Record<string, string> = {}) {
  const id = form.dataset['rateBook'] ?? ''
  const send = ({ rating, ...fields }: Record<string, string>) =>
    call('PUT /books/:id/rating', { id, rating: Number(rating), ...fields })
  const before = Object.fromEntries(new FormData(form)) as Record<string, string>
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    if (control && 'value' in control) control.value = value
  }
  await send(values)
  const undo = before['rating'] ? () => void send(before).catch(console.warn) : undefined
  showToast(pendingMessages.done(messages.ratingThanks, undo))
}
