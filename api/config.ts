import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { passwordLength, staffPasswordMin } from '#contract/form-limits.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { businessPatterns, isMailServer } from '#contract/settings/business.ts'
import { type BankAccount, dueDays } from '#contract/shop/invoices.ts'
import { isLiveKey } from '#contract/shop/payment-providers.ts'
import type { FrontCache } from './http/answers/front-cache.ts'
import { isLoopback, isPublic } from './http/open-server.ts'
import { type PaymentChannel, paymentChannels } from './integrations/integrations.ts'

const port = 'a port number from 1 to 65535'
const origin = 'an address such as https://ascend.example, without a path'
const database = 'an address such as postgres://user:password@host:5432/ascend'

const username = 'a name to sign in with'
const password = `1 to ${passwordLength.max} characters`
const mailServer = 'an address such as smtps://user:password@mail.example:465'
const mailAddress = 'an e-mail address'
const domain = 'a domain such as ascend.example'
const selector = 'letters, digits and hyphens'
const perMinute = 'a whole number from 1 to 60000'
const connections = 'a whole number from 1 to 20'
const topic = 'a topic such as arn:aws:sns:eu-west-1:123456789012:ascend-mail'
const credentials =
  'a name and a password of at least 16 characters, such as postmark:a-long-password'
const issuer = 'the https address of an OpenID Connect provider'
const way = 'paystack, flutterwave, or both in their order with a comma between them, test or off'
const secretKey = 'a key that begins with sk_test_ or sk_live_'
const flutterwaveKey = 'a key that begins with FLWSECK_TEST- or FLWSECK-'
const webhookHash = 'at least 16 characters without spaces'
const providerAddress = 'an https address without a path'
const vat = 'a percentage above 0 and below 100 with at most two decimals, such as 7.5'
const taxId = '1 to 40 characters'
const channels = `one or more of ${paymentChannels.join(', ')}, with commas between them`
const bankName = 'a name of at most 100 characters'
const accountNumber = 'the ten digits of a Nigerian bank account (NUBAN)'
const invoiceDays = `a whole number of days from ${dueDays.min} to ${dueDays.max}`
const caches = 'cloudflare or varnish'
const purgeUrl =
  'the whole address that purges are sent to, such as https://api.cloudflare.com/client/v4/zones/ID/purge_cache'
const hops = 'a whole number from 0 to 9'
const storage = 'an address such as https://s3.eu-west-1.amazonaws.example, without a path'
const endpoint = judged(isOrigin, storage)
const bucketName = '3 to 63 lower-case letters, digits, dots and hyphens'
const bucket = matching(businessPatterns.BACKUP_S3_BUCKET, bucketName)

const nameOfBank = z.string().check(z.trim(), z.minLength(1, bankName), z.maxLength(100, bankName))

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

