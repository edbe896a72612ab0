import { ApiError } from '#contract/api-error.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { formMessages, quantity } from '#contract/form-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { call } from '#site/lib/call.ts'
import { noAnswer, showError } from '#site/lib/check-form.ts'
import { focusField } from '#site/lib/focus-field.ts'
import type { Message } from '#site/messages/messages.ts'
import { orderMessages } from '#site/messages/order-messages.ts'

// Only what the browser can tell by itself: the rules live in the contract, and what they refuse comes back.
const messages: Record<string, string> = {
  quantity: formMessages.quantity,
  buyerName: formMessages.informationRequired,
  buyerEmail: formMessages.email,
}

/** Sends the purchase and goes to where it is paid. Resolves to whether the page is on its way there. */
export async function sendPurchase(form: HTMLFormElement): Promise<boolean> {
  showProblem(form, '')
  const wrong: Record<string, string | undefined> = {}
  for (const { name, value, validity, max } of fieldsOf(form)) {
    if (validity.valid && value.trim() !== '') continue
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
  const { idempotencyKey, ...purchase } = Object.fromEntries(new FormData(form))
  const shown = form.querySelector('[data-total]')?.textContent
  try {
    const { amount, checkoutUrl } = await call(
      'POST /orders',
      purchase as InputOf<'POST /orders'>,
      String(idempotencyKey),
    )
    // What was not seen is not agreed to: the same press again goes on with the new total.
    if (formatNaira(amount) !== shown) {
      askAgain(form, amount)
      return false
    }
    location.assign(checkoutUrl)
    return true
  } catch (error) {
    await explain(form, error)
    return false
  }
}

/** What a person fills in by typing, in the page's order. */
function fieldsOf(form: HTMLFormElement) {
  return Object.keys(messages).map((name) => form.elements.namedItem(name) as HTMLInputElement)
}

/** Marks what is wrong, with the focus on the first; false when nothing is. */
function showAll(form: HTMLFormElement, wrong: Record<string, string | undefined>): boolean {
  for (const field of fieldsOf(form)) showError(field, wrong[field.name])
  const first = fieldsOf(form).find(({ name }) => wrong[name])
  focusField(first)
  return first !== undefined
}

/** Once the total is another than the one that stood there. */
function askAgain(form: HTMLFormElement, amount: number) {
  const copies = form.elements.namedItem('quantity') as HTMLInputElement
  form.dataset['price'] = String(amount / copies.valueAsNumber)
  copies.dispatchEvent(new Event('input', { bubbles: true }))
  const text = `The total is now ${formatNaira(amount)}. Press again to go on.`
  showProblem(form, text)
  return toast({ ...orderMessages.priceChanged, text })
}

async function explain(form: HTMLFormElement, error: unknown) {
  console.warn(error)
  const { fields = {}, sentence, status = 0 } = error instanceof ApiError ? error : {}
  const told = Object.entries(fields).map(([name, texts]) => [name, texts[0]])
  if (showAll(form, Object.fromEntries(told))) return
  // A page out of some proxy is no sentence.
  const text = sentence && !sentence.startsWith('<') ? sentence : noAnswer
  showProblem(form, text)
  await toast({
    ...(status === 409 ? orderMessages.notAvailable : orderMessages.purchaseFailed),
    text,
  })
}

/** Writes into the box what is wrong with the whole; nothing takes it away. */
function showProblem(form: HTMLFormElement, text: string) {
  const place = form.querySelector<HTMLElement>('[data-problem]')
  const words = place?.querySelector('span')
  if (!place || !words) return
  words.textContent = text
  place.hidden = text === ''
}

async function toast(notice: Message) {
  // What is said stands in the box as well: without the toast nothing is lost.
  await import('#site/ui/toast.ts').then(({ showToast }) => showToast(notice), console.warn)
}
