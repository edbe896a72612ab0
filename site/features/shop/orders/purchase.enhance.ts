import { formatNaira, toKobo, toNaira } from '#contract/money.ts'
import { submissionKeys } from '#site/lib/forms/submission-keys.ts'
import { $session, currentReader } from '#site/lib/session.ts'
import { readJson, writeJson } from '#site/lib/web-storage.ts'
import type { ShowDiscount } from './discount-code.ts'

// The box is an ordinary form until this and purchase-form.ts are loaded: no submission waits for a script.
const form = document.querySelector<HTMLFormElement>('[data-purchase]')
if (form) enhance(form)

function enhance(form: HTMLFormElement) {
  const { showTotal, showDiscount } = followQuantity(form)
  const button = form.querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement
  const setBusy = (isBusy: boolean) => {
    button.ariaBusy = isBusy ? 'true' : null
  }
  sendOnSubmit(form, button, setBusy, showDiscount)

  // The page's policy refuses an address of the checkout that is not in it: otherwise nothing at all would happen.
  addEventListener('securitypolicyviolation', async ({ effectiveDirective }) => {
    if (effectiveDirective !== 'form-action') return
    const { sayRefused } = await import('./purchase-form.ts')
    sayRefused(form)
    setBusy(false)
  })
  keepTyped(form)
  followDiscount(form, showDiscount)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setBusy(false)
    // On Back the browser restores typed values.
    showTotal()
  })
  showTotal()

  const fill = (name: string, text: string) => {
    const control = fieldOf(form, name)
    control.value ||= text
  }
  $session.subscribe((reader) => {
    if (!reader) return
    fill('buyerName', [reader.firstName, reader.lastName].filter(Boolean).join(' '))
    fill('buyerEmail', reader.email)
  })
  currentReader().catch(console.warn)

  // This follows an ordinary post with an error: it is announced first.
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

function fieldOf(form: HTMLFormElement, name: string) {
  return form.elements.namedItem(name) as HTMLInputElement
}

function discountOf(form: HTMLFormElement) {
  return form.querySelector<HTMLDetailsElement>('[data-discount]')
}

/** The total and the button follow quantity and discount. */
function followQuantity(form: HTMLFormElement) {
  const quantity = fieldOf(form, 'quantity')
  const steps = form.querySelectorAll<HTMLButtonElement>('[data-step]')
  let findDiscount = (_priceKobo: number) => 0
  const copiesNow = () => {
    const copies = quantity.valueAsNumber
    return Number.isInteger(copies) && copies >= 1 ? copies : 1
  }
  const showTotal = () => {
    const copies = copiesNow()
    const priceKobo = toKobo(Number(form.dataset['price'])) * copies
    const naira = toNaira(priceKobo - findDiscount(priceKobo))
    const total = formatNaira(naira)
    if (discountOf(form)) fieldOf(form, 'shownTotal').value = String(naira)
    for (const place of form.querySelectorAll('[data-total]')) {
      if (place.textContent !== total) place.textContent = total
    }
    for (const step of steps) {
      const end = Number(step.dataset['step'] === '1' ? quantity.max : quantity.min)
      step.ariaDisabled = String(copies === end)
    }
  }
  quantity.addEventListener('input', showTotal)
  // Specification 5.5.4: an invalid quantity falls back to 1, and one that is too high to the highest.
  quantity.addEventListener('change', () => {
    const copies = copiesNow()
    const most = Number(quantity.max)
    // The next press says so: nobody orders a number that they did not read.
    quantity.toggleAttribute('data-too-many', copies > most)
    // Digits, also of 1e2.
    quantity.value = String(Math.min(copies, most))
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
  const showDiscount: ShowDiscount = (find) => {
    findDiscount = find
    showTotal()
  }
  return { showTotal, showDiscount }
}

/** Sends by script, once it is loaded; until then a complete form is posted as any other. */
function sendOnSubmit(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  setBusy: (isBusy: boolean) => void,
  showDiscount: ShowDiscount,
) {
  let send: typeof import('./purchase-form.ts').sendPurchase | undefined
  const load = async () => {
    // Imported at once: otherwise its own imports would cost one more round trip.
    const [{ sendPurchase }] = await Promise.all([
      import('./purchase-form.ts'),
      import('#site/lib/forms/check-form.ts'),
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

  const keyField = fieldOf(form, 'idempotencyKey')
  // It is stored for Back and reloading: the same purchase is the same order. (The service forgets the key of a failed
  // payment.)
  const keyFor = submissionKeys(history.state?.purchase ?? { key: keyField.value || undefined })
  form.addEventListener('submit', async (event) => {
    if (button.ariaBusy) return event.preventDefault()
    setBusy(true)
    const values = JSON.stringify(typedIn(form))
    const key = keyFor(values)
    history.replaceState({ ...history.state, purchase: { key, values } }, '')
    keyField.value = key
    // A complete form is posted at once, as an ordinary one; only error texts are worth waiting for the script.
    if (!send && form.checkValidity() && !form.querySelector('[data-too-many]')) return
    event.preventDefault()
    try {
      send ??= await load()
      setBusy(await send(form, showDiscount))
    } catch (error) {
      console.warn(error)
      form.submit()
    }
  })
}

/** Loads what follows a code, once there is one or the buyer wants to type one. */
function followDiscount(form: HTMLFormElement, showDiscount: ShowDiscount) {
  const discount = discountOf(form)
  if (!discount) return
  const code = fieldOf(form, 'discountCode')
  code.value ||= new URLSearchParams(location.search).get('code') ?? ''
  const wake = () =>
    void import('./discount-code.ts')
      .then(({ followDiscountCode }) => followDiscountCode(form, showDiscount))
      .catch(console.warn)
  if (code.value || discount.open) {
    discount.open = true
    wake()
  } else discount.addEventListener('toggle', wake, { once: true })
}

/** Stores what is typed for as long as the tab is open: a buyer who returns from a failed payment finds it. */
function keepTyped(form: HTMLFormElement) {
  const key = `ascend.purchase.${fieldOf(form, 'bookId').value}`
  form.addEventListener('input', () => writeJson(key, typedIn(form), 'tab'))
  const typed = readJson(key, (json) => json as [string, string][], 'tab')
  for (const [name, text] of typed ?? []) {
    const control = form.elements.namedItem(name)
    if (control instanceof RadioNodeList) control.value = text
    else if (control instanceof HTMLInputElement && control.value === control.defaultValue) {
      control.value = text
      // The checkbox: only a ticked one is stored.
      control.checked = true
    }
  }
}

/** Fields that a person chose or typed. */
const typedIn = (form: HTMLFormElement) =>
  [...new FormData(form)].filter(([name]) => !/^(bookId|idempotencyKey|shownTotal)$/.test(name))
