import type { Routes } from '#api/http/serve.ts'
import { findBookOnSale } from '#api/shop/orders/orders.queries.ts'
import { required } from '#contract/errors.ts'
import { findUsableDiscount } from './take-discount.ts'

export function discountsRoutes({ serve }: Routes) {
  serve('POST /books/:id/discount', async ({ id, discountCode, buyerEmail }, context) => {
    const book = required(await findBookOnSale(id), 'bookNotFound')
    const reader = await context.findReader()
    const asker = { readerId: reader?.id ?? null, address: context.address }
    const buyer = buyerEmail?.trim().toLowerCase()
    return findUsableDiscount(discountCode, { book, ...(buyer && { buyerEmail: buyer }) }, asker)
  })
}
