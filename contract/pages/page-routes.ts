import { knownCategory } from '../magazine/category-list.ts'

export interface PageRoute {
  /**
   * - `file`: a file of the release, made once for the site's code and address;
   * - `data`: a file of the release, made again whenever the public data changes;
   * - `shared`: rendered when it is asked for, the same for everybody, cached until the public data changes;
   * - `gated`: as `shared`, but sent only to those whom `gate` lets in, and kept by no cache in front;
   * - `personal`: rendered for the one person who asks, never cached.
   */
  kind: 'file' | 'data' | 'shared' | 'gated' | 'personal'
  /** Parameters that make another page, rendered on demand; all others change nothing. */
  query?: readonly string[]
  /** With such a query the page is personal. */
  isPersonalWithQuery?: true
  /** Path of the fragment that `?part` renders alone. */
  fragment?: string
  hasReaderPage?: true
  /** Leaves out whole sections under data saver; other pages only pictures (specification 3.10). */
  hasLitePage?: true
  /** Allowed values of the parameter; any other is a 404. */
  isKnown?: (value: string) => boolean
  /** The address contains a secret: the referrer is only the origin. */
  isSecret?: true
  /** Endpoint that tells whether its subject exists, much cheaper than rendering the page. */
  subject?: `GET ${string}`
  /** Endpoint that tells why it is there no more: its page says so with 410. */
  gone?: 'GET /stories/:id/gone' | 'GET /editions/:week/gone'
  /** Endpoint that tells what opens the page to whoever asks, and where everybody else is led. */
  gate?: 'GET /books/:id/read-access'
  /** The words of its title may stand in place of the id (`page_slugs`). */
  hasSlug?: true
  /** `search` looks among the books: what finds nothing is one page for all, with the typed text filled in. */
  searchesBooks?: true
  /** Pages under `match` are sent to a browser that has this one as differences to it, for so many seconds. */
  dictionary?: { match: string; seconds: number }
}

const shelf = {
  kind: 'data',
  query: ['search', 'category', 'price', 'page'],
  fragment: '/fragments/shelf',
  searchesBooks: true,
} as const

const reporting = { kind: 'shared', query: ['sent'], isPersonalWithQuery: true } as const

const anHour = 3600

const chapters = { kind: 'gated', gate: 'GET /books/:id/read-access' } as const

const isCategory = (slug: string) => knownCategory(slug) !== undefined

