import { apiErrorLater } from '#contract/errors.ts'
import { hashing } from '#contract/form-limits.ts'
import { type Caller, fairQueue } from '../load/fair-queue.ts'
import { hashInThread, verifyInThread } from './hash-in-thread.ts'

// OWASP's parameters: 19 MB and two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Limits hashing, which would take the CPU from all other requests (docs/decisions/0011). */
const inTurn = fairQueue(hashing, () => apiErrorLater('signInBusy', hashing.seconds))

/** Throws with `Retry-After` when too many wait. */
export function hashPassword(password: string, caller: Caller): Promise<string> {
  return inTurn(caller, () => hashInThread(sameOnAllKeyboards(password), cost))
}

let nobodys: Promise<string> | undefined

/**
 * Takes as long for an unknown reader or one without a password, so that the time does not reveal accounts. Throws with
 * `Retry-After` when too many wait.
 */
export function isPasswordOf(
  stored: string | null | undefined,
  password: string,
  caller: Caller,
): Promise<boolean> {
  return inTurn(caller, async () => {
    nobodys ??= hashInThread('nobody has this password', cost)
    const isRight = await verifyInThread(stored ?? (await nobodys), sameOnAllKeyboards(password))
    return isRight && typeof stored === 'string'
  })
}

/** Keyboards write ọ̀ as one code point or as three. */
function sameOnAllKeyboards(password: string): string {
  return password.normalize('NFC')
}
