/**
 * Loads the script that validates and sends a form (`load`, which calls checkForm) on its first focus. A submission
 * that is faster waits for it; if it fails to load, the form is posted as an ordinary one and the server validates it.
 */
export function loadForm(form: HTMLFormElement, load: () => Promise<unknown>) {
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