const schema = z.object({
  PORT: z._default(wholeNumber(1, 65_535, port), 4321),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: z.optional(judged(isOrigin, origin)),
  DATABASE_URL: z.optional(judged(isPostgres, database)),
  DATABASE_DIRECT_URL: z.optional(judged(isPostgres, database)),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  ADMIN_USERNAME: z.optional(z.string().check(z.trim(), z.minLength(1, username))),
  ADMIN_PASSWORD: z.optional(
    z.string().check(z.trim(), z.minLength(1, password), z.maxLength(passwordLength.max, password)),
  ),
  SMTP_URL: z.optional(judged(isMailServer, mailServer)),
  MAIL_FROM: z.optional(z.email(mailAddress)),
  PUBLISHER_EMAIL: z.optional(z.email(mailAddress)),
  DKIM_DOMAIN: z.optional(matching(/^[a-z0-9.-]+\.[a-z0-9-]+$/i, domain)),
  DKIM_SELECTOR: z.optional(matching(/^[a-z0-9-]+$/i, selector)),
  DKIM_KEY_FILE: z.optional(z.string()),
  LETTERS_PER_MINUTE: z._default(wholeNumber(1, 60_000, perMinute), 2400),
  LETTERS_CONNECTIONS: z._default(wholeNumber(1, 20, connections), 5),
  SES_TOPIC_ARN: z.optional(matching(/^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, topic)),
  POSTMARK_WEBHOOK: z.optional(matching(/^[^:\s]+:\S{16,}$/, credentials)),
  OIDC_ISSUER: z.optional(judged(isIssuer, issuer)),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  PAYMENTS: z.optional(judged(isWay, way)),
  PAYSTACK_SECRET_KEY: z.optional(trimmed(businessPatterns.PAYSTACK_SECRET_KEY, secretKey)),
  PAYSTACK_API_URL: z._default(judged(isSafeOrigin, providerAddress), 'https://api.paystack.co'),
  FLUTTERWAVE_SECRET_KEY: z.optional(
    trimmed(businessPatterns.FLUTTERWAVE_SECRET_KEY, flutterwaveKey),
  ),
  FLUTTERWAVE_WEBHOOK_HASH: z.optional(
    trimmed(businessPatterns.FLUTTERWAVE_WEBHOOK_HASH, webhookHash),
  ),
  FLUTTERWAVE_API_URL: z._default(
    judged(isSafeOrigin, providerAddress),
    'https://api.flutterwave.com',
  ),
  PAYMENT_CHANNELS: z.optional(judged((text) => byComma(text).every(isChannel), channels)),
  BANK_NAME: z.optional(nameOfBank),
  BANK_ACCOUNT_NAME: z.optional(nameOfBank),
  BANK_ACCOUNT_NUMBER: z.optional(trimmed(businessPatterns.BANK_ACCOUNT_NUMBER, accountNumber)),
  INVOICE_DAYS: z._default(wholeNumber(dueDays.min, dueDays.max, invoiceDays), dueDays.default),
  VAT_PERCENT: z.optional(matching(businessPatterns.VAT_PERCENT, vat)),
  SELLER_TAX_ID: z.optional(trimmed(businessPatterns.SELLER_TAX_ID, taxId)),
  CACHE: z.optional(z.enum(['cloudflare', 'varnish'], caches)),
  CACHE_PURGE_URL: z.optional(judged(isHttp, purgeUrl)),
  CACHE_PURGE_TOKEN: z.optional(z.string().check(z.trim())),
  PAGE_DIFFERENCES: z.optional(z.enum(['on', 'off'], 'on or off')),
  TRUST_PROXY: z._default(wholeNumber(0, 9, hops), 0),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535, port)),
  S3_ENDPOINT: z.optional(endpoint),
  S3_BUCKET: z.optional(bucket),
  S3_ACCESS_KEY: z.optional(z.string()),
  S3_SECRET_KEY: z.optional(z.string()),
  BACKUP_S3_ENDPOINT: z.optional(endpoint),
  BACKUP_S3_BUCKET: z.optional(bucket),
  BACKUP_S3_ACCESS_KEY: z.optional(z.string()),
  BACKUP_S3_SECRET_KEY: z.optional(z.string()),
  DEMO_CONTENT: z._default(z.enum(['auto', 'on', 'off'], 'auto, on or off'), 'auto'),
  LOG_LEVEL: z._default(z.enum(logLevels, `one of ${logLevels.join(', ')}`), 'info'),
})

function matching(pattern: RegExp, expected: string) {
  return z.string().check(z.regex(pattern, expected))
}

function trimmed(pattern: RegExp, expected: string) {
  return z.string().check(z.trim(), z.regex(pattern, expected))
}

function judged(isRight: (text: string) => boolean, expected: string) {
  return z.string().check(z.refine(isRight, expected))
}

function wholeNumber(min: number, max: number, expected: string) {
  return z.coerce
    .number(expected)
    .check(z.int(expected), z.minimum(min, expected), z.maximum(max, expected))
}

interface Bucket {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
}

export type ProviderConfig =
  | { by: 'paystack'; secretKey: string; apiUrl: string }
  | { by: 'flutterwave'; secretKey: string; webhookHash: string; apiUrl: string }
  | { by: 'test' }

