/** Who takes money, by the name in an order's row. */
export const paymentProviders = ['paystack', 'flutterwave', 'test'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** As people know them. */
export const providerNames: Record<PaymentProvider, string> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  test: 'the test checkout',
}
