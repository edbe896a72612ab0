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
  form.noValidate = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaBusy) return
    if (star instanceof HTMLElement && !form.checkValidity()) {
      const kept = text?.value ? ' What you wrote is still here.' : ''
      show(`Please choose 1 to 5 stars first.${kept}`, true)
      star.focus()
      return
    }
    button.ariaBusy = 'true'
    // Written again, so that a second rating is announced as well.
    show()
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
      const isRefused = error instanceof ApiError && error.status < 500
      const wrong = isRefused ? (Object.values(error.fields ?? {})[0]?.[0] ?? error.sentence) : ''
      show(wrong || 'It was not counted. Please try again.', true)
    } finally {
      button.ariaBusy = null
    }
  })
}

async function signIn(id: string, values: Record<string, string>) {
  const [{ signInAndReturn }, { pendingMessages }] = await Promise.all([
    import('#site/lib/sign-in-and-return.ts'),
    import('#site/messages/pending-messages.ts'),
  ])
  await signInAndReturn(pendingMessages.loginToReview, { what: 'rate-book', id, values })
}

document.querySelectorAll<HTMLFormElement>('[data-rate-book]').forEach(enhance)
