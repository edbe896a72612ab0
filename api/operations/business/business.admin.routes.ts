import type { Router } from '@koa/router'
import type { Config } from '#api/config.ts'
import type { StaffContext } from '#api/http/request-context.ts'
import { invalidFields } from '#api/http/requests/read-input.ts'
import { serve } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { requirePassword } from '#api/staff/sign-in/require-password.ts'
import { apiError } from '#contract/errors.ts'
import { webhookPath } from '#contract/server-paths.ts'
import {
  type BusinessPart,
  businessLabels,
  businessParts,
  businessSchemas,
  isSecret,
  variablesOf,
} from '#contract/settings/business.ts'
import { isLiveKey } from '#contract/shop/payment-providers.ts'
import { transaction } from '#db/sql.ts'
import { setBusiness } from './business.queries.ts'
import type { LiveBusiness } from './live-business.ts'
import { seal } from './seal.ts'
import { isKeyKnown } from './try-key.ts'

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

export function businessRoutes(router: Router, { business, publicUrl, orderSecret }: BusinessWith) {
  const save = async ({ part, version, values }: Change, { staff }: StaffContext) => {
    const place = { name: part, version: version + 1 }
    const sealed = values && seal(orderSecret, place, JSON.stringify(values))
    await transaction(async () => {
      if (!(await setBusiness(part, { sealed, version, by: staff.name }))) {
        throw apiError('businessChangedMeanwhile')
      }
      const label = businessLabels[part]
      await recordActivity(staff.name, values ? 'businessSet' : 'businessTaken', { title: label })
      const at = new Date().toISOString()
      await queueMail('businessChanged', toPublisher, { part: label, by: staff.name, at })
    })
    await business.refresh()
    return { status: 'ok' as const }
  }

  serve(router, 'GET /admin/business', async () =>
    businessParts.map((part) => describe(part, business, publicUrl)),
  )

  serve(router, 'PUT /admin/business/:part', async ({ part, values, ...change }, context) => {
    if (hasValues(business.ofServer(part))) throw apiError('businessIsOfServer')
    const checked = check(part, values)
    await requirePassword(context, change.password)
    await tryAtProvider(part, configWith(business, part, checked))
    return save({ ...change, part, values: checked }, context)
  })

  serve(router, 'POST /admin/business/:part/move', async ({ part, ...change }, context) => {
    const values = business.ofServer(part)
    if (!hasValues(values)) throw apiError('settingNotFound')
    await requirePassword(context, change.password)
    return save({ ...change, part, values }, context)
  })

  serve(router, 'DELETE /admin/business/:part', async ({ part, ...change }, context) => {
    await requirePassword(context, change.password)
    return save({ ...change, part, values: null }, context)
  })
}

const hasValues = (values: Record<string, string>) => Object.keys(values).length > 0

function check(part: BusinessPart, values: Record<string, string>): Record<string, string> {
  const read = businessSchemas[part].safeParse(values)
  if (!read.success) throw invalidFields(read.error.issues)
  return read.data
}

const doNotMix =
  'Live and test do not mix: Paystack and Flutterwave need live keys both, or test keys both, and the test checkout of a server takes no live key.'

/** What is left are conflicts between parts: each value alone is right by its schema. */
function configWith(business: LiveBusiness, part: BusinessPart, values: Record<string, string>) {
  try {
    return business.tried(values)
  } catch {
    const [name = ''] = variablesOf(part)
    throw apiError('invalid', { [name]: [doNotMix] })
  }
}

async function tryAtProvider(part: BusinessPart, { payments }: Config) {
  if (part === 'vat') return
  const provider = payments.find(({ by }) => by === part)
  if (!provider) throw apiError('providerLeftOut')
  const isKnown = await isKeyKnown(provider).catch(() => {
    throw apiError('providerSilent')
  })
  const [name = ''] = variablesOf(part)
  if (!isKnown) {
    throw apiError('invalid', {
      [name]: [`${businessLabels[part]} does not know this key. Copy it there once more.`],
    })
  }
}

function describe(part: BusinessPart, business: LiveBusiness, publicUrl: string) {
  const row = business.rows().find((one) => one.part === part)
  const ofServer = business.ofServer(part)
  const isBroken = business.broken().includes(part)
  const isStored = row?.sealed != null
  const isProvider = part !== 'vat'
  const values = hasValues(ofServer) ? ofServer : business.stored(part)
  const by = hasValues(ofServer) ? 'server' : hasValues(values) ? 'here' : 'nobody'
  return {
    part,
    by: by as 'server' | 'here' | 'nobody',
    shown: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isSecret(name) ? masked(value) : value]),
    ),
    isBroken,
    isStored,
    version: row?.version ?? 0,
    changed: row ? { at: row.changedAt, by: row.changedBy } : null,
    webhook: isProvider ? publicUrl + webhookPath(part) : null,
    isTest: isProvider && hasValues(values) ? !isLiveKey(values[variablesOf(part)[0] ?? '']) : null,
  }
}

/** `sk_live_•••• 4f2c`: what kind of key it is, and enough of it to tell it from another. */
function masked(secret: string): string {
  const kind = /^(sk_(?:test|live)_|FLWSECK(?:_TEST)?-)?/.exec(secret)?.[0] ?? ''
  return `${kind}•••• ${secret.slice(kind.length).slice(-4)}`
}
