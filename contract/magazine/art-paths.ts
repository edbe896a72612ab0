import type { SitePicture } from './art-look.ts'
import { seedOf } from './art-seed.ts'
import { slugOf } from './categories.ts'

interface Titled {
  title: string
  category: string
}

/** Where drawings are. They stand apart from `paths`, which every script of readers has. */
export const artPaths = {
  /** The art that replaces a missing picture: always the same for the same title and category. */
  story: ({ title, category }: Titled) => art('story', title, category),
  book: ({ title, category }: Titled) => art('book', title, category),
  /** A portrait from behind, for an author without a picture. */
  avatar: (name: string) => art('avatar', name, 'author'),
  /** A picture of the pages: its file, or where it is drawn in the colours of a look. */
  site: (name: SitePicture, file: string, look = lookOfPage()) =>
    look ? `/api/art/${look}/${name}.svg` : file,
}

function art(kind: string, title: string, category: string) {
  const look = lookOfPage()
  const slug = slugOf(artOfPage(kind, category) ?? category)
  return `/api/art/${kind}/${slug}/${seedOf(title, category)}${look ? `-${look}` : ''}.svg`
}

/** What the pictures of a category are drawn as, where that was chosen; of a script's page too. */
export function artOfPage(kind: string, category: string): string | undefined {
  const own = globalThis.document?.documentElement.dataset['art']
  return own && JSON.parse(own)[`${kind}/${slugOf(category)}`]
}

/** Of a script's page. The server knows none here: it writes the look into whole pages (site/middleware.ts). */
function lookOfPage() {
  return globalThis.document?.documentElement.dataset['look']
}
