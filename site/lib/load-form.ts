/**
 * Fetches what checks a form (`load`, which calls checkForm) once somebody begins to fill it in. Until it has come the
 * form is an ordinary one; a press that is quicker waits for it only when something is wrong with a field.
 */
export function loadForm(form: HTMLFormElement, load: () => Promise<unknown>) {
  let loading: Promise<unknown> | undefined
  const loadOnce = () => {
    loading ??= load().then(() => form.removeEventListener('submit', onSubmit))
    return loading
  }
  const onSubmit = async (event: Event) => {
    if (form.checkValidity()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    try {
      await loadOnce()
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    } catch (error) {
      // Without the script the server has the words.
      console.warn(error)
      form.submit()
    }
  }
  form.addEventListener('submit', onSubmit)
  form.addEventListener('focusin', () => void loadOnce().catch(console.warn), { once: true })
}
