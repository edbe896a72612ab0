/** Class lists that recur, in islands and in pages. Classes that a caller may override are in styles/base.css. */
export const skipLinkClass =
  'absolute left-8 bottom-full z-30 px-16 py-12 bg-ink text-paper focus:bottom-auto focus:top-8'
/** A labelled fact with its icon: reading time, publication date. */
export const metaClass = 'inline-flex items-center gap-6 text-13 text-ink-2'
export const linkClass = 'text-link underline underline-offset-3'
export const pageTitleClass = 'text-44/97 tracking-closer md:text-84/95'
export const headingClass = 'text-30/106 tracking-close md:text-46'

/** Names are 2 to 28 characters long: beside the logo they have some 150 pixels on a phone, and 216 in the admin. */
const bySize = <Value>(name: string, [short, middle, long]: readonly [Value, Value, Value]) => {
  if (name.length <= 10) return short
  return name.length <= 15 ? middle : long
}

const wordmark = 'font-display font-heavy tracking-closer'

/** The magazine's name beside its logo. */
export const wordmarkClass = (name: string) =>
  `${wordmark} ${bySize(name, ['text-25/100 md:text-29', 'text-20/100 md:text-26', 'text-17/105 md:text-22'])}`

/** The same in the admin's narrow bar. */
export const adminWordmarkClass = (name: string) =>
  `${wordmark} ${bySize(name, ['text-25/100', 'text-20/105', 'text-17/110'])}`

/** The same as the masthead of a drawn cover, in hundredths of its width. */
export const mastheadClass = (name: string) =>
  bySize(name, ['text-[15.5cqw]/110', 'text-[11cqw]/110', 'text-[8.6cqw]/110'])
