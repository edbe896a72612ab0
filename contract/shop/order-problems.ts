import { formatKobo } from '../money.ts'

/** Why an order whose money came in was not paid by it. */
export const orderProblems = [
  'otherPayment',
  'noWholeKobo',
  'otherCurrency',
  'otherAmount',
  'testPayment',
  'realPayment',
  'buyerGone',
  'paidTwice',
  'useGone',
] as const

export interface OrderProblem {
  code: (typeof orderProblems)[number]
  /** What was paid instead of the price. */
  kobo?: number | undefined
  /** The currency in which it was paid. */
  currency?: string | undefined
  /** The reference of the order of the same purchase that was paid before. */
  reference?: string | undefined
}

/** Puts it in words for the publisher. `due`: what was ordered. */
export function describeProblem(
  { code, kobo = 0, currency = '', reference = '' }: OrderProblem,
  due: { amountKobo: number; currency: string },
): string {
  switch (code) {
    case 'otherPayment':
      return 'The provider named another payment.'
    case 'noWholeKobo':
      return 'Paid an amount that is no whole number of kobo.'
    case 'otherCurrency':
      return `Paid in ${currency} instead of ${due.currency}.`
    case 'otherAmount':
      return `Paid ${formatKobo(kobo)} instead of ${formatKobo(due.amountKobo)}.`
    case 'testPayment':
      return 'A test payment for a real order.'
    case 'realPayment':
      return 'A real payment for a test order.'
    case 'buyerGone':
      return 'Paid so late that the buyer is not known any more.'
    case 'paidTwice':
      return `Paid twice: ${reference} of the same purchase was paid before.`
    case 'useGone':
      return 'Paid so late that the last use of the discount code had gone to another order.'
  }
}