/** Every address outside `/api` and `/uploads`. Service, builder, nginx, service worker and log go by this table. */
export const pageRoutes = {
  '/': {
    kind: 'data',
    query: ['category', 'page'],
    fragment: '/fragments/story-cards',
    hasReaderPage: true,
    hasLitePage: true,
    dictionary: { match: '/*', seconds: 14 * 24 * anHour },
  },
  '/books': shelf,
  '/resources': shelf,
  '/story/:id': {
    kind: 'shared',
    subject: 'GET /stories/:id',
    gone: 'GET /stories/:id/gone',
    hasSlug: true,
    dictionary: { match: '/story/*', seconds: 4 * anHour },
  },
  '/book/:id': {
    kind: 'shared',
    subject: 'GET /books/:id',
    hasSlug: true,
    dictionary: { match: '/book/*', seconds: 4 * anHour },
  },
  '/book/:id/invoice': { kind: 'shared', subject: 'GET /books/:id' },
  '/book/:id/sample': { kind: 'shared', subject: 'GET /books/:id/sample' },
  '/book/:id/read': { ...chapters, dictionary: { match: '/book/*/read/*', seconds: 4 * anHour } },
  '/book/:id/read/search': { ...chapters, query: ['q'] },
  '/book/:id/read/notes': chapters,
  '/book/:id/read/stamp.svg': { kind: 'personal' },
  '/book/:id/read/:number': {
    ...chapters,
    dictionary: { match: '/book/*/read/*', seconds: 4 * anHour },
  },
  '/book/:id/reviews': { kind: 'shared', query: ['page'], subject: 'GET /books/:id' },
  '/story/:id/report': { ...reporting, subject: 'GET /stories/:id' },
  '/review/:id/report': { ...reporting, subject: 'GET /reviews/:id' },
  '/author/:slug/report': { ...reporting, subject: 'GET /authors/:slug' },
  '/author/:slug': { kind: 'shared', query: ['page'], subject: 'GET /authors/:slug' },
  '/category/:slug': { kind: 'shared', query: ['page'], isKnown: isCategory },
  '/category/:slug/rss.xml': { kind: 'shared', isKnown: isCategory },
  '/corrections': { kind: 'shared', query: ['page'] },
  '/editions': { kind: 'shared' },
  '/edition/:week': {
    kind: 'shared',
    subject: 'GET /editions/:week',
    gone: 'GET /editions/:week/gone',
  },
  '/publications': { kind: 'data' },
  '/publications/:id': { kind: 'shared', subject: 'GET /publications/:id' },
  '/search': {
    kind: 'file',
    query: ['q', 'page'],
    // Searches are private and unbounded.
    isPersonalWithQuery: true,
  },
  '/about': { kind: 'file' },
  '/help': { kind: 'file' },
  '/standards': { kind: 'shared' },
  '/accessibility': { kind: 'file' },
  '/terms': { kind: 'file' },
  '/privacy': { kind: 'file' },
  '/privacy/request': { kind: 'file', query: ['sent', 'id', 'proof'], isPersonalWithQuery: true },
  '/terms/:day': { kind: 'shared', subject: 'GET /terms/:day' },
  '/privacy/:day': { kind: 'shared', subject: 'GET /privacy/:day' },
  '/offline': { kind: 'file' },
  '/404': { kind: 'file' },
  '/sign-in': { kind: 'file', query: ['mode', 'returnTo', 'token'], isPersonalWithQuery: true },
  '/submit': { kind: 'file', query: ['story', 'sent'], isPersonalWithQuery: true },
  '/publish': { kind: 'file', query: ['sent'], isPersonalWithQuery: true },
  '/newsletter': { kind: 'file', query: ['state', 'token', 'follow'], isPersonalWithQuery: true },
  '/follow/:kind/:name': {
    kind: 'shared',
    query: ['state'],
    isPersonalWithQuery: true,
    subject: 'GET /follows/:kind/:name',
  },
  '/newsletter/preferences': { kind: 'personal', isSecret: true },
  '/account': { kind: 'personal' },
  '/account/books': { kind: 'personal' },
  '/account/edit/:id': { kind: 'personal' },
  '/guardian/:id': { kind: 'personal', isSecret: true },
  '/orders/find': { kind: 'personal' },
  '/order/:reference': { kind: 'personal', isSecret: true },
  '/download/:token': { kind: 'personal', isSecret: true },
  '/redeem': { kind: 'personal' },
  '/gift/:token': { kind: 'personal', isSecret: true },
  '/statement/:token': { kind: 'personal', isSecret: true },
  '/test-checkout/:reference': { kind: 'personal' },
  '/admin/login': { kind: 'file' },
  '/admin/dashboard': { kind: 'file' },
  '/admin/books': { kind: 'file' },
  '/admin/books/new': { kind: 'file' },
  '/admin/books/:id/edit': { kind: 'shared' },
  '/admin/stories': { kind: 'file' },
  '/admin/stories/new': { kind: 'file' },
  '/admin/stories/:id/edit': { kind: 'shared' },
  '/admin/stories/:id/revisions': { kind: 'shared' },
  '/admin/calendar': { kind: 'file' },
  '/admin/authors': { kind: 'file' },
  '/admin/editions': { kind: 'file' },
  '/admin/reports': { kind: 'file' },
  '/admin/data-requests': { kind: 'file' },
  '/admin/requests': { kind: 'file' },
  '/admin/reviews': { kind: 'file' },
  '/admin/orders': { kind: 'file' },
  '/admin/invoices': { kind: 'file' },
  '/admin/discounts': { kind: 'file' },
  '/admin/publications': { kind: 'file' },
  '/admin/statements': { kind: 'file' },
  '/admin/newsletter': { kind: 'file' },
  '/admin/newsletter/import': { kind: 'file' },
  '/admin/letters': { kind: 'file' },
  '/admin/letters/new': { kind: 'file' },
  '/admin/letters/domain': { kind: 'file' },
  '/admin/letters/:id': { kind: 'shared' },
  '/admin/letters/:id/edit': { kind: 'shared' },
  '/admin/letters/:id/revisions': { kind: 'shared' },
  '/admin/activity': { kind: 'file' },
  '/admin/deleted': { kind: 'file' },
  '/admin/figures': { kind: 'file' },
  '/admin/people': { kind: 'file' },
  '/admin/account': { kind: 'file' },
  '/admin/settings': { kind: 'file' },
  '/admin/studio': { kind: 'file' },
  '/admin/studio/categories': { kind: 'file' },
  '/admin/studio/mails': { kind: 'file' },
  '/admin/studio/menu': { kind: 'file' },
  '/admin/studio/look': { kind: 'file' },
  '/admin/studio/:group': { kind: 'shared' },
  '/admin/business': { kind: 'file' },
  '/admin/business/payments': { kind: 'file' },
  '/admin/business/recovery-sheet': { kind: 'file' },
  '/admin/server': { kind: 'file' },
  '/admin/appearance': { kind: 'file' },
  '/admin/first-steps': { kind: 'file' },
  '/admin/first-steps/what-happens-now': { kind: 'file' },
  '/admin/first-steps/begin': { kind: 'file' },
  '/admin/forgot': { kind: 'file' },
  '/admin/join': { kind: 'file' },
  '/admin/end-session': { kind: 'file' },
  '/admin/business/not-me': { kind: 'file' },
  '/admin/business/arrived': { kind: 'file' },
  '/admin/link': { kind: 'file' },
  '/rss.xml': { kind: 'shared' },
  '/opds': { kind: 'shared' },
  '/opds/books': { kind: 'shared', query: ['search', 'category', 'page'] },
  '/opds/publications': { kind: 'shared' },
  '/opds/library/:token': { kind: 'personal', isSecret: true },
  '/opds/search.xml': { kind: 'shared' },
  '/sitemap.xml': { kind: 'shared' },
  '/sitemap-:part.xml': { kind: 'shared' },
  '/robots.txt': { kind: 'file' },
  '/manifest.webmanifest': { kind: 'file' },
  '/.well-known/security.txt': { kind: 'shared' },
} as const satisfies Record<string, PageRoute>

export type PagePattern = keyof typeof pageRoutes

/** The only pages that a device may cache. Separate, so that the service worker ships only this. */
export const offlinePages: { always: PagePattern[]; withoutQuery: PagePattern[] } = {
  always: ['/story/:id', '/book/:id', '/publications/:id', '/about', '/help', '/terms', '/privacy'],
  // Their queries make unbounded pages.
  withoutQuery: ['/', '/books', '/resources', '/search'],
}