/** `.env.example` explains each value. */
export interface Config {
  port: number
  host: string
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string
  /** Undefined: the embedded Postgres under `dataDir`. */
  databaseUrl: string | undefined
  /**
   * Differs from `databaseUrl` where that is a transaction pooler: LISTEN, migrations and session locks need a direct
   * connection.
   */
  databaseDirectUrl: string | undefined
  /** The path is absolute. */
  dataDir: string
  /** Without a password, one is generated and stored under `dataDir`. */
  publisher: { username: string | undefined; password: string | undefined }
  /** Undefined: mails are written into the outbox folder under `dataDir`. */
  smtp: { url: string; from: string } | undefined
  publisherEmail: string | undefined
  /** Undefined: the service does not sign mails. */
  dkim: { domain: string; selector: string; keyFile: string } | undefined
  /** How newsletters are sent: mails a minute over all replicas, SMTP connections of each replica. */
  issues: { perMinute: number; connections: number }
  /** Providers whose webhooks report bounces and complaints. */
  mailEvents: {
    sesTopicArn: string | undefined
    /** `name:password` of the webhook's Basic auth. */
    postmark: string | undefined
  }
  /** Undefined: local accounts alone. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** The first takes the money of new orders, the next where that does not answer. None: nothing can be bought. */
  payments: ProviderConfig[]
  /** What the providers' pages offer beside the method that the buyer has chosen. */
  paymentChannels: PaymentChannel[]
  /** Undefined: schools cannot pay by invoice. `days`: until a new one is due. */
  invoicing: { account: BankAccount; days: number } | undefined
  /** Payments are off because the settings say so, not because a key is missing. */
  sellsNothing: boolean
  vat: {
    /** Hundredths of a percent, contained in each price; 0: none is named. */
    basisPoints: number
    /** The seller's, on receipts and invoices. */
    taxId: string | undefined
  }
  /** The shared cache in front of the service. */
  cache:
    | {
        kind: FrontCache
        purgeUrl: string
        /** Undefined for Varnish, which needs none. */
        token: string | undefined
      }
    | undefined
  /** Pages are sent as differences to browsers that can use them; on trial, to the check of the cache in front alone. */
  pageDifferences: 'on' | 'trial' | 'off'
  trustProxy: number
  /** The port for Prometheus; undefined: no metrics are served. */
  metricsPort: number | undefined
  /** Undefined: files are stored under `dataDir`. */
  s3: Bucket | undefined
  /** Undefined: nightly backups are kept under `dataDir`. */
  backupBucket: Bucket | undefined
  /** `auto`: into an empty embedded database only. */
  demoContent: 'auto' | 'on' | 'off'
  logLevel: (typeof logLevels)[number]
}

type Given = Record<string, string | undefined>

