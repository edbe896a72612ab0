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
  /** What is shown beside a link to the story. */
  storyPicture: ({ id, sharedPhoto }: { id: string; sharedPhoto: string | null }) =>
    sharedPhoto
      ? `/api/share-pictures/story/${id}/${sharedPhoto}.jpg`
      : paths.storySharePicture(id),
}
