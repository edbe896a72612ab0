import * as z from 'zod/mini'
import { type Config, isPublic, type ProviderConfig } from '#api/config.ts'
import { providerClient } from '#api/integrations/provider-client.ts'
import { tryMailServer } from '#api/integrations/smtp/smtp.ts'
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

const banks = z.object({ data: z.array(z.object({ name: z.string(), code: z.string() })) })
const account = z.object({ data: z.object({ account_name: z.string() }) })

/**
 * Whose account it is, as Paystack says; null if the bank has no such account, and undefined if Paystack does not know the
 * bank by this name or does not say. Rejects with a ProviderFailure when it does not answer.
 */
export async function findAccountName(paystack: ProviderConfig, bank: string, number: string) {
  if (paystack.by !== 'paystack') return
  const ask = providerClient(providerNames.paystack, { ...paystack, timeoutMs: 6_000 })
  const listed = banks.safeParse((await ask('GET', '/bank?currency=NGN')).body).data?.data ?? []
  const plain = (name: string) => name.toLowerCase().replace(/\b(bank|plc|limited|ltd)\b|\W/g, '')
  const code = listed.find(({ name }) => plain(name) === plain(bank))?.code
  if (!code) return
  const query = new URLSearchParams({ account_number: number, bank_code: code })
  const { status, body } = await ask('GET', `/bank/resolve?${query}`)
  if (status === 422 || status === 404) return null
  return account.safeParse(body).data?.data.account_name
}

/** Why the owner cannot send through the mail server, in words; undefined when connection and login go through. */
export async function findMailFault({ smtp, publicUrl }: Config): Promise<string | undefined> {
  if (!smtp) return
  const failure = await tryMailServer({ ...smtp, isOutside: isPublic(publicUrl) }, publicUrl)
  if (!failure) return
  const { hostname } = new URL(smtp.url)
  if (failure.code === 'EAUTH') {
    return 'The mail server does not take this user and password. Copy both there once more.'
  }
  return failure.code === 'INSIDE'
    ? `${hostname} is inside the server’s own network. Type the mail server that your provider names.`
    : `${hostname} does not answer as a mail server. Compare server and port; many hosting companies close 25 and 465, then 587 works.`
}
