import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark, violationsOf } from '../axe.ts'
import { desktop, expect, holdBack, phone, queryOf, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { aNewBook, withAdminSession } from './publisher.ts'

test.use({ expectedErrors: /status of (404|500)|ERR_FAILED/ })

type Admin = Awaited<ReturnType<typeof withAdminSession>>

/** Books with a word of their own, the first of them made first; the list is opened on them alone. */
async function openedOn(page: Page, count: number, filter = '') {
  const admin = await withAdminSession(page)
  const word = `w${randomUUID().slice(0, 8)}`
  const books: { id: string; title: string }[] = []
  for (let many = 1; many <= count; many++) {
    books.push(await aBookOf(admin, `${'One Two Three'.split(' ')[many - 1]} of ${word}`))
  }
  await page.goto(`/admin/dashboard?search=${word}${filter}`)
  await expect(rows(page)).toHaveCount(count)
  return { admin, word, books: books as [{ id: string; title: string }, ...typeof books] }
}

const aBookOf = (admin: Admin, title: string) =>
  admin.ask('POST', '/admin/books', { ...aNewBook(), title })

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Manage Publications' }).getByRole('listitem')
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const button = (page: Page, action: string, title: string) =>
  rowOf(page, title).getByRole('button', { name: new RegExp(`^${action}\\s*: ${title}$`) })
const toast = (page: Page) => page.locator('.toast')
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd')

/** What readers get at the static address. */
const shelf = async (page: Page) => (await page.request.get('/books')).text()

test('the dashboard shows the stats, and each book with its actions', async ({ page }) => {
  const { admin, books } = await openedOn(page, 1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByText('Welcome, Publisher')).toBeVisible()
  for (const label of ['Total Books', 'Published', 'Total Sales']) {
    await expect(figure(page, label)).toHaveText(/^[\d,]+$/)
  }
  // Others buy meanwhile.
  await expect(async () => {
    const { totalRevenue } = (await admin.ask('GET', '/admin/stats')) as { totalRevenue: number }
    await page.reload()
    await expect(figure(page, 'Total Revenue')).toHaveText(
      `₦${totalRevenue.toLocaleString('en-NG', { minimumFractionDigits: 2 })}`,
      { timeout: 3_000 },
    )
  }).toPass({ timeout: 25_000 })
  await expect(page.getByRole('heading', { name: 'Manage Publications' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add New Book' })).toHaveAttribute(
    'href',
    '/admin/books/new',
  )
  const row = rowOf(page, books[0].title)
  for (const text of ['by Kele Umez-Ray', 'Draft', '₦3,500', 'No PDF yet']) {
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(row.locator('.book-cover img')).toHaveJSProperty('complete', true)
  await expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/books/${books[0].id}/edit`,
  )
})

test('a publisher without books is led to the first one', async ({ page }) => {
  await withAdminSession(page)
  await page.route(/\/api\/admin\/books\?/, (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'No books yet' })).toBeVisible()
  await expect(page.getByText('Start by adding your first publication')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Book' })).toHaveAttribute(
    'href',
    '/admin/books/new',
  )
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  expect(await violationsOf(page, 'the empty dashboard')).toEqual([])
})

test('a book is reported live once the shelf shows it, and removed once the shelf does not', async ({
  page,
}) => {
  // Two builds, on a machine that has more to do.
  test.setTimeout(150_000)
  const { books } = await openedOn(page, 2)
  const [{ title }] = books
  const row = rowOf(page, title)
  expect(await shelf(page)).not.toContain(title)

  await button(page, 'Publish', title).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Status Updated')
  await expect(row.getByText('Published', { exact: true })).toBeVisible()
  await expect(button(page, 'Unpublish', title)).toBeFocused()
  await expect(row.getByRole('status')).toHaveText('Live', { timeout: 60_000 })
  expect(await shelf(page)).toContain(title)

  await button(page, 'Unpublish', title).click()
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await expect(row.getByRole('status')).toHaveText('Off the site', { timeout: 60_000 })
  expect(await shelf(page)).not.toContain(title)
})

test('a book that is being published is marked so, and one whose build failed too', async ({
  page,
}) => {
  const build = { wantedVersion: 9, liveVersion: 8, last: null as object | null }
  await page.route(/\/api\/admin\/site-build$/, (route) => route.fulfill({ json: build }))
  const { books } = await openedOn(page, 1)
  await button(page, 'Publish', books[0].title).click()
  const mark = rowOf(page, books[0].title).getByRole('status')
  await expect(mark).toHaveText('Live in a moment…')
  const at = '2026-11-20T10:00:00.000Z'
  build.last = { version: 9, startedAt: at, finishedAt: at, error: 'The goat has eaten it' }
  await expect(mark).toContainText('Not live yet')
  Object.assign(build, { liveVersion: 9, last: null })
  await expect(mark).toHaveText('Live')
})

test('a button that is clicked twice sends one request', async ({ page }) => {
  const { admin, books } = await openedOn(page, 1)
  const [{ id, title }] = books
  const asked: string[] = []
  page.on('request', (one) => one.method() === 'PATCH' && asked.push(one.url()))
  const release = await holdBack(page, /\/publish$/)
  await button(page, 'Publish', title).dblclick()
  await expect(button(page, 'Publish', title)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(button(page, 'Unpublish', title)).toBeVisible()
  expect(asked).toHaveLength(1)
  expect((await admin.ask('GET', `/admin/books/${id}`)).isPublished).toBe(true)
})

test('the stats are updated after each action', async ({ page }) => {
  let publishedBooks = 6
  await page.route(/\/api\/admin\/stats$/, (route) =>
    route.fulfill({
      json: {
        totalBooks: 2008,
        publishedBooks,
        totalRevenue: 1_284_500,
        totalSales: 412,
        waitingStories: 0,
        openRequests: 0,
        overdueRequests: 0,
      },
    }),
  )
  const { books } = await openedOn(page, 1)
  await expect(figure(page, 'Total Books')).toHaveText('2,008')
  await expect(figure(page, 'Total Revenue')).toHaveText('₦1,284,500.00')
  await expect(figure(page, 'Published')).toHaveText('6')
  publishedBooks = 7
  await button(page, 'Publish', books[0].title).click()
  await expect(figure(page, 'Published')).toHaveText('7')
  expect(await tooWide(page, 'the dashboard with large figures')).toEqual([])
})

test('a book is deleted at once, the focus moves to the next one, and Undo brings it back', async ({
  page,
}) => {
  const { books } = await openedOn(page, 3)
  // The newest stands first: three, two, one.
  const [one, two, three] = books.map(({ title }) => title) as [string, string, string]

  const remove = async (title: string) => {
    await button(page, 'Delete', title).click()
    await expect(toast(page)).toContainText('Book Deleted')
    await expect(rowOf(page, title)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await remove(two)
  await page.keyboard.press('Control+z')
  await expect(toast(page)).toContainText('Undone')
  await expect(rowOf(page, two)).toBeVisible()
  const edit = (title: string) => rowOf(page, title).getByRole('link', { name: 'Edit' })
  await remove(two)
  await expect(edit(one)).toBeFocused()
  await remove(one)
  await expect(edit(three)).toBeFocused()
  await remove(three)
  await expect(page.getByRole('heading', { name: 'Manage Publications' })).toBeFocused()
  await expect(page.getByText('No books found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all books' }).click()
  await expect(rows(page)).not.toHaveCount(0)
})

test('a failed action shows an error and changes nothing', async ({ page }) => {
  const { books } = await openedOn(page, 1)
  const [{ title }] = books
  await page.route(/\/api\/admin\/books\/[\w-]+(\/publish)?$/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
  )
  await button(page, 'Publish', title).click()
  await expect(toast(page)).toContainText('Update Failed')
  await expect(toast(page)).toContainText('Failed to update publication status.')
  await expect(rowOf(page, title).getByText('Draft', { exact: true })).toBeVisible()

  await button(page, 'Delete', title).click()
  await expect(toast(page)).toContainText('Delete Failed')
  await expect(toast(page)).toContainText('Failed to delete the book. Please try again.')
  await expect(button(page, 'Delete', title)).toBeFocused()
  await expect(rowOf(page, title)).toBeVisible()
})

test('books are filtered by search and state, and the address holds both', async ({ page }) => {
  const { admin, word, books } = await openedOn(page, 2)
  const [one, two] = books
  await admin.ask('PATCH', `/admin/books/${one.id}/publish`, { isPublished: true })
  await page.goto('/admin/dashboard')
  await expect(rows(page)).toHaveCount(8)
  // Its chips do not scroll the page to themselves.
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: 'Search books' }).click()
  const search = page.getByRole('searchbox', { name: 'Search books' })
  await expect(search).toBeFocused()
  await search.pressSequentially(`of ${word.toUpperCase()}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('2 books found')).toHaveCount(1)
  await expect(search).toBeFocused()

  const filters = page.getByRole('group', { name: 'Which books' })
  await filters.getByRole('button', { name: 'Drafts' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, two?.title ?? '')).toBeVisible()
  await expect(filters.getByRole('button', { name: 'Drafts' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(queryOf(page)).toEqual({ search: `of ${word.toUpperCase()}`, status: 'draft' })
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(search).toHaveValue(`of ${word.toUpperCase()}`)
  await filters.getByRole('button', { name: /^Published/ }).click()
  await expect(rowOf(page, one.title)).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, two?.title ?? '')).toBeVisible()
  await search.fill('')
  await filters.getByRole('button', { name: 'All' }).click()
  await expect(rows(page)).toHaveCount(8)
})

test('books stand by what is to be done about them, and a row stays while it is pressed', async ({
  page,
}) => {
  const { admin, books, word } = await openedOn(page, 3)
  const [one, two, three] = books.map(({ title }) => title) as [string, string, string]
  await admin.ask('PATCH', `/admin/books/${books[0].id}/publish`, { isPublished: true })
  await admin.ask('PATCH', `/admin/books/${books[1]?.id}/publish`, { isPublished: true })
  await admin.ask('PATCH', `/admin/books/${books[1]?.id}/publish`, { isPublished: false })
  await page.reload()
  const names = page.getByRole('region', { name: 'Manage Publications' }).getByRole('heading')
  await expect(names).toHaveText([
    'Manage Publications',
    ...['Drafts', three],
    ...['Published', one],
    ...['Unpublished', two],
  ])
  const chip = (name: RegExp) =>
    page.getByRole('group', { name: 'Which books' }).getByRole('button', { name })
  await expect(chip(/^All [\d,]+$/)).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(/^Unpublished [1-9]/)).toBeVisible()
  await button(page, 'Publish', three).click()
  await expect(button(page, 'Unpublish', three)).toBeFocused()
  await expect(names.nth(2)).toHaveText(three)
  await chip(/^Unpublished/).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, two).getByText('Draft', { exact: true })).toBeVisible()
  expect(queryOf(page)).toEqual({ search: word, status: 'unpublished' })
})

test('on a phone several books are published and deleted together, and Undo takes it back', async ({
  page,
}) => {
  const { admin, books } = await openedOn(page, 3)
  const [one, two, three] = books.map(({ title }) => title) as [string, string, string]
  await admin.ask('PATCH', `/admin/books/${books[0].id}/publish`, { isPublished: true })
  await page.reload()
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  await press('Select')
  await expect(button(page, 'Delete', one)).toBeHidden()
  await rowOf(page, one).getByText('Published', { exact: true }).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await press('Unpublish')
  await expect(toast(page)).toContainText('1 book unpublished')
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()

  await press('Select')
  await page.getByRole('checkbox', { name: `Select ${one}` }).check()
  await page.getByRole('checkbox', { name: `Select ${two}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await violationsInLightAndDark(page, 'books that are selected')).toEqual([])
  expect(await tooWide(page, 'books that are selected')).toEqual([])
  await page.setViewportSize(phone.viewport)
  await press('Publish')
  await expect(toast(page)).toContainText('2 books published')
  await press('Undo')
  await expect(toast(page)).toContainText('Undone')
  expect((await admin.ask('GET', `/admin/books/${books[1]?.id}`)).isPublished).toBe(false)

  await press('Select')
  await press('All 3')
  await admin.ask('DELETE', `/admin/books/${books[2]?.id}`)
  await press('Delete')
  await expect(toast(page)).toContainText('3 books deleted')
  await expect(page.getByText('No books found')).toBeVisible()
  await press('Undo')
  await expect(rowOf(page, one)).toBeVisible()
  await expect(rowOf(page, two)).toBeVisible()
  await expect(rowOf(page, three)).toHaveCount(0)
})

test('a selection says that it is of one page', async ({ page }) => {
  await withAdminSession(page)
  await page.goto('/admin/books')
  await expect(rows(page)).toHaveCount(24)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'All 24 on this page' }).click()
  await expect(page.getByText('24 selected')).toBeVisible()
  expect(await tooWide(page, 'a page of selected books')).toEqual([])
})

test('a long list is paginated, each page starts at the top, and the dashboard stays short', async ({
  page,
}) => {
  await withAdminSession(page)
  await page.goto('/admin/books')
  const pager = page.getByRole('navigation', { name: 'Pages of books' })
  await expect(pager).toContainText('1–24 of')
  await page.goto('/admin/dashboard')
  await expect(pager).toContainText('1–8 of')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4500)
  const first = await rows(page).first().textContent()
  await pager.getByRole('button', { name: 'Next' }).click()
  await expect(pager).toContainText('9–')
  expect(await rows(page).first().textContent()).not.toBe(first)
  await expect(page.getByRole('heading', { name: 'Manage Publications' })).toBeFocused()
  expect(queryOf(page)).toEqual({ page: '2' })
  await page.goto('/admin/dashboard?page=9999&status=nonsense')
  await expect(page.getByText('No books found')).toBeVisible()
})

test('a list and stats that cannot be loaded show an error and a retry button', async ({
  page,
}) => {
  await withAdminSession(page)
  const asked = /\/api\/admin\/(books|stats|tasks|site-build)/
  await page.route(asked, (route) => route.abort())
  await page.goto('/admin/dashboard')
  const failed = page.getByRole('alert').filter({ hasText: 'Your books could not be loaded.' })
  await expect(failed).toBeVisible()
  for (const label of ['Total Books', 'Published', 'Total Revenue', 'Total Sales']) {
    await expect(figure(page, label)).toContainText('—')
  }
  expect(await violationsOf(page, 'the dashboard that could not be loaded')).toEqual([])
  await page.unroute(asked)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(8)
  await page
    .getByRole('alert')
    .filter({ hasText: 'What is to do could not be loaded.' })
    .getByRole('button', { name: 'Try again' })
    .click()
  await expect(figure(page, 'Total Books')).toHaveText(/^[\d,]+$/)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('two tabs do not undo each other, and the row shows the server’s state', async ({ page }) => {
  const { admin, books } = await openedOn(page, 3)
  const [one, two, three] = books.map(({ title }) => title) as [string, string, string]
  const [first, second, third] = books.map(({ id }) => id)
  // Done in another tab.
  await admin.ask('PATCH', `/admin/books/${first}/publish`, { isPublished: true })
  await admin.ask('DELETE', `/admin/books/${second}`)
  await admin.ask('DELETE', `/admin/books/${third}`)

  await button(page, 'Publish', one).click()
  await expect(rowOf(page, one).getByText('Published', { exact: true })).toBeVisible()
  expect((await admin.ask('GET', `/admin/books/${first}`)).isPublished).toBe(true)

  await button(page, 'Publish', two).click()
  await expect(toast(page)).toContainText('This book was deleted meanwhile')
  await expect(rowOf(page, two)).toHaveCount(0)
  await expect(rowOf(page, one).getByRole('link', { name: 'Edit' })).toBeFocused()

  await button(page, 'Delete', three).click()
  await expect(toast(page)).toContainText('It was already deleted')
  await expect(rowOf(page, three)).toHaveCount(0)
})

test('the publisher rebuilds the pages, and sees when the build is done', async ({ page }) => {
  test.setTimeout(90_000)
  await withAdminSession(page)
  await page.goto('/admin/server')
  const state = page.getByRole('region', { name: 'The site’s pages' })
  await expect(state).toContainText(/Up to date: rebuilt \d.* in [\d.]+ s\./)
  await state.getByRole('button', { name: 'Rebuild site' }).click()
  await expect(state.getByRole('button', { name: 'Building...' })).toBeVisible()
  await expect(state.getByRole('status')).toHaveText('Live', { timeout: 60_000 })
  await expect(state.getByRole('button', { name: 'Rebuild site' })).toBeVisible()
})

test('a build that failed is shown with its log', async ({ page }) => {
  await withAdminSession(page)
  await page.route(/\/api\/admin\/site-build$/, (route) =>
    route.fulfill({
      json: {
        wantedVersion: 9,
        liveVersion: 8,
        last: {
          version: 9,
          startedAt: '2026-11-20T10:00:00.000Z',
          finishedAt: '2026-11-20T10:00:04.000Z',
          error: `The goat has eaten ${'site/pages/index.astro/'.repeat(12)}`,
        },
      },
    }),
  )
  await page.goto('/admin/server')
  const state = page.getByRole('region', { name: 'The site’s pages' })
  await expect(state).toContainText('The last build failed, 20 Nov 2026')
  await expect(state).toContainText('The old pages stay up.')
  await state.getByText('Build log').click()
  await expect(state.getByText('The goat has eaten')).toBeVisible()
  expect(await tooWide(page, 'the dashboard with a failed build')).toEqual([])
  expect(await violationsOf(page, 'the dashboard with a failed build')).toEqual([])
})

test('the owner sees problems of the server, and checks again after a repair', async ({ page }) => {
  await withAdminSession(page)
  const findings = [
    { title: 'Disk', state: 'ok', found: '9000 MB are free for /data.', todo: null },
    {
      title: 'Mail',
      state: 'warning',
      found: 'Mail is off: mails reach nobody, and are kept as files on the server.',
      todo: 'Set SMTP_URL, MAIL_FROM and PUBLISHER_EMAIL to those of a mail provider.',
    },
    {
      title: 'Webhook',
      state: 'problem',
      found: `https://${'ascend.'.repeat(20)}example/api/webhooks/paystack answers 404.`,
      todo: 'See that PUBLIC_URL leads to this service.',
    },
  ]
  let now = findings
  await page.route(/\/api\/admin\/doctor$/, (route) =>
    route.fulfill({ json: { lookedAt: '2026-11-20T10:00:00.000Z', findings: now } }),
  )
  await page.goto('/admin/server')
  const state = page.getByRole('region', { name: 'The server' })
  await expect(state.getByRole('status')).toHaveText(
    /^The server: 1 problem, 1 warning, checked 20 Nov 2026/,
  )
  await expect(state.getByRole('listitem')).toHaveText([/^Problem, Webhook/, /^Warning, Mail/])
  await state.getByText('1 passed').click()
  await expect(state.getByText('9000 MB are free')).toBeVisible()
  expect(await tooWide(page, 'the dashboard with a problem')).toEqual([])
  expect(await violationsInLightAndDark(page, 'the dashboard with a problem')).toEqual([])
  now = findings.slice(0, 1)
  await state.getByRole('button', { name: 'Check now' }).click()
  await expect(state.getByRole('status')).toContainText('everything passed')
})

test('the server check runs against the real server', async ({ page }) => {
  await withAdminSession(page)
  await page.goto('/admin/server')
  const state = page.getByRole('region', { name: 'The server' })
  await expect(state.getByRole('status')).toContainText('checked', { timeout: 30_000 })
  await state.getByText(/^\d+ passed$/).click()
  await expect(state.getByText('The database answers and is up to date.')).toBeVisible()
})

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(device, () => {
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })

    test(`a row that was changed meets WCAG 2.2 AA in light and in dark, on a ${device}`, async ({
      page,
    }) => {
      const { books } = await openedOn(page, 1)
      await button(page, 'Publish', books[0].title).click()
      await expect(toast(page)).toBeVisible()
      const found = await violationsInLightAndDark(page, 'a row that was changed')
      await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
      expect(found).toEqual([])
      for (const target of await rows(page).locator('a, button').all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
    })
  })
}
