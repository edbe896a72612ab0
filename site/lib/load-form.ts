/**
 * Fetches what checks and sends a form (`load`, which calls checkForm) once somebody begins to fill it in. A press that
 * is quicker waits for it; when it cannot be fetched the form goes out as an ordinary one, and the server has the words.
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
