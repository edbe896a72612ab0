import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { isDerivedKey, requireUsableKey } from '#api/http/load/idempotency.ts'
import { networkOf } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import type { PaymentFailure, Payments } from '#api/integrations/integrations.ts'
import { ApiError } from '#contract/api-error.ts'
import { apiError, apiErrorFrom, required } from '#contract/errors.ts'
import { formMessages, quantity } from '#contract/form-limits.ts'
import {
  type PaymentProvider,
  providerNames,
  type SettlingProvider,
} from '#contract/shop/payment-providers.ts'
import { isUuid, transaction } from '#db/sql.ts'
import { orderPage } from './copies.queries.ts'
import { countUnpaidOrder, freeOrders, giveBackUnpaidOrder, placedFrom } from './order-limits.ts'
import type { Draft, OrderPart, Placing, Purchase } from './order-part.ts'
import { hashOrderKey, makeReference, orderKey } from './order-secrets.ts'
import {
  claimCheckout,
  findBookOnSale,
  findOrder,
  findOrderBySubmission,
  findPaidInstead,
  insertOrder,
  insertOrderEvent,
  type OrderActor,
  type OrderRow,
  releaseCheckout,
  setCheckout,
} from './orders.queries.ts'
import { type MoveWith, payOrder, providerOf } from './settle-order.ts'
import { type Vat, vatIn } from './vat.ts'

export interface PlaceWith extends MoveWith {
  publicUrl: string
  /** The first takes the money, the next where that does not answer. None: nothing can be bought. */
  payments: readonly Payments<SettlingProvider>[]
  vat: Vat
}

interface PlaceBy {
  submission: string | null
  readerId: string | null
  address: string
  /** What a form without script showed: kobo, or NaN for nothing. Undefined for every other request. */
  shownKobo: number | undefined
  /** Another attempt names the first order of the same purchase, and the one that came to nothing. */
  again?: { purchaseId: string; reference: string }
  /** The buyer, unless it is said. */
  actor?: OrderActor
}

export interface PlacedOrder {
  reference: string
  amountKobo: number
  discountKobo: number
  checkoutUrl: string
}

const firstCheckMs = 60_000

/** Longer than a provider may take to open a payment, retries included. */
const waitMs = 25_000

/** A repeated submission is the same order, also at the same moment or after a failure of the provider. */
export async function placeOrder(
  purchase: Purchase,
  context: RequestContext,
  options: PlaceWith & Pick<PlaceBy, 'shownKobo' | 'actor'>,
): Promise<PlacedOrder> {
  const reader = await context.findReader()
  if (reader?.onlyReads) throw apiError('onlyReads')
  const submission = hashSubmission(context, reader?.id)
  const { address } = context
  const { shownKobo, actor = 'buyer' } = options
  const by = { submission, readerId: reader?.id ?? null, address, shownKobo, actor }
  return place(purchase, by, options)
}

/** Whether a buyer may try to pay an order once more. After a month it is nobody's any more. */
export function mayPayAgain({ state, provider, amountKobo, buyerEmail }: OrderRow): boolean {
  const isOver = state === 'failed' || state === 'abandoned' || state === 'expired'
  // A late transfer still pays an invoice.
  return isOver && provider !== 'bank' && amountKobo > 0 && buyerEmail !== ''
}

/**
 * A new order of the same contents for the same buyer, at this provider. If both are paid after all, the second one's money
 * goes back (settle-order.ts).
 */
export async function placeAgain(
  order: OrderRow,
  provider: PaymentProvider,
  { address }: RequestContext,
  options: PlaceWith,
): Promise<PlacedOrder> {
  const chosen = providerOf({ provider }, options.payments)
  if (!chosen || !mayPayAgain(order)) throw apiError('orderCannotMove')
  const { bookId, quantity, paymentMethod, buyerName, buyerEmail, discountCode, readerId } = order
  const purchaseId = order.purchaseId ?? order.id
  const paid = await findPaidInstead(order)
  if (paid) {
    const { amountKobo, discountKobo } = order
    const checkoutUrl = orderPage(paid, options.orderSecret)
    return { reference: paid.reference, amountKobo, discountKobo, checkoutUrl }
  }
  const typed = await Promise.all(options.parts.map((part) => part.typedAgain?.(order)))
  // However often it is pressed, one order waits for its money there.
  const submission = hash(['again', purchaseId, provider])
  return place(
    {
      bookId,
      quantity,
      paymentMethod,
      buyerName,
      buyerEmail,
      discountCode: discountCode ?? undefined,
      ...together(typed),
    },
    {
      submission,
      readerId,
      address,
      again: { purchaseId, reference: order.reference },
      shownKobo: order.amountKobo,
    },
    { ...options, payments: [chosen] },
  )
}

