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

/** Texts of the issue editor. */
export const issueLabels = {
  isNoDraft:
    'This letter is scheduled, or was sent: it cannot be changed here. Take it off the schedule first, or write a new one.',
  missing:
    'Readers cannot open these any more, so they are left out. Publish them, or take them out of the text:',
  tested: (to: string) => `A test is on its way to ${to}. Look at it on your phone, too.`,
}
