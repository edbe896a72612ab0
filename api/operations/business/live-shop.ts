import type { Config } from '#api/config.ts'
import { flutterwavePayments } from '#api/integrations/flutterwave.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { paystackPayments } from '#api/integrations/paystack.ts'
import { testPayments } from '#api/integrations/test-checkout.ts'
import type { Vat } from '#api/shop/orders/vat.ts'
import { type LiveBusiness, madeOf } from './live-business.ts'

/** The providers of what is set at present; each lives until that changes. */
export const livePayments = (business: LiveBusiness): (() => readonly Payments[]) =>
  madeOf(business, choosePayments)

/** It holds what is set at present. */
export const liveVat = ({ config }: LiveBusiness): Vat => ({
  get basisPoints() {
    return config().vat.basisPoints
  },
  get taxId() {
    return config().vat.taxId
  },
})

function choosePayments({ payments, paymentChannels: channels, publicUrl }: Config): Payments[] {
  return payments.map((config) => {
    if (config.by === 'paystack') return paystackPayments({ ...config, channels })
    if (config.by === 'flutterwave') return flutterwavePayments({ ...config, channels })
    return testPayments({ publicUrl })
  })
}
