/** Class lists that recur, in islands and in pages. Classes that a caller may override are in styles/base.css. */
export const skipLinkClass =
  'absolute left-8 bottom-full z-30 px-16 py-12 bg-ink text-paper focus:bottom-auto focus:top-8'
/** A labelled fact with its icon: reading time, publication date. */
export const metaClass = 'inline-flex items-center gap-6 text-13 text-ink-2'
export const linkClass = 'text-link underline underline-offset-3'
export const pageTitleClass = 'text-44/97 tracking-closer md:text-84/95'
export const headingClass = 'text-30/106 tracking-close md:text-46'

/** Names are 2 to 28 characters long: beside the logo they have some 150 pixels on a phone, and 150 in the admin. */
function lengthOf(name: string) {
  if (name.length <= 10) return 'short'
  return name.length <= 15 ? 'middle' : 'long'
}

const wordmarkClasses = {
  short: 'font-heavy text-25/100 font-display tracking-closer md:text-29',
  middle: 'font-heavy text-20/100 font-display tracking-closer md:text-26',
  long: 'font-heavy text-17/100 font-display tracking-closer md:text-22',
}

export const wordmarkClass = (name: string) => wordmarkClasses[lengthOf(name)]

// Where a tagline has no room in one line it is left out, never cut: so wide are its letters at most.
const taglineClasses = {
  short: '[@container(max-width:13.25em)]:hidden',
  middle: '[@container(max-width:18em)]:hidden',
  long: '[@container(max-width:23em)]:hidden',
}

/** The room of logo, name and tagline in the header. */
const brandWidthClasses = {
  short: 'max-w-[260px]',
  middle: 'max-w-[300px]',
  long: 'max-w-[350px]',
}

/** Taglines have up to 40 letters. */
function lengthOfTagline({ length }: string) {
  if (length <= 23) return 'short'
  return length <= 31 ? 'middle' : 'long'
}

export const taglineClass = (tagline: string) => taglineClasses[lengthOfTagline(tagline)]
export const brandWidthClass = (tagline: string) => brandWidthClasses[lengthOfTagline(tagline)]

const adminWordmarkClasses = {
  short: 'font-display text-25/100 font-heavy tracking-closer',
  middle: 'font-display text-20/105 font-heavy tracking-closer',
  long: 'font-display text-17/110 font-heavy tracking-closer',
}

/** The same in the admin's narrow bar. */
export const adminWordmarkClass = (name: string) => adminWordmarkClasses[lengthOf(name)]

const mastheadClasses = {
  short: 'text-[15.5cqw]/110',
  middle: 'text-[11cqw]/110',
  long: 'text-[8.6cqw]/110',
}

/** The same as the masthead of a drawn cover, in hundredths of its width. */
export const mastheadClass = (name: string) => mastheadClasses[lengthOf(name)]