/** The only place that reads the environment; an empty value is unset. Throws one Error that lists every bad variable. */
export function readConfig(env: Given): Config {
  const given: Given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const read = schema.safeParse(given)
  const invalid = (read.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    const shown = secrets.includes(name) ? '(hidden)' : JSON.stringify(given[name])
    return `${name} is ${shown}, expected ${issue.message}`
  })
  // The values are judged as they were given, so that no mistake hides another.
  const faults = [...invalid, ...findMissing(given), ...findConflicts(given)]
  if (read.success && faults.length === 0) return configOf(read.data)
  throw new Error(`Bad configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

function findMissing(given: Given): string[] {
  return together.flatMap(({ one, all }) => {
    const set = one.find((name) => given[name])
    const unset = set ? all.filter((name) => !given[name]) : []
    return unset.map((name) => `${name} is unset, expected because ${set} is set`)
  })
}

function findConflicts(given: Given): string[] {
  const conflicts = findPaymentConflicts(given)
  const port = given['METRICS_PORT']
  if (port && port === (given['PORT'] ?? '4321')) {
    conflicts.unshift(
      'METRICS_PORT is that of PORT, expected another one: figures are for nobody but you',
    )
  }
  const { CACHE: cache, CACHE_PURGE_TOKEN: token, CACHE_PURGE_URL: sentTo = '' } = given
  if (cache === 'cloudflare' && !token) {
    conflicts.push(`CACHE_PURGE_TOKEN is unset, expected because CACHE is ${cache}`)
  }
  if (token && isHttp(sentTo) && !isSafe(sentTo)) {
    conflicts.push('CACHE_PURGE_URL is over http, expected https because a token is sent there')
  }
  if (isPublic(given['PUBLIC_URL']) && isShort(given['ADMIN_PASSWORD'])) {
    conflicts.push(
      `ADMIN_PASSWORD is (hidden), expected at least ${staffPasswordMin} characters because PUBLIC_URL is public`,
    )
  }
  return conflicts
}

function findPaymentConflicts(given: Given): string[] {
  const chosen = given['PAYMENTS']
  const ways = byComma(chosen)
  const providers = Object.entries(secretKeys)
  const conflicts = providers
    .filter(([by, name]) => ways.includes(by) && !given[name])
    .map(([, name]) => `${name} is unset, expected because PAYMENTS is ${chosen}`)
  const keys = providers.filter(
    ([by, name]) => given[name] && (!chosen || ways.includes(by) || ways[0] === 'test'),
  )
  const live = keys.find(([, name]) => isLiveKey(given[name]))?.[1]
  const test = keys.find(([, name]) => !isLiveKey(given[name]))?.[1]
  // The test checkout would give away books that a live key sells.
  if (chosen === 'test' && live) {
    conflicts.push(
      `PAYMENTS is "test", expected ${providerOf(live)} or off because ${live} is a live key`,
    )
  }
  if (chosen !== 'test' && live && test) {
    conflicts.push(
      `${test} is a test key, expected a live one because ${live} is one, or PAYMENTS without ${providerOf(test)}`,
    )
  }
  return conflicts
}

function configOf(data: z.output<typeof schema>): Config {
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: (data.PUBLIC_URL ?? `http://${urlHost(data.HOST)}:${data.PORT}`).replace(/\/$/, ''),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL ?? data.DATABASE_URL,
    dataDir: isAbsolute(data.DATA_DIR) ? data.DATA_DIR : resolve(data.DATA_DIR),
    publisher: { username: data.ADMIN_USERNAME, password: data.ADMIN_PASSWORD },
    smtp:
      data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    publisherEmail: data.PUBLISHER_EMAIL,
    dkim:
      data.DKIM_DOMAIN && data.DKIM_SELECTOR && data.DKIM_KEY_FILE
        ? { domain: data.DKIM_DOMAIN, selector: data.DKIM_SELECTOR, keyFile: data.DKIM_KEY_FILE }
        : undefined,
    issues: { perMinute: data.LETTERS_PER_MINUTE, connections: data.LETTERS_CONNECTIONS },
    mailEvents: { sesTopicArn: data.SES_TOPIC_ARN, postmark: data.POSTMARK_WEBHOOK },
    oidc:
      data.OIDC_ISSUER && data.OIDC_CLIENT_ID && data.OIDC_CLIENT_SECRET
        ? {
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID,
            clientSecret: data.OIDC_CLIENT_SECRET,
          }
        : undefined,
    payments: choosePayments(data),
    paymentChannels: byComma(data.PAYMENT_CHANNELS).filter(isChannel),
    invoicing:
      data.BANK_NAME && data.BANK_ACCOUNT_NAME && data.BANK_ACCOUNT_NUMBER
        ? {
            account: {
              bankName: data.BANK_NAME,
              accountName: data.BANK_ACCOUNT_NAME,
              accountNumber: data.BANK_ACCOUNT_NUMBER,
            },
            days: data.INVOICE_DAYS,
          }
        : undefined,
    sellsNothing: data.PAYMENTS === 'off',
    vat: { basisPoints: vatBasisPoints(data.VAT_PERCENT), taxId: data.SELLER_TAX_ID },
    cache:
      data.CACHE && data.CACHE_PURGE_URL
        ? { kind: data.CACHE, purgeUrl: data.CACHE_PURGE_URL, token: data.CACHE_PURGE_TOKEN }
        : undefined,
    pageDifferences: data.PAGE_DIFFERENCES ?? (data.CACHE === 'cloudflare' ? 'trial' : 'on'),
    trustProxy: data.TRUST_PROXY,
    metricsPort: data.METRICS_PORT,
    s3: bucketOf(data.S3_ENDPOINT, data.S3_BUCKET, data.S3_ACCESS_KEY, data.S3_SECRET_KEY),
    backupBucket: bucketOf(
      data.BACKUP_S3_ENDPOINT,
      data.BACKUP_S3_BUCKET,
      data.BACKUP_S3_ACCESS_KEY,
      data.BACKUP_S3_SECRET_KEY,
    ),
    demoContent: data.DEMO_CONTENT,
    logLevel: data.LOG_LEVEL,
  }
}

/** Their values may contain a password and are never logged. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'PAYSTACK_SECRET_KEY',
  'PAYSTACK_API_URL',
  'FLUTTERWAVE_SECRET_KEY',
  'FLUTTERWAVE_WEBHOOK_HASH',
  'FLUTTERWAVE_API_URL',
  'POSTMARK_WEBHOOK',
  'CACHE_PURGE_TOKEN',
]

/** This is the order in which they are used without PAYMENTS. */
const secretKeys = {
  paystack: 'PAYSTACK_SECRET_KEY',
  flutterwave: 'FLUTTERWAVE_SECRET_KEY',
} as const
const providerOf = (key: string) => Object.entries(secretKeys).find(([, name]) => name === key)?.[0]

