import { type ActivityAction, activityLabels } from '#contract/kinds/kinds.ts'

/** They are those of one day; the line is placed at the time of the last. */
export const failedSignIns = (count: number) =>
  `${count} sign-ins failed on this day, the last at this time`

/** `action`: what was taken back; null if its line is gone. */
export const undoneLabel = (action: string | null) =>
  `Undid: ${activityLabels[action as ActivityAction]?.replace(/^./, (first) => first.toLowerCase()) ?? ''}`
