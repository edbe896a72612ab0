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
    const minutes = Math.ceil((due + handingOver) / perMinute)
    sentences.push(
      `About ${minutes === 1 ? 'a minute' : `${formatCount(minutes)} minutes`} left. You can close this page.`,
    )
  } else if (handingOver > 0) {
    sentences.push(
      `${formatCount(handingOver)} being delivered: about a minute left, or ${settledMinutes} if a sender stopped.`,
    )
  }
  if (deferred > 0 && nextTryAt) {
    sentences.push(
      `${formatCount(deferred)} mail ${deferred === 1 ? 'server' : 'servers'} asked us to wait. Next try ${formatMoment(nextTryAt)}.`,
    )
  }
  return sentences.join(' ') || 'Nobody is left.'
}

/** What was sent, as of a mail server. Without one mails are files here, and reach nobody. */
export function sentOf({
  sent,
  recipients,
  wasKept,
}: Pick<Progress, 'sent' | 'recipients' | 'wasKept'>): string {
  const whose = `${formatCount(sent)} of ${formatCount(recipients)}`
  return wasKept ? `${whose} kept here, not sent` : `${whose} sent`
}

/** Whole percent of the recipients to whom nothing is going any more; 100 only when it is all of them. */
export function percentDone({
  recipients,
  waiting,
  handingOver,
}: Pick<Progress, 'recipients' | 'waiting' | 'handingOver'>): number {
  if (recipients === 0) return 100
  return Math.floor(((recipients - waiting - handingOver) / recipients) * 100)
}
