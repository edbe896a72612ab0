import type { OrderPart } from '#api/shop/orders/order-part.ts'
import { apiError } from '#contract/errors.ts'
import { discountOf } from '#contract/shop/discounts.ts'
import { type DiscountRow, lockDiscount } from './discounts.queries.ts'
import { findUsableDiscount, keepsUse, takeUse } from './take-discount.ts'

/** A code's use is taken with the order, and kept only by one that is paid. */
export const discounts: OrderPart = {
  async place({ purchase: { discountCode, buyerEmail }, book, priceKobo, by }) {
    if (!discountCode) return undefined
    const discount = await findUsableDiscount(discountCode, { book, buyerEmail }, by)
    const offKobo = discountOf(priceKobo, discount)
    let locked: DiscountRow | undefined
    return {
      offKobo,
      isToBeShown: true,
      async lock() {
        locked = await lockDiscount(discount.id)
      },
      async take() {
        if (!locked) return {}
        await takeUse(locked, { book, buyerEmail })
        // Staff have changed it in between.
        if (discountOf(priceKobo, locked) !== offKobo) throw apiError('totalNotShown')
        return { discountId: locked.id, discountCode: locked.code }
      },
      store: async () => locked && `with the discount code ${locked.code}`,
    }
  },

  isSame: async (order, { discountCode }) => order.discountCode === (discountCode ?? null),

  // One that had failed was paid late.
  mayPay: async (order) => ((await keepsUse(order)) ? undefined : { code: 'useGone' }),
}
