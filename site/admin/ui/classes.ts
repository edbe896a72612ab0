/** Class lists that recur on the admin pages. */

export const titleClass = 'text-38/100 tracking-closer md:text-56'
/** A page's title, and its actions beside it. */
export const headClass = 'flex flex-wrap items-end justify-between gap-x-24 gap-y-12'
export const leadClass = 'mt-10 text-ink-2'

/** Buttons in a row, smaller than single ones. */
export const actionsClass = 'flex flex-wrap gap-10'
export const actionClass = 'btn min-h-44 px-18 text-15'
export const outlineClass = 'btn btn-outline min-h-44 px-18 text-15'
export const dangerClass = 'btn btn-outline min-h-44 px-18 text-15 !text-danger'

/** One row of a list, the name in it, and the line below the name. */
export const rowClass = 'grid gap-14 border-b border-line py-18'
/** A row that can be selected: on a laptop its colour reaches beyond it, to the box. */
export const selectRowClass =
  "group relative isolate flex items-center gap-14 border-b border-line [-webkit-touch-callout:none] before:absolute before:-inset-x-16 before:inset-y-0 before:-z-[1] before:content-[''] md:before:-inset-x-32 " +
  'md:focus-within:before:bg-sunk md:hover:before:bg-sunk'
export const rowTitleClass = 'text-17/120 md:text-19/120'
export const bylineClass = 'text-14/150 text-ink-2'
export const factsClass = 'mt-6 flex flex-wrap items-center gap-x-12 gap-y-6 text-14'
export const priceClass = 'font-display text-18/120 font-heavy'
export const statNameClass =
  'flex items-center gap-8 text-ink-2 [&>svg]:flex-none [&>svg]:text-accent'
/** The summary of a table or a list of events. */
export const summaryClass = 'min-h-44 w-fit cursor-pointer py-11 font-semibold leading-[22px]'
/** A link with the hit area of a button. */
export const linkClass = 'text-link underline underline-offset-3 inline-flex min-h-44 items-center'
export const skeletonClass = 'animate-skeleton bg-sunk'

/** The badge of a state: done well, nothing in particular, waits for somebody, has a time, is wrong. */
export const badgeClasses = {
  good: 'badge bg-[#cfebd6] text-[#124a2a] dark:bg-green dark:text-on-green',
  plain: 'badge bg-[#e9e0cc] text-[#3a352a] dark:bg-grey dark:text-on-grey',
  wait: 'badge bg-[#fee29d] text-[#4a3600] dark:bg-gold dark:text-on-gold',
  planned: 'badge bg-[#dde4fb] text-[#1d2b6b] dark:bg-blue dark:text-on-blue',
  bad: 'badge bg-[#fbd5d3] text-[#8b1219] dark:bg-red dark:text-on-red',
}

/** The number of pending items beside a name, and the colour of what somebody waits for. */
export const countClass = 'min-w-22 rounded-2 px-6 py-1 text-center text-13 font-semibold'
export const alertClass = 'bg-[#b23f1e] text-white dark:bg-accent dark:text-paper'

/** A checkbox that acts at once, or switches something on. */
export const switchClass =
  'relative h-28 w-46 flex-none cursor-pointer appearance-none rounded-2 border-2 border-line-2 bg-surface ' +
  "before:absolute before:left-3 before:top-3 before:size-18 before:bg-line-2 before:content-[''] checked:border-brand " +
  'checked:bg-brand checked:before:left-auto checked:before:right-3 checked:before:bg-on-brand'

/** A dialog: at the foot of a phone's screen, in the middle of a larger one. */
export const dialogClass =
  'cut step-10 fixed inset-x-0 bottom-0 top-auto max-h-[92dvh] w-full max-w-none overflow-auto bg-surface ' +
  'px-16 pb-24 pt-36 sm:step-12 sm:inset-0 sm:m-auto sm:h-fit sm:w-[560px] sm:px-40 sm:pb-32 sm:pt-44'
