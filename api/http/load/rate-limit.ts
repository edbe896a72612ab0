import { createHash } from 'node:crypto'
import pLimit, { type LimitFunction } from 'p-limit'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { apiErrorLater, type ErrorName } from '#contract/errors.ts'
import { callLimits, wrongSignIns } from '#contract/form-limits.ts'
import { outsideTransaction, sql } from '#db/sql.ts'

/** The Postgres client that rate-limiter-flexible expects. */
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
    /** Throws with `Retry-After` above the limit. */
    async count(who: string) {
      try {
        const counted = await counter.consume(keyOf(who))
        return { points: counted.consumedPoints, refusal: refusalOf(counted) }
      } catch (fault) {
        if (!(fault instanceof RateLimiterRes)) throw fault
        throw refusalOf(fault)
      }
    },
    /** Whether it was counted within the time of the limit. */
    async isCounted(who: string): Promise<boolean> {
      return (await counter.get(keyOf(who))) !== null
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

/** Counts a call of a public form, or of an endpoint that is as expensive. */
export async function limitForm(name: string, from: string) {
  const form = forms.get(name) ?? limiter(name, callLimits.form)
  forms.set(name, form)
  await form.count(networkOf(from))
}

/** Counts writes of readers by account, everything else by network. */
export async function limitRequests(
  address: string,
  { limited }: Pick<Endpoint, 'limited'>,
  context: { address: string; reader?: { id: string } },
) {
  if (limited === 'form') await limitForm(address, context.address)
  else if (limited === 'crowd') await ofCrowd.count(networkOf(context.address))
  else if (context.reader && !address.startsWith('GET ')) await ofReader.count(context.reader.id)
}

/** The first 64 bits of an IPv6 address, since one subscriber has all 2^64 of the rest. */
export function networkOf(address: string): string {
  // unchecked pattern: an IP address is short.
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

/** The key is hashed: the table holds neither network nor e-mail addresses. */
function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url')
}

interface Attempt {
  account: string
  network: string
  /** The device id of a browser in which this account was signed in before. */
  knownDevice?: string | undefined
}

/** Counts wrong passwords (docs/decisions/0011); `name` separates the counters. */
export function signInLimits(name: string) {
  const { account: points, network, minutes } = wrongSignIns
  const ofAccount = limiter(name, { points, minutes })
  const ofNetwork = limiter(`${name}-from`, { points: network.refusedFrom - 1, minutes })
  const turns = new Map<string, LimitFunction>()

  /** One at a time for an account, so that simultaneous correct passwords do not use up the limit for wrong ones. */
  async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const turn = turns.get(key) ?? pLimit(1)
    turns.set(key, turn)
    try {
      return await turn(task)
    } finally {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(key)
    }
  }

  return {
    /**
     * Runs the check of a password, which resolves to nothing when it is wrong. Throws with `Retry-After` when there
     * were too many wrong ones.
     */
    attempt<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
      const { knownDevice } = attempt
      const account = knownDevice ? `${attempt.account} ${knownDevice}` : attempt.account
      return inTurn(account, async () => {
        // An attempt is counted before the check, so that simultaneous guesses count too.
        const counted = knownDevice ? undefined : await ofNetwork.count(attempt.network)
        let found: T | undefined
        let isWrong = false
        try {
          await ofAccount.count(account)
          found = await check()
          isWrong = found === undefined
        } finally {
          if (!isWrong) {
            await ofAccount.giveBack(account)
            if (counted) await ofNetwork.giveBack(attempt.network)
          }
        }
        if (isWrong && counted && counted.points >= network.wrongRefusedFrom) throw counted.refusal
        return found
      })
    },
    async forget(account: string) {
      await ofAccount.forget(account)
    },
  }
}
