import { createHash } from 'node:crypto'
import type { Config } from '#api/config.ts'
import type { StaffContext } from '#api/http/request-context.ts'
import { invalidFields } from '#api/http/requests/read-input.ts'
import { seal } from '#api/http/secrets/seal.ts'
import {
  hashToken,
  isTestMailToken,
  readBusinessToken,
  testMailToken,
} from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { findOwner } from '#api/staff/people/staff.queries.ts'
import { endStaffSessions, isConfirmed } from '#api/staff/people/staff-sessions.queries.ts'
import { requirePassword, requireRecentPassword } from '#api/staff/sign-in/require-password.ts'
import { apiError, required } from '#contract/errors.ts'
import { toNaira } from '#contract/money.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { webhookPath } from '#contract/server-paths.ts'
import {
  type BusinessPart,
  bankHours,
  businessLabels,
  businessParts,
  businessSchemas,
  isSecret,
  variablesOf,
} from '#contract/settings/business.ts'
import { isLiveKey } from '#contract/shop/payment-providers.ts'
import { transaction } from '#db/sql.ts'
import {
  type BusinessRow,
  findArrived,
  findCheapestBook,
  findHeard,
  findTestOrder,
  setArrived,
  setBusiness,
} from './business.queries.ts'
import type { LiveBusiness } from './live-business.ts'
import {
  findAccountName,
  findBucketFault,
  findMailFault,
  hasNaira,
  isKeyKnown,
} from './try-provider.ts'

export interface BusinessWith {
  business: LiveBusiness
  publicUrl: string
  /** What is stored is sealed with it. */
  orderSecret: Uint8Array
}

interface Change {
  part: BusinessPart
  /** Of the row that was looked at; 0 where there was none. */
  version: number
  /** Null takes the part away. */
  values: Record<string, string> | null
}

type Made = Pick<Parameters<typeof setBusiness>[1], 'by' | 'isTakenBack'> & { hours?: number }

export function businessRoutes(
  { serve }: Routes,
  { business, publicUrl, orderSecret }: BusinessWith,
) {
  /** Rejects with 409 when it was changed since that version. */
  const save = async ({ part, version, values, ...made }: Change & Made) => {
    const change = { part, version: version + 1 }
    const place = { use: 'business settings', name: part, version: change.version } as const
    const sealed = values && seal(orderSecret, place, JSON.stringify(values))
    if (!(await setBusiness(part, { hours: 0, ...made, sealed, version }))) {
      throw apiError('businessChangedMeanwhile')
    }
    const { by, hours = 0 } = made
    return { part: businessLabels[part], by, at: new Date().toISOString(), hours, change }
  }
  const saveAsStaff = async (change: Change, { staff }: StaffContext) => {
    const { part, version, values } = change
    const hours = part === 'bank' && values && version > 0 ? bankHours : 0
    await transaction(async () => {
      const saved = await save({ ...change, by: staff.name, hours })
      const what = values ? 'businessSet' : 'businessTaken'
      await recordActivity(staff.name, what, { title: saved.part })
      await queueMail('businessChanged', toPublisher, saved)
    })
    await business.refresh()
  }

  serve('GET /admin/business', async (_, { staff }) => {
    const asksPassword = !(await isConfirmed(staff.token))
    const parts = await listParts({ business, publicUrl, orderSecret })
    return parts.map((part) => ({ ...part, asksPassword }))
  })

  serve('PUT /admin/business/:part', async ({ part, values, ...change }, context) => {
    if (hasValues(business.ofServer(part))) throw apiError('businessIsOfServer')
    const checked = check(part, values)
    await requireRecentPassword(context, change.password)
    await tryPart(part, checked, configWith(business, part, checked))
    return saveAsStaff({ ...change, part, values: checked }, context)
  })

  serve('POST /admin/business/:part/move', async ({ part, ...change }, context) => {
    const values = business.ofServer(part)
    if (!hasValues(values)) throw apiError('settingNotFound')
    await requireRecentPassword(context, change.password)
    // What only the server may name, in its own network, would stop as soon as its variables are deleted.
    const isInside = part === 'mail' || part === 'backups'
    await tryPart(part, values, isInside ? business.tried(check(part, values)) : business.config())
    return saveAsStaff({ ...change, part, values }, context)
  })

  serve('POST /admin/business/not-me', async ({ token }) => {
    const change = readBusinessToken(orderSecret, token)
    await business.refresh()
    const row = business.rows().find(({ part }) => part === change?.part)
    // The link of an earlier change of that day leads to the same values as the last one's.
    if (!row || !change || change.version > row.version || change.version <= untouched(row)) {
      throw apiError('changeNotFound')
    }
    const values = business.before(row)
    await transaction(async () => {
      const owner = await findOwner()
      if (owner) await endStaffSessions(owner.id)
      const { part } = await save({ ...row, values, by: 'the link of a mail', isTakenBack: true })
      await recordActivity('the link of a mail', 'businessTakenBack', { title: part })
    })
    await business.refresh()
  })

  serve('POST /admin/business/mail/test', async () => {
    const { smtp } = business.config()
    if (!smtp) throw apiError('mailIsOff')
    await queueMail('mailTest', toPublisher, { token: testMailToken(orderSecret, smtp) })
  })

  serve('POST /admin/business/mail/arrived', async ({ token }) => {
    const { smtp } = business.config()
    if (!smtp || !isTestMailToken(orderSecret, smtp, token)) throw apiError('testMailNotFound')
    await setArrived(hashToken(token))
  })

  serve('POST /admin/business/recovery-sheet', async ({ password }, context) => {
    await requirePassword(context, password)
    await recordActivity(context.staff.name, 'recoverySheetMade')
    return {
      secret: Buffer.from(orderSecret).toString('hex'),
      sha256: createHash('sha256').update(orderSecret).digest('hex'),
    }
  })

  serve('DELETE /admin/business/:part', async ({ part, ...change }, context) => {
    await requireRecentPassword(context, change.password)
    return saveAsStaff({ ...change, part, values: null }, context)
  })
}

