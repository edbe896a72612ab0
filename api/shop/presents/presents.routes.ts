import { randomUUID } from 'node:crypto'
import { hashToken } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { mailedOrderPage } from '#api/shop/orders/copies.queries.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { giveCopy } from '#api/shop/orders/give-copy.ts'
import { presentToken } from '#api/shop/orders/order-secrets.ts'
import { insertOrderEvent, type OrderRow } from '#api/shop/orders/orders.queries.ts'
import type { MoveWith } from '#api/shop/orders/settle-order.ts'
import { apiError, required } from '#contract/errors.ts'
import { presentLimits } from '#contract/shop/presents.ts'
import { transaction } from '#db/sql.ts'
import {
  findOpenedOrder,
  findPresent,
  findPresentByToken,
  lockOrderOfPresent,
  setRecipient,
  setRecipientName,
  setSentNow,
  takePresent,
} from './presents.queries.ts'
import { sendDuePresents } from './send-presents.ts'

export function presentsRoutes({ serve }: Routes, moving: MoveWith) {
  const { orderSecret } = moving
  serve(
    'PUT /orders/:reference/present',
    async ({ presentName, presentEmail, ...link }, context) => {
      const order = await findBuyersOrder(link, context)
      const present = await openPresentOf(order)
      const { orderId, generation } = present
      const isSameAddress = present.recipientEmail === presentEmail
      if (!isSameAddress && generation > presentLimits.corrections)
        throw apiError('presentCorrectedOften')
      await transaction(async () => {
        const isSet = isSameAddress
          ? await setRecipientName(orderId, presentName)
          : await setRecipient(present, {
              recipientName: presentName,
              recipientEmail: presentEmail,
              tokenHash: hashToken(presentToken(orderSecret, orderId, generation + 1)),
            })
        if (!isSet) throw apiError('presentOpened')
        await insertOrderEvent(orderId, { what: 'present corrected', by: 'buyer' })
      })
    },
  )

  serve('POST /orders/:reference/present/send', async (link, context) => {
    const order = await findBuyersOrder(link, context)
    if (order.state !== 'paid') throw apiError('orderCannotMove')
    const present = await openPresentOf(order)
    await setSentNow(present.orderId)
    await sendDuePresents()
  })

  serve('GET /presents/:token', async ({ token }) => {
    const present = required(await findPresentByToken(hashToken(token)), 'presentNotFound')
    const { state, openedAt, recipientName, buyerName, greeting, bookId, bookTitle, ...book } =
      present
    const isOver = state === 'refunded'
    return {
      name: recipientName,
      from: buyerName,
      greeting,
      book: { ...book, id: bookId, title: bookTitle, category: book.category ?? '' },
      state: isOver ? ('ended' as const) : openedAt ? ('opened' as const) : ('waiting' as const),
    }
  })

  serve('POST /presents/:token', async ({ token }, context) => {
    const reader = await context.findReader()
    const order = await open(hashToken(token), reader?.id ?? null)
    // The link was mailed to whose copy it is, so it proves what the key of a mail proves.
    return { orderUrl: mailedOrderPage(order, orderSecret) }
  })

  /** Makes an order of the present, once; a repeat gets that order. */
  function open(tokenHash: string, readerId: string | null) {
    return transaction(async () => {
      const paid = await lockOrderOfPresent(tokenHash)
      if (!paid) {
        const present = await findPresentByToken(tokenHash)
        throw apiError(present ? 'presentEnded' : 'presentNotFound')
      }
      const { id: fromId, ...copy } = paid
      const id = randomUUID()
      const taken = await takePresent(tokenHash, id)
      if (!taken) {
        const before = await findOpenedOrder(tokenHash)
        // The link was replaced while this request waited.
        if (!before) throw apiError('presentNotFound')
        return before
      }
      await insertOrderEvent(fromId, { what: 'present opened', by: 'buyer' })
      const { recipientName: buyerName, recipientEmail: buyerEmail } = taken
      const order = { ...copy, fromId, id, buyerName, buyerEmail, readerId }
      return giveCopy(order, 'present', moving)
    })
  }
}

/** The present of an order while it can still be changed. */
async function openPresentOf({ id, state }: OrderRow) {
  const present = await findPresent(id)
  if (!present || (state !== 'paid' && state !== 'pending')) throw apiError('orderCannotMove')
  if (present.openedAt) throw apiError('presentOpened')
  return present
}
