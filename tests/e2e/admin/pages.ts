import type { APIRequestContext, Page } from 'playwright/test'
import { booksOf, storiesOf } from '../support/content.ts'
import { expect } from '../support/test.ts'
import { withToken } from './colleagues.ts'
import { theDraft } from './magazine/drafts.ts'
import { theIssue } from './newsletter/issues.ts'
import { theToken } from './publisher.ts'

/** Every admin page, that of signing in first; those that show one thing get the first that there is. */
export async function pagesOf(request: APIRequestContext): Promise<string[]> {
  const [book] = await booksOf(request)
  const stories = await storiesOf(request)
  // The editor shows it in a line of its own.
  const story = stories.reduce((a, b) => (b.category.length > a.category.length ? b : a))
  return [
    '/admin/login',
    '/admin/dashboard',
    '/admin/dashboard?search=zzzz',
    '/admin/books',
    '/admin/books/new',
    `/admin/books/${book?.id}/edit`,
    '/admin/orders',
    '/admin/invoices',
    '/admin/discounts',
    '/admin/discounts?discount=new',
    '/admin/publications',
    '/admin/publications?publication=new',
    '/admin/publications?publication=growing-right',
    '/admin/statements',
    '/admin/statements?account=new',
    '/admin/stories',
    '/admin/stories?status=published',
    '/admin/stories?status=drafts',
    `/admin/stories?story=${story.id}`,
    `/admin/stories/${await theDraft(request)}/revisions`,
    '/admin/calendar',
    '/admin/editions',
    '/admin/authors',
    '/admin/authors?search=zzzz',
    '/admin/stories/new',
    `/admin/stories/${story.id}/edit`,
    '/admin/reports',
    '/admin/data-requests',
    '/admin/requests',
    '/admin/reviews',
    '/admin/newsletter',
    '/admin/newsletter/import',
    '/admin/figures',
    '/admin/letters',
    '/admin/letters/domain',
    `/admin/letters/${await theIssue(request)}`,
    '/admin/letters/new',
    `/admin/letters/${await theIssue(request)}/edit`,
    `/admin/letters/${await theIssue(request)}/revisions`,
    '/admin/studio',
    '/admin/studio/look',
    '/admin/studio/hero',
    '/admin/studio/contact',
    '/admin/studio/dataProtection',
    '/admin/studio/mails',
    '/admin/studio/mails?mail=receipt',
    '/admin/studio/categories',
    '/admin/studio/menu',
    '/admin/first-steps',
    '/admin/first-steps/what-happens-now',
    '/admin/activity',
    '/admin/deleted',
    '/admin/people',
    '/admin/settings',
    '/admin/server',
    '/admin/appearance',
    '/admin/business',
    '/admin/business/payments',
    '/admin/business/payments?provider=flutterwave',
    '/admin/business/recovery-sheet',
    '/admin/account',
    '/admin/forgot',
    '/admin/first-steps/begin',
    '/admin/join',
    '/admin/end-session',
    '/admin/business/not-me',
    '/admin/business/arrived',
    '/admin/link',
  ]
}

/** Opens the pages in turn, signed in after the first (as the publisher, or by a token), and checks each once it has loaded. */
export async function openEach(
  page: Page,
  paths: string[],
  check: (path: string) => Promise<void>,
  token?: string,
) {
  for (const [index, path] of paths.entries()) {
    if (index === 1) await withToken(page, token ?? (await theToken(page.request)))
    await page.goto(path)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await check(path)
  }
}
