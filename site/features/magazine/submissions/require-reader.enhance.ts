import { currentReader } from '#site/lib/session.ts'
import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { formMessages } from '#site/messages/form-messages.ts'

/**
 * Submitting is for readers (specification 4.3.1): a visitor is told so and led to sign in. While the
 * answer is awaited the form is covered.
 */
export async function requireReader() {
  const place = document.querySelector<HTMLElement>('[data-awaits-reader]')
  if (!place) return
  place.ariaBusy = 'true'
  try {
    if (!(await currentReader())) return await signInAndReturn(formMessages.authenticationRequired)
  } catch (error) {
    // It could not be found out: the form is there to write in, and the server decides when it is sent.
    console.warn(error)
  }
  place.ariaBusy = null
  delete place.dataset['awaitsReader']
}
