/** How the blocks of a text look, in a story and in a book. */
export const blockClass = 'mb-[1.1em]'
export const headingClass = 'mt-[1.6em] mb-[0.5em] font-display'
export const quoteClass = `${blockClass} border-l-6 border-accent pl-16 italic`
export const pullQuoteClass =
  'my-[1.4em] border-y-2 border-ink py-[0.6em] font-display text-25/120 md:text-30/120'
export const bulletListClass = 'list-square pl-[1.2em]'
export const orderedListClass = 'list-decimal pl-[1.4em]'
export const belowClass = 'mt-8 font-sans text-14/140 text-ink-2'