async function place(purchase: Purchase, by: PlaceBy, options: PlaceWith): Promise<PlacedOrder> {
  const { submission } = by
  const order =
    (submission && (await findOrderBySubmission(submission))) ||
    (await makeOrder(purchase, by, options))
  await requireSamePurchase(order, purchase, options.parts)
  const { id, reference, amountKobo, discountKobo } = order
  if (order.state !== 'pending') {
    const checkoutUrl = orderPage(order, options.orderSecret)
    return { reference, amountKobo, discountKobo, checkoutUrl }
  }
  return { amountKobo, discountKobo, ...(await openCheckout(id, options)) }
}

async function makeOrder(
  purchase: Purchase,
  by: PlaceBy,
  { payments: [payments], vat, ...moving }: PlaceWith,
): Promise<OrderRow> {
  const { parts, orderSecret } = moving
  const book = required(await findBookOnSale(purchase.bookId), 'bookNotFound')
  const { title: bookTitle, authorName, unitKobo } = book
  const priceKobo = unitKobo * purchase.quantity
  const placings = await placingsOf({ purchase, book, priceKobo, by, orderSecret }, parts)
  const discountKobo = placings.reduce((sum, { offKobo = 0 }) => sum + offKobo, 0)
  const amountKobo = priceKobo - discountKobo
  const isFree = amountKobo === 0
  if (isFree && purchase.quantity > quantity.maxFree)
    throw apiError('invalid', { quantity: [formMessages.freeQuantity] })
  for (const { check } of placings) check?.(amountKobo)
  if (!isFree && !payments) throw apiError('buyingNotOpen')
  const isShown = by.shownKobo === undefined || by.shownKobo === amountKobo
  if (placings.some(({ isToBeShown }) => isToBeShown) && !isShown) throw apiError('totalNotShown')
  if (by.again && !isShown) throw apiError('priceChanged')
  const counted = { placedFrom: placedFrom(by.address, orderSecret), readerId: by.readerId }
  if (isFree) await freeOrders.count(networkOf(by.address))
  else await countUnpaidOrder(counted)
  const id = randomUUID()
  const firstCheckAt = placings.find((placing) => placing.firstCheckAt)?.firstCheckAt
  const insert = async () => {
    const isLocked = placings.some(({ lock }) => lock)
    await inTurn(placings, ({ lock }) => lock?.())
    // A double click waited for the lock: it must not give back what its own first order took.
    const same = isLocked && by.submission ? await findOrderBySubmission(by.submission) : undefined
    if (same) return same
    const taken = await inTurn(placings, ({ take }) => take?.())
    const order = await insertOrder({
      id,
      reference: makeReference(),
      keyHash: hashOrderKey(orderKey(orderSecret, id)),
      ...orderFieldsOf(purchase),
      bookTitle,
      authorName,
      unitKobo,
      discountKobo,
      amountKobo,
      ...paymentColumns(amountKobo, payments, vat),
      readerId: by.readerId,
      purchaseId: by.again?.purchaseId ?? null,
      placedFrom: isFree ? null : counted.placedFrom,
      idempotencyKey: by.submission,
      nextCheckAt: isFree ? null : (firstCheckAt ?? new Date(Date.now() + firstCheckMs)),
      ...together(taken),
    })
    // The other request of a double click was first.
    if (!order) return (await findOrderBySubmission(by.submission as string)) as OrderRow
    const notes = await inTurn(placings, ({ store }) => store?.(id))
    const note =
      [by.again && `another try of ${by.again.reference}`, ...notes].filter(Boolean).join(', ') ||
      null
    await insertOrderEvent(id, { what: 'pending', by: by.actor ?? 'buyer', note })
    if (!isFree) return order
    const payment = { paidAt: null, lastDigits: null, providerStatus: 'free' }
    await payOrder(id, payment, 'buyer', moving)
    return (await findOrder(id)) as OrderRow
  }
  const made = await transaction(insert).catch(async (error: unknown) => {
    if (!isFree) await giveBackUnpaidOrder(counted, new Date().toISOString())
    throw error
  })
  if (!isFree && made.id !== id) await giveBackUnpaidOrder(counted, made.createdAt)
  return made
}

function paymentColumns(
  amountKobo: number,
  payments: Payments<SettlingProvider> | undefined,
  vat: Vat,
) {
  if (amountKobo === 0 || !payments) {
    return { vatBasisPoints: 0, vatKobo: 0, provider: 'free' as const, isTest: false }
  }
  const vatKobo = vatIn(amountKobo, vat.basisPoints)
  const { provider, isTest } = payments
  return { vatBasisPoints: vat.basisPoints, vatKobo, provider, isTest }
}

async function placingsOf(draft: Draft, parts: readonly OrderPart[]): Promise<Placing[]> {
  const placings = await inTurn(parts, ({ place }) => place?.(draft))
  return placings.filter((placing) => placing !== undefined)
}

/** One after the other: they share a transaction, and the first that throws is the one that counts. */
async function inTurn<Step, Result>(
  steps: readonly Step[],
  run: (step: Step) => Promise<Result> | undefined,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = []
  for (const step of steps) results.push(await run(step))
  return results
}

/**
 * One of several submissions opens the payment; the others wait for its address. A provider that does not answer is passed
 * over: nobody has an address of its, so nothing can be paid there.
 */
