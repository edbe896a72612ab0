import { queueMail } from '#api/mails/mails.queries.ts'
import type { OrderPart } from '#api/shop/orders/order-part.ts'
import { lockReminders, takeReminder } from './begun-orders.queries.ts'

/** Writes once to the buyer of an order that was begun and not paid. `isOn`: whether the publisher has that done at present. */
export const begunOrders = (isOn: () => boolean): OrderPart => ({
  async onUnpaid({ id: orderId, buyerEmail }) {
    if (!isOn()) return
    await lockReminders(buyerEmail)
    if (await takeReminder(orderId)) await queueMail('orderBegun', buyerEmail, { orderId })
  },
})
