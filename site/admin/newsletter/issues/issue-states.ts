import type { OutputOf } from '#contract/endpoints/contract.ts'
import { goodBadgeClass, plainBadgeClass } from '#site/admin/ui/classes.ts'

export type IssueRow = OutputOf<'GET /admin/letters'>[number]

export const stateLabels: Record<IssueRow['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Being sent',
  paused: 'Paused',
  stopped: 'Stopped',
  sent: 'Sent',
}

export const stateLabel = ({ state, isOverdue }: Pick<IssueRow, 'state' | 'isOverdue'>) =>
  isOverdue ? 'Missed its time' : stateLabels[state]

export const stateBadgeClass = ({ state }: Pick<IssueRow, 'state'>) =>
  state === 'sent' || state === 'sending' ? goodBadgeClass : plainBadgeClass
