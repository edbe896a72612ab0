import type { PriceBucket } from './magazine/price-buckets.ts'

/** Links that scripts of readers build too: every line is sent to all of them. */
export const paths = {
  home: '/',
  stories: '/#stories',
  about: '/about',
  books: '/books',
  resources: '/resources',
  publish: '/publish',
  submit: '/submit',
  submitted: (id: string) => `/submit?${new URLSearchParams({ story: id })}`,
  account: '/account',
  /** The edits to a contributor's story, for their review. */
  edit: (id: string) => `/account/edit/${id}`,
  /** Where a reader enters their age and names a guardian. */
  guardian: '/account#guardian',
  /** The page after a submission was sent in again. */
  sentAgain: '/account?done=sent',
  help: '/help',
  newsletter: '/newsletter',
  search: '/search',
  logout: '/api/logout',
  signIn: (mode?: 'create' | 'forgot' | 'sent' | 'changed', returnTo?: string) => {
    const query = new URLSearchParams({ ...(mode && { mode }), ...(returnTo && { returnTo }) })
    return query.size > 0 ? `/sign-in?${query}` : '/sign-in'
  },
  accountExport: '/api/account/export',
  terms: '/terms',
  privacy: '/privacy',
  feed: '/rss.xml',
  securityContact: '/.well-known/security.txt',
  publications: '/#publications',
  publication: (id: string) => `/publications/${id}`,
  /** The list of stories saved on the device. */
  offline: '/offline',
  worker: '/sw.js',
  story: (id: string) => `/story/${id}`,
  book: (id: string) => `/book/${id}`,
  /** The opening of a book, to be read before buying. */
  sample: (id: string) => `/book/${id}/sample`,
  storiesIn: (category: string) => `/?${new URLSearchParams({ category })}#stories`,
  storiesPage: (category: string | undefined, page: number) =>
    `/?${new URLSearchParams({ ...(category && { category }), page: String(page) })}#stories`,
  booksIn: (category: string) => `/books?${new URLSearchParams({ category })}`,
  /** One page of a filtered shelf; unset filters are left out of the address. */
  shelf: (
    base: string,
    filter: { search?: string; category?: string; price?: PriceBucket; page?: number },
  ) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filter)) {
      if (value && !(name === 'page' && value === 1)) query.set(name, String(value))
    }
    return query.size > 0 ? `${base}?${query}` : base
  },
  /** A fragment of a page, for a script to insert into the open one. */
  part: (address: string) => {
    const [path = '', query = ''] = (address.split('#')[0] ?? '').split('?')
    return `${path}?${query ? `${query}&` : ''}part`
  },
  magazine: (id: string) => `/api/magazines/${id}.pdf`,
  magazineDownload: (id: string) => `/api/magazines/${id}.pdf?download=1`,
  storySharePicture: (id: string) => `/api/share-pictures/story/${id}.jpg`,
  bookSharePicture: (id: string) => `/api/share-pictures/book/${id}.jpg`,
  siteSharePicture: '/api/share-pictures/site.jpg',
}
