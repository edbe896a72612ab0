import { ApiError } from '#contract/api-error.ts'
import { formatKobo } from '#contract/money.ts'
import { discountOf } from '#contract/shop/discounts.ts'
import { call } from '#site/lib/call.ts'
import { noAnswer, showError } from '#site/lib/forms/check-form.ts'

/** Shows the total with what a discount takes off a price in kobo. */
export type ShowDiscount = (find: (priceKobo: number) => number) => void

/** Asks what the typed code takes off, now and whenever another one is typed, and shows it before there is an order. */
export function followDiscountCode(form: HTMLFormElement, showDiscount: ShowDiscount) {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const code = field('discountCode')
  const place = form.querySelector('[data-off]') as HTMLElement
  let asked = ''

  const apply = async () => {
    const discountCode = code.value.trim()
    if (discountCode === asked) return
    asked = discountCode
    place.textContent = ''
    showError(code, undefined)
    showDiscount(() => 0)
    if (!discountCode) return
    try {
      const id = field('bookId').value
      const buyerEmail = field('buyerEmail').value
      const terms = await call('POST /books/:id/discount', { id, discountCode, buyerEmail })
      // Another one was typed meanwhile.
      if (asked !== discountCode) return
      showDiscount((priceKobo) => discountOf(priceKobo, terms))
      const off = terms.percent ? `${terms.percent}%` : formatKobo(terms.offKobo ?? 0)
      place.textContent = `${off} off this order.`
    } catch (error) {
      if (asked !== discountCode) return
      // The same one may be tried again.
      asked = ''
      const { fields, sentence } = error instanceof ApiError ? error : {}
      showError(code, fields?.['discountCode']?.[0] ?? sentence ?? noAnswer)
    }
  }
  code.addEventListener('change', apply)
  form.querySelector('[data-apply]')?.addEventListener('click', apply)
  void apply()
}
