import type { FollowedKind } from './newsletter/follows.ts'

// This is apart from paths.ts, which is sent to all readers whole: only what the server writes links here.

/** What a link does when it carries a proof or a token: whoever has it needs no sign-in. */
export const mailedPaths = {
  dataRequest: (id: string, proof: string) =>
    `/privacy/request?${new URLSearchParams({ id, proof })}`,
  guardian: (id: string, proof: string) => `/guardian/${id}?${new URLSearchParams({ proof })}`,
  resetPassword: (token: string) => `/sign-in?${new URLSearchParams({ mode: 'reset', token })}`,
  newsletterPreferences: (token: string) =>
    `/newsletter/preferences?${new URLSearchParams({ token })}`,
  statement: (token: string) => `/statement/${token}`,
  present: (token: string) => `/gift/${token}`,
}

/** Where a link of a mail to an endpoint, or a form, leads. */
export const outcomePaths = {
  account: (done: 'proven' | 'email' | 'not-proven') => `/account?${new URLSearchParams({ done })}`,
  newsletter: (
    state: 'confirmed' | 'expired' | 'leaving' | 'following' | 'late',
    token?: string,
    follow?: string,
  ) =>
    `/newsletter?${new URLSearchParams({ state, ...(token && { token }), ...(follow && { follow }) })}`,
  followConfirmed: (token: string) => `/api/follows/confirm?${new URLSearchParams({ token })}`,
  testCheckout: (reference: string) => `/test-checkout/${reference}`,
}

export const magazinePaths = {
  author: (slug: string) => `/author/${slug}`,
  /** All of them; `paths.publications` are the first few, on the landing page. */
  publications: '/publications',
  /** Where one begins to follow an author, by their slug, a category or a series. */
  follow: (kind: FollowedKind, name: string) => `/follow/${kind}/${name}`,
  standards: '/standards',
  accessibility: '/accessibility',
  corrections: '/corrections',
  /** The stories of each week in one file; `2026-48`. */
  editions: '/editions',
  edition: (week: string) => `/edition/${week}`,
  editionFile: (week: string, format: 'html' | 'pdf') => `/api/editions/${week}/stories.${format}`,
  /** Where anybody asks about their data. */
  dataRequest: '/privacy/request',
  reviews: (bookId: string) => `/book/${bookId}/reviews`,
  /** Where what stands at an address is reported. */
  report: (path: string) => `${path}/report`,
  review: (id: string) => `/review/${id}`,
  /** The feed of a category page. */
  feed: (path: string) => `${path}/rss.xml`,
}

/** One page of a list whose pages have addresses; the first has no number. */
export function pageOf(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path
}

interface BookList {
  search?: string | undefined
  category?: string | undefined
  page?: number
}

/** The catalogue for reading apps. */
export const opdsPaths = {
  root: '/opds',
  publications: '/opds/publications',
  search: '/opds/search.xml',
  /** A reader's own books; whoever has the address can download them. */
  library: (token: string, page = 1) =>
    page > 1 ? `/opds/library/${token}?page=${page}` : `/opds/library/${token}`,
  books: ({ search, category, page }: BookList) => {
    const query = new URLSearchParams({
      ...(search && { search }),
      ...(category && { category }),
      ...(page && page > 1 && { page: String(page) }),
    })
    return query.size > 0 ? `/opds/books?${query}` : '/opds/books'
  },
}

/** Where a provider reports what happens to a payment or a mail. */
export const webhookPath = (provider: string) => `/api/webhooks/${provider}`
