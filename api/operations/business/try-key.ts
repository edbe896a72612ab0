import type { ProviderConfig } from '#api/config.ts'
import { providerClient } from '#api/integrations/provider-client.ts'
import { providerNames } from '#contract/shop/payment-providers.ts'

/**
 * Asks the provider for a payment that cannot exist: only the key decides between 401 and another answer. Rejects with a
 * ProviderFailure when it does not answer.
 */
export async function isKeyKnown(provider: ProviderConfig) {
  if (provider.by === 'test') return false
  const ask = providerClient(providerNames[provider.by], { ...provider, timeoutMs: 6_000 })
  const { status } = await ask('GET', unknownPayment[provider.by])
  return status !== 401 && status !== 403
}

const unknownPayment = {
  paystack: '/transaction/verify/ascend-doctor',
  flutterwave: '/v3/transactions/verify_by_reference?tx_ref=ascend-doctor',
}
