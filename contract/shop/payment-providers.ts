/** Who takes money, by the name in an order's row. */
export const paymentProviders = ['paystack', 'flutterwave', 'test'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** It stands beside them, and in no setting: a transfer that a school makes for an invoice. */
export const bankTransfer = 'bank'

/** Whoever is asked whether an order is paid. */
export type SettlingProvider = PaymentProvider | typeof bankTransfer

export const providerNames: Record<SettlingProvider, string> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  test: 'the test checkout',
  bank: 'the bank',
}

/**
 * How an order and its payment at the provider differ: paid there and not here, and the other way round; another amount;
 * money given back there and not here, and the other way round; a payment of no order.
 */
export const paymentDifferences = [
  'paidThere',
  'paidHere',
  'otherAmount',
  'refundedThere',
  'refundedHere',
  'unknown',
] as const
export type PaymentDifference = (typeof paymentDifferences)[number]

/** Whether a secret key of Paystack or Flutterwave moves money. */
export function isLiveKey(key = ''): boolean {
  return /^(sk_live_|FLWSECK-)/.test(key.trim())
}
