import { apiError } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import type { AgeBand } from '#contract/magazine/age-bands.ts'
import { awaitedOf, findAgeBand, findGuardianOf, setAgeBand } from './guardians.queries.ts'

/** Asked before a reader's first submission or review. Call it outside of the transaction: an answer is final. */
export async function requireAge(readerId: string, told: AgeBand | undefined) {
  if (told) await setAgeBand(readerId, told)
  const [ageBand, guardian] = await Promise.all([findAgeBand(readerId), findGuardianOf(readerId)])
  if (!ageBand) throw apiError('invalid', { ageBand: [formMessages.ageBand] })
  if (ageBand === 'under-13' && awaitedOf(ageBand, guardian)) throw apiError('onlyReads')
}
