/** Class lists that recur, in islands and in pages. Classes that a caller may override are in styles/base.css. */
export const skipLinkClass =
  'absolute left-8 bottom-full z-30 px-16 py-12 bg-ink text-paper focus:bottom-auto focus:top-8'
/** A labelled fact with its icon: reading time, publication date. */
export const metaClass = 'inline-flex items-center gap-6 text-13 text-ink-2'
export const linkClass = 'text-link underline underline-offset-3'
export const pageTitleClass = 'text-44/97 tracking-closer md:text-84/95'
export const headingClass = 'text-30/106 tracking-close md:text-46'
