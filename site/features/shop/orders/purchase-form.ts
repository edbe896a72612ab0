import { ApiError } from '#contract/api-error.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { formMessages, quantity } from '#contract/form-limits.ts'
import { formatNaira, toKobo } from '#contract/money.ts'
import { call } from '#site/lib/call.ts'
import { focusField, noAnswer, showError } from '#site/lib/forms/check-form.ts'
import type { Message } from '#site/messages/messages.ts'
import { orderMessages } from '#site/messages/order-messages.ts'
import type { ShowDiscount } from './discount-code.ts'

// Checks that the browser can make by itself: the rules are in the contract, and the server reports their errors.
const messages: Record<string, string> = {
  quantity: formMessages.quantity,
  buyerName: formMessages.informationRequired,
  buyerEmail: formMessages.email,
}

/** It is long enough to read that it costs less. */
const goodNewsMs = 1500

/** Sends the purchase and opens the payment page. Resolves to whether that is loading. */
export async function sendPurchase(
  form: HTMLFormElement,
  showDiscount: ShowDiscount,
): Promise<boolean> {
  showProblem(form, '')
  const wrong: Record<string, string | undefined> = {}
  for (const field of fieldsOf(form)) {
    const { name, max } = field
    if (isRight(field) && !('tooMany' in field.dataset)) continue
    delete field.dataset['tooMany']
    const isFree = name === 'quantity' && Number(max) === quantity.maxFree
    wrong[name] = isFree ? formMessages.freeQuantity : messages[name]
  }
  if (showAll(form, wrong)) {
    const isMissing = fieldsOf(form).some(({ value }) => value.trim() === '')
    if (isMissing) await toast(orderMessages.informationRequired)
    else if (wrong['quantity'])
      await toast({ ...orderMessages.quantityRefused, text: wrong['quantity'] })
    return false
  }
  // The total that is shown is compared here.
  const { idempotencyKey, shownTotal, ...purchase } = Object.fromEntries(new FormData(form))
  const shown = form.querySelector('[data-total]')?.textContent
  try {
    const { amount, discount, checkoutUrl } = await call(
      'POST /orders',
      purchase as InputOf<'POST /orders'>,
      String(idempotencyKey),
    )
    // A price that was not shown is not agreed to: the next click goes on with the new total.
    if (formatNaira(amount) !== shown) {
      showDiscount(() => toKobo(discount))
      // A free book has no field of the total.
      if (!(amount < Number(shownTotal))) return await askAgain(form, amount, discount)
      await toast(orderMessages.cheaper(formatNaira(amount)))
      await new Promise((resolve) => setTimeout(resolve, goodNewsMs))
    }
    location.assign(checkoutUrl)
    return true
  } catch (error) {
    await explain(form, error)
    return false
  }
}

/** The text fields, in the page's order. */
function fieldsOf(form: HTMLFormElement) {
  return Object.keys(messages).map((name) => form.elements.namedItem(name) as HTMLInputElement)
}

function isRight(field: HTMLInputElement): boolean {
  const isNeeded = field.name in messages || field.getAttribute('aria-required') === 'true'
  return field.validity.valid && (field.value.trim() !== '' || !isNeeded)
}

/** An error goes as soon as its field is right; one of the server when its field has changed. */
function clearRight({ target }: Event) {
  const field = target as HTMLInputElement
  if (field.ariaInvalid && isRight(field)) showError(field, undefined)
}
const box = document.querySelector('[data-purchase]')
for (const name of ['input', 'change']) box?.addEventListener(name, clearRight)

/** Marks the invalid fields and focuses the first; false when there is none. */
function showAll(form: HTMLFormElement, wrong: Record<string, string | undefined>): boolean {
  // The fields, with those that the server alone checks.
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-field] input, #isPresent')]
  for (const field of fields) showError(field, wrong[field.name])
  const first = fields.find(({ name }) => wrong[name])
  // A closed disclosure hides its field.
  first?.closest('details')?.setAttribute('open', '')
  focusField(first)
  return first !== undefined
}

/** Asks once more after the total has risen. */
async function askAgain(form: HTMLFormElement, amount: number, discount: number) {
  const copies = form.elements.namedItem('quantity') as HTMLInputElement
  form.dataset['price'] = String((amount + discount) / copies.valueAsNumber)
  copies.dispatchEvent(new Event('input', { bubbles: true }))
  const text = `The total is now ${formatNaira(amount)}. Press again to go on.`
  showProblem(form, text)
  await toast({ ...orderMessages.priceChanged, text })
  return false
}

async function explain(form: HTMLFormElement, error: unknown) {
  console.warn(error)
  const { fields = {}, sentence, status = 0 } = error instanceof ApiError ? error : {}
  const errors = Object.entries(fields).map(([name, texts]) => [name, texts[0]])
  if (showAll(form, Object.fromEntries(errors))) return
  // A proxy's HTML is no message.
  const text = sentence && !sentence.startsWith('<') ? sentence : noAnswer
  showProblem(form, text)
  await toast({
    ...(status === 409 ? orderMessages.notAvailable : orderMessages.purchaseFailed),
    text,
  })
}

/** Says that the browser has refused to leave for the payment page. */
export function sayRefused(form: HTMLFormElement) {
  showProblem(
    form,
    'The payment page could not be opened. Please reload this page, and press again.',
  )
}

/** Writes the error of the form as a whole into the box; it stays there. */
function showProblem(form: HTMLFormElement, text: string) {
  const place = form.querySelector<HTMLElement>('[data-problem]')
  const words = place?.querySelector('span')
  if (!place || !words) return
  words.textContent = text
  place.hidden = text === ''
}

async function toast(notice: Message) {
  // The message is in the box as well: without the toast nothing is lost.
  await import('#site/ui/toast.ts').then(({ showToast }) => showToast(notice), console.warn)
}
