import type { OutputOf } from '#contract/endpoints/contract.ts'
import { goodBadgeClass, plainBadgeClass } from '#site/admin/ui/classes.ts'

export type LetterRow = OutputOf<'GET /admin/letters'>[number]

export const stateLabels: Record<LetterRow['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Being sent',
  paused: 'Paused',
  stopped: 'Stopped',
  sent: 'Sent',
}

export const stateLabel = ({ state, isOverdue }: Pick<LetterRow, 'state' | 'isOverdue'>) =>
  isOverdue ? 'Missed its time' : stateLabels[state]

export const stateBadgeClass = ({ state }: Pick<LetterRow, 'state'>) =>
  state === 'sent' || state === 'sending' ? goodBadgeClass : plainBadgeClass