async function listParts({ business, publicUrl, orderSecret }: BusinessWith) {
  const { smtp } = business.config()
  const arrivedAt = smtp && (await findArrived(hashToken(testMailToken(orderSecret, smtp))))
  return Promise.all(
    businessParts.map(async (part) => ({
      ...(await withSales(describe(part, business, publicUrl))),
      arrivedAt: part === 'mail' ? (arrivedAt ?? null) : null,
    })),
  )
}

/** The version that taking back leads to; once it was taken back, the present one. */
const untouched = ({ version, beforeVersion }: BusinessRow) =>
  beforeVersion ?? (version === 1 ? 0 : version)

const hasValues = (values: Record<string, string>) => Object.keys(values).length > 0

function check(part: BusinessPart, values: Record<string, string>): Record<string, string> {
  const read = businessSchemas[part].safeParse(values)
  if (!read.success) throw invalidFields(read.error.issues)
  return read.data
}

type PaymentPart = 'paystack' | 'flutterwave'
const isPaymentPart = (part: BusinessPart): part is PaymentPart =>
  part === 'paystack' || part === 'flutterwave'

/** Paystack knows whose an account is; without it, or without an answer, the typed name counts. */
async function checkAccount(typed: Record<string, string>, { payments }: Config) {
  const { BANK_NAME: bank = '', BANK_ACCOUNT_NUMBER: number = '', BANK_ACCOUNT_NAME: name } = typed
  const paystack = payments.find(({ by }) => by === 'paystack')
  const found = paystack && (await findAccountName(paystack, bank, number).catch(() => undefined))
  if (found === null) {
    const words = `${bank} has no account of this number, Paystack says. Compare the digits.`
    throw apiError('invalid', { BANK_ACCOUNT_NUMBER: [words] })
  }
  if (found && inLetters(found) !== inLetters(name ?? '')) {
    const words = `Paystack says that this account belongs to “${found}”. Type that name if it is yours.`
    throw apiError('invalid', { BANK_ACCOUNT_NAME: [words] })
  }
}

/** Banks write names in capitals, and some in another order. */
const inLetters = (name: string) =>
  name
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.sort()
    .join(' ')

