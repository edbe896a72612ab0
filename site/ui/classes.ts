/** Classes that recur where a component would be in the way: on links and buttons, in islands and in pages. */
export const textButtonClass = 'btn-text inline-flex items-center gap-10 min-h-44 font-semibold'
/** The words of a text button, beside its icon. */
export const textButtonWordsClass = 'underline decoration-2 underline-offset-5'
export const iconButtonClass = 'inline-grid place-items-center min-w-44 min-h-44 rounded-2'
/** A fact about something, with its icon: how long it takes to read, when it was published. */
export const metaClass = 'inline-flex items-center gap-6 text-13 text-ink-2'
export const linkClass = 'text-link underline underline-offset-3'
export const pageTitleClass = 'text-44/97 tracking-closer md:text-84/95'
/** Of a section's heading. */
export const headingClass = 'text-30/106 tracking-close md:text-46'
