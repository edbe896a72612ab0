/**
 * Loads the script that validates and sends the forms that match (`load`, which calls checkForm) on their first focus. A
 * submission that is faster waits for it; if it fails to load, the form is posted as an ordinary one and the server
 * validates it.
 */
export function loadForms(selector: string, load: () => Promise<unknown>) {
  for (const form of document.querySelectorAll<HTMLFormElement>(selector)) loadForm(form, load)
  // This follows an ordinary post with an error: it is announced first.
  const wrong =
    document.querySelector<HTMLElement>('[aria-invalid]') ??
    document.querySelector<HTMLElement>('[data-problem-box]')
  wrong?.focus()
}

function loadForm(form: HTMLFormElement, load: () => Promise<unknown>) {
  const onSubmit = async (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    try {
      await loadOnce()
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    } catch (error) {
      console.warn(error)
      form.submit()
    }
  }
  let loading: Promise<unknown> | undefined
  const loadOnce = () => {
    loading ??= load().then(() => form.removeEventListener('submit', onSubmit))
    return loading
  }
  form.addEventListener('submit', onSubmit)
  form.addEventListener('focusin', () => void loadOnce().catch(console.warn), { once: true })
}
