import * as z from 'zod/mini'
import type { Config, ProviderConfig } from '#api/config.ts'
import { isPublic } from '#api/http/open-server.ts'
import { providerClient } from '#api/integrations/provider-client.ts'
import { BucketError, s3Files } from '#api/integrations/s3-files.ts'
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

const balances = z.object({ data: z.array(z.object({ currency: z.string() })) })

/** False if the account has a balance, and none in naira; Flutterwave is not asked. Rejects as `isKeyKnown` does. */
export async function hasNaira(provider: ProviderConfig) {
  if (provider.by !== 'paystack') return true
  const ask = providerClient(providerNames.paystack, { ...provider, timeoutMs: 6_000 })
  const read = balances.safeParse((await ask('GET', '/balance')).body)
  return !read.success || read.data.data.some(({ currency }) => currency === 'NGN')
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

const unknownKey = ['ACCESS_KEY', 'The storage does not know this key. Copy it there once more.']
const noBucket = [
  'BUCKET',
  'The storage has no bucket of this name. Copy its name there once more.',
]

/** The field and the sentence of what storages answer, and of what is found by ourselves. */
const bucketFaults = new Map([
  ['InvalidAccessKeyId', unknownKey],
  ['Unauthorized', unknownKey],
  [
    'SignatureDoesNotMatch',
    ['SECRET_KEY', 'This secret key does not belong to the key above. Copy both once more.'],
  ],
  ['NoSuchBucket', noBucket],
  ['InvalidBucketName', noBucket],
  [
    'PUBLIC',
    [
      'BUCKET',
      'Strangers can read this bucket, and a backup holds names and addresses. Make it private there, then try again.',
    ],
  ],
])

/**
 * Why no backup can go to the bucket, by the variable: an object is written, listed, read, by a stranger too, and removed
 * again.
 */
export async function findBucketFault({ backupBucket, publicUrl }: Config) {
  if (!backupBucket) return
  const options = { ...backupBucket, isOutside: isPublic(publicUrl), mustBePrivate: true }
  const failure = await s3Files(options).then(
    () => undefined,
    (error: Error) => error,
  )
  if (!failure) return
  if (!(failure instanceof BucketError)) throw failure
  const { code = '', doing } = failure
  const { hostname } = new URL(backupBucket.endpoint)
  const [field, fault] = bucketFaults.get(code) ?? otherFault(code, doing, hostname)
  return { [`BACKUP_S3_${field}`]: [fault ?? ''] }
}

function otherFault(code: string, doing: string, host: string): string[] {
  if (code === 'INSIDE') {
    return [
      'ENDPOINT',
      `${host} is inside the server’s own network. Type the address that the storage company names.`,
    ]
  }
  if (/AccessDenied|Forbidden|403/.test(code)) {
    const may = { read: 'list and read', written: 'write', cleared: 'delete' }[doing]
    return ['ACCESS_KEY', `The key may not ${may} in this bucket. Allow it there, or make another.`]
  }
  return [
    'ENDPOINT',
    `${host} does not answer as a storage. Compare the address with what the storage company names.`,
  ]
}
