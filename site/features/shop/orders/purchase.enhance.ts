import { formatNaira, toKobo, toNaira } from '#contract/money.ts'
import { $session, currentReader } from '#site/lib/session.ts'
import { submissionKeys } from '#site/lib/submission-keys.ts'

// The box is an ordinary form until this and purchase-form.ts are loaded: no submission waits for a script.
const form = document.querySelector<HTMLFormElement>('[data-purchase]')
if (form) enhance(form)

function enhance(form: HTMLFormElement) {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const quantity = field('quantity')
  const button = form.querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement
  const steps = form.querySelectorAll<HTMLButtonElement>('[data-step]')
  const isCount = () => Number.isInteger(quantity.valueAsNumber) && quantity.valueAsNumber >= 1

  /** The total and the button follow the quantity. */
  const showTotal = () => {
    const copies = isCount() ? quantity.valueAsNumber : 1
    const total = formatNaira(toNaira(toKobo(Number(form.dataset['price'])) * copies))
    for (const place of form.querySelectorAll('[data-total]')) {
      if (place.textContent !== total) place.textContent = total
    }
    for (const step of steps) {
      const end = Number(step.dataset['step'] === '1' ? quantity.max : quantity.min)
      step.ariaDisabled = String(copies === end)
    }
  }
  quantity.addEventListener('input', showTotal)
  // Specification 5.5.4: an invalid quantity falls back to 1. (One that is too high is rejected, and stays visible.)
  quantity.addEventListener('change', () => {
    if (!isCount()) quantity.value = '1'
    showTotal()
  })
  for (const step of steps) {
    step.disabled = false
    step.addEventListener('click', () => {
      if (step.dataset['step'] === '1') quantity.stepUp()
      else quantity.stepDown()
      quantity.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }

  let send: ((form: HTMLFormElement) => Promise<boolean>) | undefined
  const load = async () => {
    // Imported at once: otherwise its own imports would cost one more round trip.
    const [{ sendPurchase }] = await Promise.all([
      import('./purchase-form.ts'),
      import('#site/lib/check-form.ts'),
      import('#contract/form-limits.ts'),
    ])
    send = sendPurchase
    form.dataset['ready'] = ''
    return sendPurchase
  }
  const wake = () => void load().catch(console.warn)
  // A field may have been focused before this script loaded.
  if (form.matches(':focus-within')) wake()
  else form.addEventListener('focusin', wake, { once: true })

  const setBusy = (isBusy: boolean) => {
    button.ariaBusy = isBusy ? 'true' : null
  }
  form.addEventListener('submit', async (event) => {
    if (button.ariaBusy) return event.preventDefault()
    setBusy(true)
    const values = JSON.stringify(typedIn(form))
    const key = keyFor(values)
    history.replaceState({ ...history.state, purchase: { key, values } }, '')
    field('idempotencyKey').value = key
    // A complete form is posted at once, as an ordinary one; only error texts are worth waiting for the script.
    if (!send && form.checkValidity()) return
    event.preventDefault()
    try {
      send ??= await load()
      setBusy(await send(form))
    } catch (error) {
      console.warn(error)
      form.submit()
    }
  })

  const [typed, keep] = keeper(field('bookId').value)
  form.addEventListener('input', () => keep(typedIn(form)))
  for (const [name, text] of typed()) {
    const control = form.elements.namedItem(name)
    if (control instanceof RadioNodeList) control.value = text
    else if (control instanceof HTMLInputElement && control.value === control.defaultValue)
      control.value = text
  }

  // Stored for Back and reloading: the same purchase is the same order. (The service forgets the key of a failed
  // payment.)
  const keyFor = submissionKeys(
    history.state?.purchase ?? { key: field('idempotencyKey').value || undefined },
  )
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setBusy(false)
    // On Back the browser restores typed values.
    showTotal()
  })
  showTotal()

  const fill = (name: string, text: string) => {
    if (field(name).value === '') field(name).value = text
  }
  $session.subscribe((reader) => {
    if (!reader) return
    fill('buyerName', [reader.firstName, reader.lastName].filter(Boolean).join(' '))
    fill('buyerEmail', reader.email)
  })
  currentReader().catch(console.warn)

  // After an ordinary post with an error: it is announced first.
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** Form values, for as long as the tab is open: a buyer who returns from a failed payment finds them. */
function keeper(bookId: string) {
  const name = `ascend.purchase.${bookId}`
  const load = (): [string, string][] => {
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? '[]')
    } catch {
      return []
    }
  }
  const keep = (typed: [string, FormDataEntryValue][]) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(typed))
    } catch {
      // No storage: the form itself has the values.
    }
  }
  return [load, keep] as const
}

/** Fields that a person chose or typed. */
const typedIn = (form: HTMLFormElement) =>
  [...new FormData(form)].filter(([name]) => name !== 'bookId' && name !== 'idempotencyKey')
