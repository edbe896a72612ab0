import { paths } from './paths.ts'

interface Named {
  id: string
  slug: string | null
}

/**
 * Addresses that leave the site, in words: canonical links, feeds, shared links, mails. Links of the site name the id, which
 * never needs a redirect.
 */
export const sharedPaths = {
  story: ({ id, slug }: Named) => paths.story(slug ?? id),
  book: ({ id, slug }: Named) => paths.book(slug ?? id),
}
