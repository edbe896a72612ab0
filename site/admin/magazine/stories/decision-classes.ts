import { actionsClass } from '#site/admin/ui/classes.ts'

/** Buttons of which three fit beside each other on a phone. */
export const decisionsClass = `${actionsClass} max-sm:gap-6`
export const decisionClass = 'max-sm:flex-auto max-sm:px-8 max-sm:text-14'