async function openCheckout(
  id: string,
  options: PlaceWith,
): Promise<{ reference: string; checkoutUrl: string }> {
  const deadline = Date.now() + waitMs
  const tried = new Set<string>()
  let isLost = false
  while (Date.now() < deadline) {
    const order = (await findOrder(id)) as OrderRow
    const { reference, checkoutUrl, state } = order
    if (state !== 'pending')
      return { reference, checkoutUrl: orderPage(order, options.orderSecret) }
    if (checkoutUrl) return { reference, checkoutUrl }
    const claimed = await claimCheckout(id)
    if (!claimed) {
      await setTimeout(50)
      continue
    }
    tried.add(claimed.provider)
    const next = options.payments.find(
      ({ provider, isTest }) => !tried.has(provider) && isTest === order.isTest,
    )
    const started = await startCheckout({ ...order, ...claimed }, options).catch(
      async (error: unknown) => {
        // The process that opened it died before storing the address: open it once more under a new reference.
        const isAgain = !isLost && isCheckoutLost((error as Error).cause)
        if (isAgain) isLost = true
        const isUnavailable = error instanceof ApiError && error.status === 503
        const moved = isUnavailable && !isAgain ? next : undefined
        await transaction(async () => {
          const reference =
            moved || isCheckoutLost((error as Error).cause) ? makeReference() : claimed.reference
          const isReleased = await releaseCheckout(claimed, {
            reference,
            ...(moved && { provider: moved.provider }),
          })
          if (!moved || !isReleased) return
          const note = `${nameOf(claimed.provider)} did not answer, so ${nameOf(moved.provider)} takes the money`
          await insertOrderEvent(id, { what: 'other provider', by: 'buyer', note })
        })
        if (!isAgain && !moved) throw error
      },
    )
    if (started) return started
  }
  throw apiError('paymentUnavailable')
}

const nameOf = (provider: OrderRow['provider']) =>
  providerNames[provider as PaymentProvider] ?? provider

const isCheckoutLost = (error: unknown) =>
  (error as Partial<PaymentFailure> | undefined)?.isCheckoutLost === true

/** Undefined: another process has opened it meanwhile. */
async function startCheckout(order: OrderRow, { payments, publicUrl, orderSecret }: PlaceWith) {
  const { id, reference, amountKobo, currency, paymentMethod, buyerEmail } = order
  // A checkout at another provider cannot be continued at this one.
  const own = providerOf(order, payments)
  if (own?.isTest !== order.isTest) throw apiError('buyingNotOpen')
  const key = new URLSearchParams({ key: orderKey(orderSecret, id) })
  const returnUrl = `${publicUrl}/api/payments/return?${key}`
  const title =
    order.quantity > 1 ? `${order.bookTitle} (${order.quantity} copies)` : order.bookTitle
  const { checkoutUrl } = await own
    .startCheckout({
      reference,
      amountKobo,
      currency,
      returnUrl,
      title,
      method: paymentMethod,
      email: buyerEmail,
    })
    .catch((error: unknown) => {
      throw apiErrorFrom(error, 'paymentUnavailable')
    })
  // A paid order leads back to its page with its key, which is stored nowhere.
  if (checkoutUrl.startsWith(returnUrl)) await releaseCheckout(order)
  else if (!(await setCheckout(order, checkoutUrl))) return undefined
  return { reference, checkoutUrl }
}

/**
 * A UUID is a secret. Any other key may be guessed, so it is combined with the network, and a key derived from the form's
 * values with the browser's cookie.
 */
function hashSubmission(context: RequestContext, readerId: string | undefined) {
  const key = context.idempotencyKey
  if (!key) return null
  requireUsableKey(key)
  const sender = readerId ?? (isUuid(key) ? '' : senderOf(key, context))
  return hash([sender, key])
}

function hash(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function senderOf(key: string, context: RequestContext): string {
  return isDerivedKey(key) ? context.visitorId() : networkOf(context.address)
}

const purchaseFields = ['bookId', 'quantity', 'paymentMethod', 'buyerName', 'buyerEmail'] as const

/** Only these, since request objects have more fields. */
function orderFieldsOf({ bookId, quantity, paymentMethod, buyerName, buyerEmail }: Purchase) {
  return { bookId, quantity, paymentMethod, buyerName, buyerEmail }
}

/** What several parts say, as one; later ones win. */
function together<Fields extends object>(said: readonly (Fields | undefined)[]): Partial<Fields> {
  return Object.assign({}, ...said)
}

/** The same key with other values must not open another buyer's order, or one from before a correction. */
async function requireSamePurchase(
  order: OrderRow,
  purchase: Purchase,
  parts: readonly OrderPart[],
) {
  const isOwn = purchaseFields.every((name) => order[name] === purchase[name])
  const ofParts = isOwn ? await inTurn(parts, ({ isSame }) => isSame?.(order, purchase)) : []
  if (!isOwn || ofParts.includes(false)) throw apiError('keyReused')
}
