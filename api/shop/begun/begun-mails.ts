import { inWords } from '#api/mails/fill-words.ts'
import { type MailTexts, quoted } from '#api/mails/mail-texts.ts'
import { mailedOrderKey } from '#api/shop/orders/order-secrets.ts'
import { findOrder } from '#api/shop/orders/orders.queries.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import { isStillWaiting } from './begun-orders.queries.ts'

export const begunMails = {
  async orderBegun({ orderId }, context) {
    const order = await findOrder(orderId)
    if (!order || !(await isStillWaiting(orderId))) return
    const { publicUrl, orderSecret } = context
    const key = mailedOrderKey(orderSecret, orderId)
    return inWords('orderBegun', context, {
      name: order.buyerName,
      url: `${publicUrl}${orderPaths.buyAgain(order.reference, key)}`,
      values: { book: quoted(order.bookTitle) },
    })
  },
} satisfies Partial<MailTexts>
