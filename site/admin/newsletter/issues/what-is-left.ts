import type { OutputOf } from '#contract/endpoints/contract.ts'
import { handingOverSeconds } from '#contract/limits.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'

export type Progress = OutputOf<'GET /admin/letters/:id/progress'>
type Left = Pick<Progress, 'waiting' | 'handingOver' | 'deferred' | 'nextTryAt' | 'perMinute'>

const settledMinutes = Math.ceil(handingOverSeconds / 60)

/** How long an issue still takes: the rate applies only to recipients who may be sent to now. */
export function whatIsLeft({ waiting, handingOver, deferred, nextTryAt, perMinute }: Left): string {
  const due = waiting - deferred
  const sentences = []
  if (due > 0) {
    const left = due + handingOver
    const minutes = Math.ceil(left / perMinute)
    sentences.push(
      `${formatCount(left)} to go, at most ${formatCount(perMinute)} a minute: about ${minutes === 1 ? 'a minute' : `${formatCount(minutes)} minutes`}.`,
    )
  } else if (handingOver > 0) {
    sentences.push(
      `${formatCount(handingOver)} being handed over: a minute, or ${settledMinutes} where a sender stopped in the middle.`,
    )
  }
  if (deferred > 0 && nextTryAt) {
    const whose =
      deferred === 1 ? 'is one whose server' : `are ${formatCount(deferred)} whose servers`
    sentences.push(
      `There ${whose} could not take the mail yet; tried again from ${formatMoment(nextTryAt)} on.`,
    )
  }
  return sentences.join(' ') || 'Nobody is left.'
}
