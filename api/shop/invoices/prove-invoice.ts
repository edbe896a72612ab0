import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { insertOrderEvent, type OrderRow, setNextCheck } from '#api/shop/orders/orders.queries.ts'
import { formatNumber, takeNumber } from '#api/shop/orders/take-number.ts'
import { transaction } from '#db/sql.ts'
import { lockInvoice, setNumber, termOf } from './invoices.queries.ts'

/**
 * The school has opened a link that only its mails hold, so the e-mail address is its own: the invoice gets its number,
 * and is mailed to both sides. This happens once, and as long as its order waits.
 */
export async function proveInvoice({ id, state, buyerEmail }: OrderRow): Promise<void> {
  if (state !== 'pending') return
  await transaction(async () => {
    const invoice = await lockInvoice(id)
    if (!invoice || invoice.number || invoice.orderState !== 'pending') return
    await setNextCheck(id, termOf(invoice.dueOn).endsAt)
    await queueInvoice(id, buyerEmail)
    // The number comes last, since others wait for the next one.
    const number = formatNumber('invoice', await takeNumber('invoice'))
    await insertOrderEvent(id, { what: 'invoiceProven', by: 'buyer', note: `invoice ${number}` })
    await setNumber(id, number)
  })
}

/** Mails it to the school and to the publisher. */
export async function queueInvoice(orderId: string, buyerEmail: string) {
  await queueMail('invoice', buyerEmail, { orderId, isChanged: false })
  await queueMail('invoiceNotice', toPublisher, { orderId })
}
