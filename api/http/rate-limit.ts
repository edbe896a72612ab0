import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { apiErrorLater, type ErrorName } from '#contract/errors.ts'
import { callLimits } from '#contract/form-limits.ts'
import { outsideTransaction, sql } from '#db/sql.ts'

/** rate-limiter-flexible's Postgres client. */
const storeClient = {
  query: async ({ text, values }: { text: string; values: never[] }) => {
    const rows = await sql.unsafe(text, values)
    return { rows, rowCount: rows.count }
  },
}

/** Counts survive a rollback of the counted work. */
const lastingClient: typeof storeClient = {
  query: (asked) => outsideTransaction(() => storeClient.query(asked)),
}

/** Counts in Postgres, shared by all replicas; `name` separates the counters. */
export function limiter(
  name: string,
  limit: { points: number; minutes: number },
  {
    error = 'tooMany',
    rollsBack = false,
  }: {
    error?: ErrorName
    /** Counted in the caller's transaction, which needs no second connection. */
    rollsBack?: boolean
  } = {},
) {
  const refusalOf = ({ msBeforeNext }: RateLimiterRes) =>
    apiErrorLater(error, Math.max(1, Math.ceil(msBeforeNext / 1000)))
  const counter = new RateLimiterPostgres({
    storeClient: rollsBack ? storeClient : lastingClient,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit.points,
    duration: limit.minutes * 60,
  })
  return {
    /** Throws with `Retry-After` when there were too many. */
    async count(who: string) {
      try {
        const counted = await counter.consume(keyOf(who))
        return { points: counted.consumedPoints, refusal: refusalOf(counted) }
      } catch (fault) {
        if (!(fault instanceof RateLimiterRes)) throw fault
        throw refusalOf(fault)
      }
    },
    async giveBack(who: string) {
      await counter.reward(keyOf(who))
    },
    async forget(who: string) {
      await counter.delete(keyOf(who))
    },
  }
}

const forms = new Map<string, ReturnType<typeof limiter>>()
const ofReader = limiter('reader', callLimits.reader)
const ofCrowd = limiter('crowd', callLimits.crowd)

/** Counts a call of a public form, or one that costs as much. */
export async function limitForm(name: string, from: string) {
  const form = forms.get(name) ?? limiter(name, callLimits.form)
  forms.set(name, form)
  await form.count(networkOf(from))
}

/** By reader where a reader changes something, else by network. */
export async function limitRequests(
  address: string,
  { limited }: Pick<Endpoint, 'limited'>,
  context: { address: string; reader?: { id: string } },
) {
  if (limited === 'form') await limitForm(address, context.address)
  else if (limited === 'crowd') await ofCrowd.count(networkOf(context.address))
  else if (context.reader && !address.startsWith('GET ')) await ofReader.count(context.reader.id)
}

/** An IPv6 subscriber has 2^64 addresses, so the first half counts. */
export function networkOf(address: string): string {
  // unchecked pattern: an address of the network is short.
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Hashed: the table holds neither network nor e-mail addresses. */
function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url')
}
