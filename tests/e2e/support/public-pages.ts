import type { APIRequestContext } from 'playwright/test'
import type { PagePattern } from '#contract/pages/page-routes.ts'
import { booksOf, bookTitled, magazinePages, storiesOf } from './content.ts'

/** What is no page that somebody reads, the admin pages, and those of one person, which have specs of their own. */
type Apart =
  | `${string}${'.xml' | '.txt' | '.webmanifest'}`
  | `/admin/${string}`
  | `/opds${string}`
  | '/newsletter/preferences'
  | '/book/:id/read/stamp.svg'
  | '/account/edit/:id'
  | '/guardian/:id'
  | '/download/:token'
  | '/gift/:token'
  | '/order/:reference'
  | '/statement/:token'
  | '/test-checkout/:reference'

export interface PublicPage {
  path: string
  /** Whether there is nothing at its address. */
  isMissing: boolean
}

/** What needs the most room. */
export const longest = <T extends { title: string }>(all: T[]) =>
  [...all].sort((a, b) => b.title.length - a.title.length)[0]

/** The id of the book that everybody may read. */
const freeBook = async (request: APIRequestContext) =>
  (await bookTitled(request, 'Ascend Quarterly: The First Issue')).id

/** The addresses of each line of the table that look different. */
const pages = {
  '/': async () => ['/', '/?category=Nothing+Yet', '/?category=Faith+and+Inspiration'],
  '/books': async () => ['/books', '/books?search=zzzz'],
  '/resources': async () => ['/resources'],
  '/story/:id': async (request) => [
    `/story/${longest(await storiesOf(request))?.id}`,
    `/story/${(await storiesOf(request))[0]?.id}`,
    '/story/no-such-story',
  ],
  '/story/:id/report': async (request) => [
    `/story/${longest(await storiesOf(request))?.id}/report`,
    '/story/no-such-story/report',
  ],
  '/review/:id/report': async () => ['/review/no-such-review/report'],
  '/author/:slug/report': async () => [`${magazinePages[0]}/report`],
  '/book/:id': async (request) => [`/book/${longest(await booksOf(request))?.id}`],
  '/book/:id/invoice': async (request) => [
    `/book/${longest(await booksOf(request))?.id}/invoice`,
    '/book/no-such-book/invoice',
  ],
  '/book/:id/sample': async (request) => [
    `/book/${longest(await booksOf(request))?.id}/sample`,
    '/book/no-such-book/sample',
  ],
  '/book/:id/read': async (request) => [`/book/${await freeBook(request)}/read`],
  '/book/:id/read/search': async (request) => [
    `/book/${await freeBook(request)}/read/search`,
    `/book/${await freeBook(request)}/read/search?q=goalkeeper`,
  ],
  '/book/:id/read/notes': async (request) => [`/book/${await freeBook(request)}/read/notes`],
  '/book/:id/read/:number': async (request) => [
    `/book/${await freeBook(request)}/read/3`,
    '/book/no-such-book/read/1',
  ],
  '/book/:id/reviews': async (request) => [`/book/${longest(await booksOf(request))?.id}/reviews`],
  '/author/:slug': async () => [magazinePages[0], '/author/no-such-author'],
  '/follow/:kind/:name': async () => [
    `/follow${magazinePages[0]}`,
    '/follow/author/no-such-author',
  ],
  '/category/:slug': async () => [magazinePages[1]],
  '/corrections': async () => ['/corrections'],
  '/editions': async () => ['/editions'],
  '/edition/:week': async () => ['/edition/no-such-week'],
  '/publications': async () => ['/publications'],
  '/publications/:id': async () => [
    '/publications/best-and-brains-full',
    '/publications/growing-right',
  ],
  '/search': async () => [
    '/search?q=school',
    '/search?q=zzyzxqwv',
    `/search?q=${'Nnwakaegoonwuachimba'.repeat(4)}`,
  ],
  '/about': async () => ['/about'],
  '/help': async () => ['/help'],
  '/standards': async () => ['/standards'],
  '/accessibility': async () => ['/accessibility'],
  '/terms': async () => ['/terms'],
  '/privacy': async () => ['/privacy'],
  '/terms/:day': async () => ['/terms/no-such-version'],
  '/privacy/request': async () => ['/privacy/request', '/privacy/request?id=1&proof=x'],
  '/privacy/:day': async () => ['/privacy/no-such-version'],
  '/offline': async () => ['/offline'],
  '/404': async () => ['/nowhere'],
  '/sign-in': async () => [
    '/sign-in',
    '/sign-in?mode=create',
    '/sign-in?mode=forgot',
    '/sign-in?mode=reset&token=x',
  ],
  '/submit': async () => ['/submit'],
  '/publish': async () => ['/publish'],
  '/newsletter': async () => ['/newsletter'],
  '/account': async () => ['/account'],
  '/account/books': async () => ['/account/books'],
  '/orders/find': async () => ['/orders/find'],
  '/redeem': async () => ['/redeem'],
} satisfies Record<Exclude<PagePattern, Apart>, (request: APIRequestContext) => Promise<string[]>>

/** So many parts of the same length, which run side by side. */
export const parts = [0, 1, 2, 3]

export async function pagesOfPart(request: APIRequestContext, part: number): Promise<PublicPage[]> {
  const all = await Promise.all(Object.values(pages).map((list) => list(request)))
  return all
    .flat()
    .filter((_, index) => index % parts.length === part)
    .map((path) => ({ path, isMissing: path === '/nowhere' || path.includes('/no-such') }))
}
