import type { TypedPresent } from '#contract/endpoints/shop/presents.ts'
import type { BankAccount, TypedInvoice } from '#contract/shop/invoices.ts'
import type { OrderProblem } from '#contract/shop/order-problems.ts'
import type { PaymentMethod } from '#contract/states.ts'
import type { BookOnSale, NewOrder, OrderRow } from './orders.queries.ts'

/**
 * What hangs on an order's life without being the order's own. `api/shop/shop.ts` lists all parts; they run in the order of that
 * list. Undefined: nothing to do at this step.
 */
export interface OrderPart {
  /** What it has to do with an order that is about to be placed; before its transaction. Throws where it cannot be. */
  place?: (draft: Draft) => Promise<Placing | undefined>
  /** Whether an order is what the same key asks for again. */
  isSame?: (order: OrderRow, purchase: Purchase) => Promise<boolean>
  /** What the buyer had typed, for another try. */
  typedAgain?: (order: OrderRow) => Promise<Partial<Purchase>>
  /** What keeps an order from being paid although its money has come; in the transaction that pays. */
  mayPay?: (order: OrderRow) => Promise<OrderProblem | undefined>
  /** Whether the first copy is somebody else's, so that the buyer gets no download. */
  isGivenAway?: (orderId: string) => Promise<boolean>
  /** It runs whenever the background check has asked the provider, who knows of no money, nor of a refusal, within the order's day. */
  onUnpaid?: (order: OrderRow) => Promise<void>
  /** It runs once in the life of an order, in the transaction that pays. */
  onPaid?: (order: OrderRow) => Promise<void>
  /** It runs once, in the transaction that refunds; its copies end with it by `endCopy`. */
  onRefunded?: (order: OrderRow, endCopy: (orderId: string) => Promise<void>) => Promise<void>
}

/** It leaves out the price, which the server looks up. */
export interface Purchase {
  bookId: string
  quantity: number
  paymentMethod: PaymentMethod
  buyerName: string
  buyerEmail: string
  discountCode?: string | undefined
  /** Without it the book is for the buyer. */
  present?: TypedPresent | undefined
  /** Without it the order is paid online. */
  invoice?: NewInvoice | undefined
}

export interface NewInvoice extends TypedInvoice {
  /** If it is not, a mailed link has to be opened first. */
  isProven: boolean
  account: BankAccount
  /** Written YYYY-MM-DD. */
  dueOn: string
}

export interface Draft {
  purchase: Purchase
  book: BookOnSale
  /** The price of all copies together. */
  priceKobo: number
  by: { readerId: string | null; address: string }
  orderSecret: Uint8Array
}

/** The steps of one part for one order. All but `check` run in the transaction that stores it. */
export interface Placing {
  /** Off the price of all copies. */
  offKobo?: number
  /** A form without script must have shown its total. */
  isToBeShown?: boolean
  /** When the order is looked at first; else after a minute. */
  firstCheckAt?: Date
  /** Throws where an order of this amount cannot be placed. */
  check?: (amountKobo: number) => void
  /** Waits for whoever else is placing an order with the same. */
  lock?: () => Promise<void>
  /** Runs before the order is stored, and resolves to its columns. */
  take?: () => Promise<Partial<NewOrder>>
  /** Runs after it, and stores what belongs to it. Resolves to a note for its event. */
  store?: (orderId: string) => Promise<string | undefined>
}
