import pLimit, { type LimitFunction } from 'p-limit'
import { wrongSignIns } from '#contract/form-limits.ts'
import { limiter } from './rate-limit.ts'

export interface Attempt {
  account: string
  network: string
  /** What a browser is stored as that this account was signed in with before. */
  knownDevice?: string | undefined
}

/** Counts wrong passwords (docs/decisions/0011); `name` separates the counters. */
export function signInLimits(name: string) {
  const { account: points, network, minutes } = wrongSignIns
  const ofAccount = limiter(name, { points, minutes })
  const ofNetwork = limiter(`${name}-from`, { points: network.refusedFrom - 1, minutes })
  const turns = new Map<string, LimitFunction>()

  /** One after the other, so that right passwords sent at once do not use up the places of wrong ones. */
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
        // Before the check, so that guesses sent all at once are counted too.
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
