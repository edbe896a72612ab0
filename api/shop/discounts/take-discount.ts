import { limiter, networkOf } from '#api/http/load/rate-limit.ts'
import { insertOrderEvent, setUnpaid } from '#api/shop/orders/orders.queries.ts'
import { formatDate } from '#contract/dates.ts'
import { apiError } from '#contract/errors.ts'
import { discountTries } from '#contract/shop/discounts.ts'
import {
  countUses,
  type DiscountRow,
  findDiscount,
  holdsUseNow,
  listPendingOf,
  lockDiscount,
} from './discounts.queries.ts'

const without = 'Leave the field empty to buy without it.'
const refusals = {
  unknown:
    'This discount code is not known. Check its letters and digits, or leave the field empty.',
  ended: `This discount code has ended. ${without}`,
  otherBook: `This discount code is for other books. ${without}`,
  freeBook: 'This book is free and needs no discount code. Leave the field empty.',
  usedUp: `This discount code has been used as often as it may be. ${without}`,
  ofBuyer: `You have used this discount code as often as one buyer may. ${without}`,
}

const refuse = (why: keyof typeof refusals) => refuseWith(refusals[why])
const refuseWith = (sentence: string) => apiError('invalid', { discountCode: [sentence] })

const tries = limiter('discount codes', discountTries, { error: 'discountTries' })

interface Asked {
  book: { id: string; unitKobo: number }
  /** It is in lower case; without it the buyer's own limit is not checked. */
  buyerEmail?: string
}

/** Who tries codes: counted by network, and readers by account too, which is theirs wherever they are. */
interface Asker {
  readerId: string | null
  address: string
}

/** The discount of a code that can be used now, else an error at the field. Reserves nothing. */
export async function findUsableDiscount(
  code: string,
  { book, buyerEmail = '' }: Asked,
  { readerId, address }: Asker,
): Promise<DiscountRow> {
  const askers = [...(readerId ? [readerId] : []), networkOf(address)]
  // This is before the look-up: simultaneous guesses count too, and past the limit nothing tells right from wrong.
  for (const asker of askers) await tries.count(asker)
  const discount = await findDiscount(code)
  if (!discount) throw refuse('unknown')
  const full = await findFullLimit(discount, buyerEmail)
  // Their own unpaid orders may make room: see `takeUse`.
  const isFull = full !== undefined && !(await hasPending(discount, buyerEmail))
  // Counted too: it tells who has used the code.
  if (isFull && full === 'ofBuyer') throw refuse(full)
  for (const asker of askers) await tries.giveBack(asker)
  requireValid(discount, book)
  if (isFull) throw refuse(full)
  return discount
}

/** Makes room for one more order of the buyer's, or throws. Lock the discount first, in the transaction that inserts the order. */
export async function takeUse(discount: DiscountRow, { book, buyerEmail }: Required<Asked>) {
  requireValid(discount, book)
  const full = await findFullLimitAfter(discount, buyerEmail)
  if (full) throw refuse(full)
}

/**
 * Whether an order that is about to be paid has its use, or gets it again: one that had failed gave it back. A code that has
 * ended meanwhile still holds. Call it in the transaction that pays.
 */
export async function keepsUse(order: {
  id: string
  discountId: string | null
  buyerEmail: string
}): Promise<boolean> {
  const discount = order.discountId ? await lockDiscount(order.discountId) : undefined
  if (!discount || (await holdsUseNow(order.id))) return true
  return (await findFullLimitAfter(discount, order.buyerEmail)) === undefined
}

function requireValid({ bookIds, startsAt, ...discount }: DiscountRow, book: Asked['book']) {
  if (discount.hasEnded) throw refuse('ended')
  if (!discount.hasBegun && startsAt) {
    throw refuseWith(`This discount code works from ${formatDate(startsAt)}. ${without}`)
  }
  if (book.unitKobo === 0) throw refuse('freeBook')
  if (bookIds && !bookIds.includes(book.id)) throw refuse('otherBook')
}

async function findFullLimit(
  { id, maxUses, maxUsesOfBuyer }: DiscountRow,
  buyerEmail: string,
): Promise<'usedUp' | 'ofBuyer' | undefined> {
  if (maxUses === null && maxUsesOfBuyer === null) return undefined
  const { uses, usesOfBuyer } = await countUses(id, buyerEmail)
  if (maxUsesOfBuyer !== null && usesOfBuyer >= maxUsesOfBuyer) return 'ofBuyer'
  return maxUses !== null && uses >= maxUses ? 'usedUp' : undefined
}

const hasPending = async ({ id }: DiscountRow, buyerEmail: string) =>
  (await listPendingOf(id, buyerEmail)).length > 0

/** Where a limit is reached, unpaid orders of the same buyer give back their uses: they came back to order differently. */
async function findFullLimitAfter(discount: DiscountRow, buyerEmail: string) {
  const full = await findFullLimit(discount, buyerEmail)
  if (!full) return undefined
  for (const { id } of await listPendingOf(discount.id, buyerEmail)) {
    const moved = await setUnpaid(id, 'abandoned', 'ordered again')
    if (moved) {
      const note = 'ordered again with the same discount code'
      await insertOrderEvent(id, { what: 'abandoned', by: 'buyer', note })
    }
  }
  return findFullLimit(discount, buyerEmail)
}
