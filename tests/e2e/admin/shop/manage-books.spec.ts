import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { releaseMs } from '#tests/e2e/support/service.ts'
import { expect, phone, queryOf, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aNewBook, withAdminSession } from '../publisher.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ expectedErrors: /status of 404/, contextOptions: { reducedMotion: 'reduce' } })

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

test('a book is published by keyboard and taken off again, and books are searched, filtered and paged', async ({
  page,
}) => {
  await test.step('a book is published by keyboard, is live once the shelf shows it, and is taken off again', async () => {
    // Two builds, on a machine that has more to do.
    test.setTimeout(150_000)
    const { admin, books } = await openedOn(page, 2)
    const [{ id, title }] = books
    const row = rowOf(page, title)

    await test.step('the dashboard has the stats, and each book with its actions', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
      await expect(page.getByText('Welcome, Publisher')).toBeVisible()
      for (const label of ['Total Books', 'Published', 'Total Sales']) {
        await expect(figure(page, label)).toHaveText(/^[\d,]+$/)
      }
      const { totalRevenue } = (await admin.ask('GET', '/admin/stats')) as { totalRevenue: number }
      await expect(figure(page, 'Total Revenue')).toHaveText(
        `₦${totalRevenue.toLocaleString('en-NG', { minimumFractionDigits: 2 })}`,
      )
      await expect(page.getByRole('link', { name: 'Add New Book' })).toHaveAttribute(
        'href',
        '/admin/books/new',
      )
      for (const text of ['by Kele Umez-Ray', 'Draft', '₦3,500', 'No PDF yet']) {
        await expect(row.getByText(text, { exact: true })).toBeVisible()
      }
      await expect(row.locator('.book-cover img')).toHaveJSProperty('complete', true)
      await expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute(
        'href',
        `/admin/books/${id}/edit`,
      )
    })

    await test.step('it is published, and marked until readers see it', async () => {
      const published = Number(await figure(page, 'Published').textContent())
      expect(await shelf(page)).not.toContain(title)
      await button(page, 'Publish', title).focus()
      await page.keyboard.press('Enter')
      await expect(toast(page)).toContainText('Status Updated')
      await expect(row.getByText('Published', { exact: true })).toBeVisible()
      await expect(button(page, 'Unpublish', title)).toBeFocused()
      await expect(figure(page, 'Published')).toHaveText(String(published + 1))
      await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
      expect(await violationsInLightAndDark(page, 'a row that was changed')).toEqual([])
      for (const target of await rows(page).locator('a, button').all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
      await expect(row.getByRole('status')).toHaveText('Live', { timeout: releaseMs })
      expect(await shelf(page)).toContain(title)
    })

    await button(page, 'Unpublish', title).click()
    await expect(row.getByText('Draft', { exact: true })).toBeVisible()
    await expect(row.getByRole('status')).toHaveText('Off the site', { timeout: releaseMs })
    expect(await shelf(page)).not.toContain(title)
  })

  await test.step('books are searched, filtered and paged, by what is to be done about them, and the address holds it', async () => {
    const { admin, word, books } = await openedOn(page, 3)
    const [one, two, three] = books.map(({ title }) => title) as [string, string, string]
    await admin.ask('PATCH', `/admin/books/${books[0].id}/publish`, { isPublished: true })
    await admin.ask('PATCH', `/admin/books/${books[1]?.id}/publish`, { isPublished: true })
    await admin.ask('PATCH', `/admin/books/${books[1]?.id}/publish`, { isPublished: false })
    const pager = page.getByRole('navigation', { name: 'Pages of books' })
    const chip = (name: RegExp) =>
      page.getByRole('group', { name: 'Which books' }).getByRole('button', { name })
    const search = page.getByRole('searchbox', { name: 'Search books' })
    const typed = `of ${word.toUpperCase()}`

    await test.step('the dashboard stays short, and each page starts at the top', async () => {
      await page.goto('/admin/dashboard')
      await expect(rows(page)).toHaveCount(8)
      // Its chips do not scroll the page to themselves.
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await expect(pager).toContainText('1–8 of')
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4500)
      const first = (await rows(page).first().textContent()) ?? ''
      await pager.getByRole('button', { name: 'Next' }).click()
      await expect(pager).toContainText('9–')
      await expect(rows(page).first()).not.toHaveText(first)
      await expect(page.getByRole('heading', { name: 'Manage Publications' })).toBeFocused()
      expect(queryOf(page)).toEqual({ page: '2' })
    })

    await test.step('a search groups what it finds', async () => {
      await page.getByRole('button', { name: 'Search books' }).click()
      await expect(search).toBeFocused()
      await search.pressSequentially(typed)
      await expect(rows(page)).toHaveCount(3)
      await expect(page.getByText('3 books found')).toHaveCount(1)
      await expect(search).toBeFocused()
      await expect(chip(/^All [\d,]+$/)).toHaveAttribute('aria-pressed', 'true')
      await expect(chip(/^Unpublished [1-9]/)).toBeVisible()
      const names = page.getByRole('region', { name: 'Manage Publications' }).getByRole('heading')
      await expect(names).toHaveText([
        'Manage Publications',
        ...['Drafts', three],
        ...['Published', one],
        ...['Unpublished', two],
      ])
    })

    await test.step('a chip narrows it, and Back leads back', async () => {
      await chip(/^Drafts/).click()
      await expect(rows(page)).toHaveCount(1)
      await expect(rowOf(page, three)).toBeVisible()
      await expect(chip(/^Drafts/)).toHaveAttribute('aria-pressed', 'true')
      expect(queryOf(page)).toEqual({ search: typed, status: 'draft' })
      await page.reload()
      await expect(rows(page)).toHaveCount(1)
      await expect(search).toHaveValue(typed)
      await chip(/^Published/).click()
      await expect(rowOf(page, one)).toBeVisible()
      await page.goBack()
      await expect(rowOf(page, three)).toBeVisible()
      await chip(/^Unpublished/).click()
      await expect(rowOf(page, two).getByText('Draft', { exact: true })).toBeVisible()
      await search.fill('')
      await chip(/^All/).click()
      await expect(rows(page)).toHaveCount(8)
    })

    await test.step('the page of books has longer pages, and a selection says that it is of one', async () => {
      await page.goto('/admin/books')
      await expect(pager).toContainText('1–24 of')
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      await page.getByRole('button', { name: 'All 24 on this page' }).click()
      await expect(page.getByText('24 selected')).toBeVisible()
      expect(await tooWide(page, 'a page of selected books')).toEqual([])
      await page.goto('/admin/dashboard?page=9999&status=nonsense')
      await expect(page.getByText('No books found')).toBeVisible()
      await page.getByRole('button', { name: 'Show all books' }).click()
      await expect(rows(page)).toHaveCount(8)
    })
  })
})

