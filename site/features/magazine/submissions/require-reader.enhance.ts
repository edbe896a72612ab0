import { currentReader } from '#site/lib/session.ts'
import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { formMessages } from '#site/messages/form-messages.ts'

/**
 * Submitting is for readers (specification 4.3.1): a visitor gets a toast and the sign-in page. While the
 * session is being read the form is covered.
 */
async function requireReader() {
  const place = document.querySelector<HTMLElement>('[data-awaits-reader]')
  if (!place) return
  place.ariaBusy = 'true'
  try {
    if (!(await currentReader())) return await signInAndReturn(formMessages.authenticationRequired)
  } catch (error) {
    // The session could not be read: the form stays usable, and the server decides when it is sent.
    console.warn(error)
  }
  place.ariaBusy = null
  delete place.dataset['awaitsReader']
}

void requireReader()