const flutterwaveNames = ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_WEBHOOK_HASH']
const providerNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
const dkimNames = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE']
const bankNames = ['BANK_NAME', 'BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NUMBER']
const bucketNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']
const backupBucketNames = bucketNames.map((name) => `BACKUP_${name}`)

/** Variables that are set together: with one missing, mails or books would silently go to a folder. */
const together = [
  // The outbox uses the publisher's address too.
  { one: ['SMTP_URL'], all: ['MAIL_FROM', 'PUBLISHER_EMAIL'] },
  { one: providerNames, all: providerNames },
  { one: flutterwaveNames, all: flutterwaveNames },
  { one: [...bankNames, 'INVOICE_DAYS'], all: bankNames },
  { one: bucketNames, all: bucketNames },
  { one: backupBucketNames, all: backupBucketNames },
  { one: dkimNames, all: dkimNames },
  { one: ['DATABASE_DIRECT_URL'], all: ['DATABASE_URL'] },
  { one: ['CACHE', 'CACHE_PURGE_URL', 'CACHE_PURGE_TOKEN'], all: ['CACHE', 'CACHE_PURGE_URL'] },
]

function byComma(text = ''): string[] {
  return text.split(',').map((part) => part.trim())
}

/** `7.5` → 750; 0 for none. */
function vatBasisPoints(text = ''): number {
  return Math.round(Number(text) * 100)
}

function isChannel(text: string): text is PaymentChannel {
  return (paymentChannels as readonly string[]).includes(text)
}

/** The providers that move money may be listed, each once. */
function isWay(text: string): boolean {
  const ways = byComma(text)
  const isAlone = text === 'test' || text === 'off'
  return isAlone || (ways.every((by) => by in secretKeys) && new Set(ways).size === ways.length)
}

/** All four or none, which `together` checks. */
function bucketOf(endpoint = '', bucket = '', accessKey = '', secretKey = ''): Bucket | undefined {
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined
  return { endpoint, bucket, accessKey, secretKey }
}

/** The secret key is sent over TLS or to this machine only. */
function isSafeOrigin(text: string): boolean {
  const url = parseUrl(text)
  return url?.href === `${url?.origin}/` && isSafe(text)
}

function isSafe(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isAddress(text: string): boolean {
  return parseUrl(text) !== undefined
}

function isIssuer(text: string): boolean {
  return /^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(text) && isAddress(text)
}

function isPostgres(text: string): boolean {
  return /^postgres(ql)?:/.test(text) && isAddress(text)
}

function isHttp(text: string): boolean {
  return /^https?:/.test(text) && isAddress(text)
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text)
  return !!url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function isShort(given: string | undefined): boolean {
  return given !== undefined && given.trim().length < staffPasswordMin
}

function choosePayments(data: z.output<typeof schema>): ProviderConfig[] {
  const { PAYMENTS, HOST, PUBLIC_URL } = data
  const withKey = Object.entries(secretKeys)
    .filter(([, name]) => data[name])
    .map(([by]) => by)
  const isLocal = isLoopback(HOST) && !isPublic(PUBLIC_URL)
  const byDefault = withKey.length > 0 ? withKey : [isLocal ? 'test' : 'off']
  return (PAYMENTS === undefined ? byDefault : byComma(PAYMENTS)).flatMap(
    (by): ProviderConfig[] => {
      if (by === 'test') return [{ by }]
      const { PAYSTACK_SECRET_KEY, FLUTTERWAVE_SECRET_KEY, FLUTTERWAVE_WEBHOOK_HASH } = data
      if (by === 'paystack' && PAYSTACK_SECRET_KEY) {
        return [{ by, secretKey: PAYSTACK_SECRET_KEY, apiUrl: withoutSlash(data.PAYSTACK_API_URL) }]
      }
      if (by === 'flutterwave' && FLUTTERWAVE_SECRET_KEY && FLUTTERWAVE_WEBHOOK_HASH) {
        const [secretKey, webhookHash] = [FLUTTERWAVE_SECRET_KEY, FLUTTERWAVE_WEBHOOK_HASH]
        return [{ by, secretKey, webhookHash, apiUrl: withoutSlash(data.FLUTTERWAVE_API_URL) }]
      }
      return []
    },
  )
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** "Every interface" is reached as localhost; IPv6 goes in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
