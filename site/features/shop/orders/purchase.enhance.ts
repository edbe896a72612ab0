import { formatNaira, toKobo, toNaira } from '#contract/money.ts'
import { $session, currentReader } from '#site/lib/session.ts'
import { submissionKeys } from '#site/lib/submission-keys.ts'

// The box is an ordinary form, and is one until this and purchase-form.ts have come: no press waits for a script.
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
  // Specification 5.5.4: what is no count falls back to 1. (Too many is refused, and stays to be seen.)
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
    // At once: the browser would ask for what it needs only after it has come, which is one way more.
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
  // Somebody may have been quicker than this.
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
    // What is filled in goes out at once, as an ordinary form; only words about a mistake are worth the wait.
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

  // Kept for Back and reloading: the same purchase is the same order. (The service forgets the key of a payment that
  // came to nothing.)
  const keyFor = submissionKeys(
    history.state?.purchase ?? { key: field('idempotencyKey').value || undefined },
  )
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setBusy(false)
    // A browser that comes back puts in what was typed before.
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

  // The page came back from an ordinary post: what is wrong is read out first.
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** What was typed, for as long as the tab is open: who comes back from a payment that failed finds it again. */
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
      // No storage: it stands in the form, and that is what counts.
    }
  }
  return [load, keep] as const
}

/** What a person chose or wrote. */
const typedIn = (form: HTMLFormElement) =>
  [...new FormData(form)].filter(([name]) => name !== 'bookId' && name !== 'idempotencyKey')
