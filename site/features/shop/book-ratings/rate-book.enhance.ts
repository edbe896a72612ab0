import { ApiError } from '#contract/api-error.ts'
import { call } from '#site/lib/call.ts'
import { isSignedOut } from '#site/lib/session.ts'

/** Sends a rating without leaving the page, and shows the result beside it. */
function enhance(form: HTMLFormElement) {
  const button = form.querySelector('button')
  const status = form.querySelector<HTMLElement>('[role=status]')
  const text = form.querySelector('textarea')
  if (!button || !status) return
  const show = (text = '', isWrong = false) => {
    status.textContent = text
    status.toggleAttribute('data-wrong', isWrong)
  }
  const [star] = form.elements.namedItem('rating') as RadioNodeList
  const isStarMissing = () => {
    if (!(star instanceof HTMLElement) || form.checkValidity()) return false
    const kept = text?.value ? ' What you wrote is still here.' : ''
    show(`Please choose 1 to 5 stars first.${kept}`, true)
    star.focus()
    return true
  }
  const send = async () => {
    const {
      rating,
      returnTo: _,
      ...fields
    } = Object.fromEntries(new FormData(form)) as Record<string, string>
    const id = form.dataset['rateBook'] ?? ''
    const review = fields['review']?.trim()
    try {
      await call('PUT /books/:id/rating', { id, rating: Number(rating), ...fields })
      const isWritten = review && review !== text?.defaultValue
      if (text) text.defaultValue = review ?? ''
      show(status.dataset[isWritten ? 'reviewThanks' : 'thanks'])
    } catch (error) {
      if (isSignedOut(error) && !fields['key'])
        return await signIn(id, { rating: `${rating}`, ...fields })
      show(problemOf(error), true)
    } finally {
      button.ariaBusy = null
    }
  }
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.ariaBusy || isStarMissing()) return
    button.ariaBusy = 'true'
    // It is written again, so that a second rating is announced as well.
    show()
    void send()
  })
}

/** What the server says of a field, else of the rating as a whole. */
function problemOf(error: unknown): string {
  const sentence =
    error instanceof ApiError &&
    error.status < 500 &&
    (Object.values(error.fields ?? {})[0]?.[0] ?? error.sentence)
  return sentence || 'It was not counted. Please try again.'
}

async function signIn(id: string, values: Record<string, string>) {
  const [{ signInAndReturn }, { pendingMessages }] = await Promise.all([
    import('#site/lib/sign-in-and-return.ts'),
    import('#site/messages/pending-messages.ts'),
  ])
  await signInAndReturn(pendingMessages.loginToReview, { what: 'rate-book', id, values })
}

document.querySelectorAll<HTMLFormElement>('[data-rate-book]').forEach(enhance)
