import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { IssueGroup } from '#contract/states.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'
import { keptNotSent } from '#site/messages/admin-messages.ts'

export type IssueRow = OutputOf<'GET /admin/letters'>[number]

type Stated = Pick<IssueRow, 'state' | 'isOverdue' | 'secondsLeft' | 'wasKept'>

export const stateLabels: Record<IssueRow['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  sent: 'Sent',
}

export function stateLabel({ state, isOverdue, secondsLeft, wasKept }: Stated): string {
  if (isOverdue) return 'Overdue'
  if (state === 'sent' && wasKept) return 'Kept, not sent'
  return secondsLeft === null ? stateLabels[state] : 'Starts soon'
}

export const groupLabels: Record<IssueGroup, string> = {
  sending: 'Sending',
  scheduled: 'Scheduled',
  draft: 'Drafts',
  sent: 'Sent',
}

const stateBadgeClasses: Record<IssueRow['state'], string> = {
  draft: badgeClasses.plain,
  scheduled: badgeClasses.planned,
  sending: badgeClasses.good,
  paused: badgeClasses.wait,
  stopped: badgeClasses.plain,
  sent: badgeClasses.good,
}

export const stateBadgeClass = ({ state, isOverdue, wasKept }: Stated) =>
  isOverdue ? badgeClasses.bad : wasKept ? badgeClasses.plain : stateBadgeClasses[state]

export const issueLabels = {
  isNoDraft:
    'This newsletter is scheduled, or was sent: it cannot be changed here. Unschedule it first, or write a new one.',
  nobody:
    'Nobody would get it yet: subscribers join by the form on your site. The newsletter stays a draft.',
  missing:
    'Readers cannot open these any more, so they are left out. Publish them, or take them out of the text:',
  tested: (to: string, isMailOff: boolean) =>
    isMailOff
      ? `The test for ${to}: ${keptNotSent}`
      : `A test is on its way to ${to}. Look at it on your phone, too.`,
}