test('on a phone books are deleted one by one or together, and Undo takes it back', async ({
  page,
}) => {
  const { admin, books } = await openedOn(page, 3)
  // The newest stands first: three, two, one.
  const [one, two, three] = books.map(({ title }) => title) as [string, string, string]
  const edit = (title: string) => rowOf(page, title).getByRole('link', { name: 'Edit' })
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click()

  await test.step('a book is deleted at once, and the focus moves to the next one', async () => {
    const remove = async () => {
      await button(page, 'Delete', two).click()
      await expect(toast(page)).toContainText('Book Deleted')
      await expect(rowOf(page, two)).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(edit(one)).toBeFocused()
    }
    await remove()
    await page.keyboard.press('Control+z')
    await expect(toast(page)).toContainText('Undone')
    await expect(rowOf(page, two)).toBeVisible()
  })

  await test.step('several are published together', async () => {
    await admin.ask('PATCH', `/admin/books/${books[0].id}/publish`, { isPublished: true })
    await page.reload()
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
  })

  await test.step('all are deleted together, one of them in another tab before', async () => {
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
})

test('the owner rebuilds the pages and has the server checked, and long failures fit the page', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await withAdminSession(page)
  await page.goto('/admin/server')
  const site = page.getByRole('region', { name: 'The site’s pages' })
  const server = page.getByRole('region', { name: 'The server' })
  await expect(site).toContainText(/Up to date: rebuilt \d.* in [\d.]+ s\./)
  await site.getByRole('button', { name: 'Rebuild site' }).click()
  await expect(site.getByRole('button', { name: 'Building...' })).toBeVisible()
  await expect(server.getByRole('status')).toContainText('checked', { timeout: 30_000 })
  await server.getByText(/^\d+ passed$/).click()
  await expect(server.getByText('The database answers and is up to date.')).toBeVisible()
  await expect(site.getByRole('status')).toHaveText('Live', { timeout: releaseMs })
  await expect(site.getByRole('button', { name: 'Rebuild site' })).toBeVisible()

  const at = '2026-11-20T10:00:00.000Z'
  const error = `The goat has eaten ${'site/pages/index.astro/'.repeat(12)}`
  const last = { version: 9, startedAt: at, finishedAt: at, error }
  await page.route(/\/api\/admin\/site-build$/, (route) =>
    route.fulfill({ json: { wantedVersion: 9, liveVersion: 8, last } }),
  )
  const findings = [
    { title: 'Mail', state: 'warning', found: 'Mail is off.', todo: 'Set SMTP_URL.' },
    {
      title: 'Webhook',
      state: 'problem',
      found: `https://${'ascend.'.repeat(20)}example/api/webhooks/paystack answers 404.`,
      todo: 'See that PUBLIC_URL leads to this service.',
    },
  ]
  await page.route(/\/api\/admin\/doctor$/, (route) =>
    route.fulfill({ json: { lookedAt: at, findings } }),
  )
  await page.reload()
  await expect(server.getByRole('status')).toContainText('1 problem, 1 warning')
  await site.getByText('Build log').click()
  await expect(site.getByText('The goat has eaten')).toBeVisible()
  expect(await tooWide(page, 'a failed build and a problem')).toEqual([])
  expect(await violationsInLightAndDark(page, 'a failed build and a problem')).toEqual([])
})