const doNotMix =
  'Live and test do not mix: Paystack and Flutterwave need live keys both, or test keys both, and the test checkout of a server takes no live key. Remove the other key first, and set it again afterwards.'

/** What is left are conflicts between parts: each value alone is right by its schema. */
function configWith(business: LiveBusiness, part: BusinessPart, values: Record<string, string>) {
  try {
    return business.tried(values)
  } catch {
    const [name = ''] = variablesOf(part)
    throw apiError('invalid', { [name]: [doNotMix] })
  }
}

async function tryAtProvider(part: PaymentPart, { payments }: Config) {
  const provider = required(
    payments.find(({ by }) => by === part),
    'providerLeftOut',
  )
  const found = await Promise.all([isKeyKnown(provider), hasNaira(provider)]).catch(() => {
    throw apiError('providerSilent')
  })
  const [isKnown, takesNaira] = found
  if (isKnown && takesNaira) return
  const [name = ''] = variablesOf(part)
  const words = isKnown
    ? 'This account takes no naira, in which books are sold. Use one that does.'
    : `${businessLabels[part]} does not know this key. Copy it there once more.`
  throw apiError('invalid', { [name]: [words] })
}

/** Rejects with the field that is wrong. */
async function tryPart(part: BusinessPart, values: Record<string, string>, tried: Config) {
  if (part === 'bank') return checkAccount(values, tried)
  if (isPaymentPart(part)) return tryAtProvider(part, tried)
  const fault = part === 'mail' ? await findMailFault(tried) : undefined
  if (fault) throw apiError('invalid', { SMTP_URL: [fault] })
  const faults = part === 'backups' ? await findBucketFault(tried) : undefined
  if (faults) throw apiError('invalid', faults)
}

function describe(part: BusinessPart, business: LiveBusiness, publicUrl: string) {
  const row = business.rows().find((one) => one.part === part)
  const ofServer = business.ofServer(part)
  const isBroken = business.broken().includes(part)
  const isStored = row?.sealed != null
  const coming = business.coming(part) ?? null
  const isProvider = isPaymentPart(part)
  const values = hasValues(ofServer) ? ofServer : business.stored(part)
  const by = hasValues(ofServer) ? 'server' : hasValues(values) ? 'here' : 'nobody'
  return {
    part,
    by: by as 'server' | 'here' | 'nobody',
    shown: shown(values),
    isBroken,
    isStored,
    coming: coming && { from: coming.from, shown: shown(coming.values) },
    version: row?.version ?? 0,
    changed: row ? { at: row.changedAt, by: row.changedBy } : null,
    webhook: isProvider ? publicUrl + webhookPath(part) : null,
    isTest: isProvider && hasValues(values) ? !isLiveKey(values[variablesOf(part)[0] ?? '']) : null,
  }
}

/** What a provider has shown since its key was set. */
async function withSales(described: ReturnType<typeof describe>) {
  const { part, by, changed, isTest } = described
  if (!isPaymentPart(part) || isTest === null) {
    return { ...described, heardAt: null, testSale: null }
  }
  const since = by === 'here' && changed ? changed.at : null
  const heardAt = await findHeard(part, isTest, since)
  if (!isTest) return { ...described, heardAt, testSale: null }
  const [cheapest, order = null] = await Promise.all([
    findCheapestBook(),
    findTestOrder(part, since),
  ])
  const book = cheapest ? { ...cheapest, price: toNaira(cheapest.priceKobo) } : null
  return { ...described, heardAt, testSale: { book, order } }
}

const shown = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) ? masked(value) : value]),
  )

/** `sk_live_•••• 4f2c`: what kind of key it is, and enough of it to tell it from another. Of a server all but the password. */
function masked(secret: string): string {
  const server = /^smtps?:/.test(secret) && parseUrl(secret)
  if (server) return `${server.protocol}//${server.username}:••••@${server.host}`
  const kind = /^(sk_(?:test|live)_|FLWSECK(?:_TEST)?-)?/.exec(secret)?.[0] ?? ''
  // Four characters of a short one would be half of it.
  return `${kind}•••• ${secret.slice(kind.length).slice(8).slice(-4)}`.trimEnd()
}
