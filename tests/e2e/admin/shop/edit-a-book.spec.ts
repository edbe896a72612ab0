import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { withName } from '#contract/pages/named-text.ts'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { aNewBook, publisher, withAdminSession } from '../publisher.ts'

test.describe.configure({ timeout: 90_000 })
test.use({
  ...phone,
  expectedErrors: /status of (401|409|415)|ERR_FAILED/,
  contextOptions: { reducedMotion: 'reduce' },
})

const errors = {
  Title: 'Title must be at least 3 characters',
  Category: 'Please select a category',
  Price: 'Price must be a positive number',
  Description: 'Description must be at least 20 characters',
}

const fieldOf = (page: Page, label: string) =>
  page.locator('#book-form').getByRole(label === 'Category' ? 'combobox' : 'textbox', {
    name: label,
  })
const coverOf = (page: Page) => page.getByRole('complementary', { name: 'Cover' })
const priceOf = (page: Page) => page.locator('#price')
const save = (page: Page, label: 'Create Book' | 'Update Book') =>
  page.getByRole('button', { name: label }).click()
const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

const ledger = (pages: number) => ({
  name: 'ledger.pdf',
  mimeType: 'application/pdf',
  buffer: aPdf(pages),
})
const picture = async () => ({
  name: 'cover.png',
  mimeType: 'image/png',
  buffer: await aPicture(400, 600, '#1f6e43').png().toBuffer(),
})

async function fillIn(page: Page, book = aNewBook()) {
  await fieldOf(page, 'Title').fill(book.title)
  await fieldOf(page, 'Author Name').fill(book.authorName)
  await fieldOf(page, 'Category').selectOption(book.category)
  await priceOf(page).fill(String(book.price))
  await fieldOf(page, 'Description').fill(book.description)
  return book
}

/** The form of a new book, alive. */
async function newForm(page: Page) {
  const admin = await withAdminSession(page)
  await page.goto('/admin/books/new')
  await expect(page.getByRole('button', { name: 'Create Book' })).toBeEnabled()
  return admin
}

/** A draft, and its form. */
async function editForm(page: Page) {
  const admin = await withAdminSession(page)
  const book = (await admin.ask('POST', '/admin/books', aNewBook())) as {
    id: string
    title: string
  }
  await page.goto(`/admin/books/${book.id}/edit`)
  await expect(fieldOf(page, 'Title')).toHaveValue(book.title)
  return { ...admin, book, path: `/admin/books/${book.id}` }
}

test('a book is created with its PDF and its cover, and opens with both', async ({ page }) => {
  const { ask } = await newForm(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Book')
  const { name, publisher } = JSON.parse(await readFile('content/brand.json', 'utf8'))
  await expect(fieldOf(page, 'Author Name')).toHaveValue(withName(publisher, name))
  await expect(fieldOf(page, 'Category').getByRole('option')).toHaveText([
    'Select a category',
    'Novel',
    'Guide',
    'Fiction',
    'Policy',
    'Educational',
    'Biography',
    'Self-Help',
    'Career Development',
    'Youth Development',
    'Motivational',
    'Magazine Issue',
    'Article Collection',
  ])

  await test.step('by keyboard alone, errors show at their fields', async () => {
    await fieldOf(page, 'Title').focus()
    await page.keyboard.type('Ab')
    await page.keyboard.press('Enter')
    await expect(fieldOf(page, 'Title')).toBeFocused()
    for (const [label, message] of Object.entries(errors)) {
      const field = label === 'Price' ? priceOf(page) : fieldOf(page, label)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(message)
    }
    await expect(page.getByText('Please fix 4 fields')).toBeVisible()
    await page.keyboard.type('c')
    await expect(fieldOf(page, 'Title')).not.toHaveAttribute('aria-invalid', 'true')
  })

  const book = await fillIn(page)
  await fieldOf(page, 'Content Preview').fill('Nobody had counted the goats.\n\nUntil now.')
  await page.locator('#book-pdf').setInputFiles(ledger(7))
  await expect(page.getByText(/^ledger\.pdf · /)).toBeVisible()
  await page.locator('#book-cover').setInputFiles(await picture())
  await expect(page.getByText('Your cover picture')).toBeVisible()

  const release = await holdBack(page, /\/api\/admin\/books$/)
  await page.locator('#book-form [type=submit]').dblclick()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  release()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(toast(page, 'Book Created')).toBeVisible()

  const made = await ask('GET', `/admin/books?search=${encodeURIComponent(book.title)}`)
  expect(made).toHaveLength(1)
  expect(made[0]).toMatchObject({ isPublished: false, price: 3500, pdf: { pages: 7 } })
  expect(made[0].coverImageUrl).toMatch(/^\/uploads\//)

  await page.goto(`/admin/books/${made[0].id}/edit`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Book')
  await expect(fieldOf(page, 'Content Preview')).toHaveValue(
    'Nobody had counted the goats.\n\nUntil now.',
  )
  await expect(priceOf(page)).toHaveValue('3500.00')
  await expect(page.getByText(/^7 pages, \d+ KB$/)).toBeVisible()
  await expect(coverOf(page).locator('img')).toHaveJSProperty('naturalWidth', 400)
  const opening = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const opened = await opening
  expect(await readFile(await opened.path())).toEqual(aPdf(7))
  expect(opened.suggestedFilename()).toMatch(/^the-quiet-ledger-\w+\.pdf$/)

  await test.step('an unsaved form asks before it is left, and no draft is left behind', async () => {
    await page.goto('/admin/books/new')
    await expect(page.getByRole('button', { name: 'Create Book' })).toBeEnabled()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return asked.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    const title = fieldOf(page, 'Title')
    await expect(title).toHaveValue('')
    await title.click()
    await page.keyboard.type('Half a thought')
    const back = page.getByRole('link', { name: 'Back to Dashboard' })
    await back.click()
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expect(title).toHaveValue('Half a thought')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    expect(asked).toEqual(['beforeunload', 'beforeunload'])
    // Cancelled is cancelled.
    await page.goto('/admin/books/new')
    await expect(page.getByRole('button', { name: 'Create Book' })).toBeEnabled()
    await expect(title).toHaveValue('')
    await title.click()
    await page.keyboard.type('A')
    await page.keyboard.press('Backspace')
    await back.click()
    await expect(page).toHaveURL('/admin/dashboard')
    expect(asked).toHaveLength(2)
  })
})

test('a book gets other files and other words, and neither another tab, an ended session nor a failed upload loses what was typed', async ({
  page,
}) => {
  await test.step('a book gets other files and other words, and what another tab wrote is overwritten only by choice', async () => {
    const { book, ask } = await editForm(page)
    const input = page.locator('#book-pdf')
    const cover = page.locator('#book-cover')
    const title = fieldOf(page, 'Title')

    await test.step('a wrong file shows an error at its field, and another is chosen', async () => {
      await input.setInputFiles(await picture())
      const wrong = 'This file is not a PDF that can be read. Please choose another one.'
      await expect(input).toHaveAccessibleDescription(wrong)
      // One that only its content gives away: the server looks.
      await input.setInputFiles({
        name: 'goat.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 a goat'),
      })
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(input).toHaveAccessibleDescription(wrong)
      await input.setInputFiles(ledger(3))
      await expect(page.getByText(/^3 pages, /)).toBeVisible()
      await expect(input).not.toHaveAttribute('aria-invalid')
    })

    await test.step('an upload shows its progress, and can be cancelled', async () => {
      const release = await holdBack(page, /\/file$/)
      await input.setInputFiles(ledger(9))
      await expect(page.getByRole('progressbar', { name: 'Upload of ledger.pdf' })).toBeVisible()
      await page.getByRole('button', { name: 'Cancel upload' }).press('Enter')
      await expect(page.getByRole('progressbar')).toBeHidden()
      await expect(input).toBeFocused()
      release()
      await page.unrouteAll()
      await input.setInputFiles(ledger(120))
      await expect(page.getByText(/^120 pages, /)).toBeVisible()
      expect((await ask('GET', `/admin/books/${book.id}`)).pdf.pages).toBe(120)
    })

    await test.step('a cover is saved at once, and the words still without a conflict', async () => {
      await cover.setInputFiles(ledger(1))
      await expect(cover).toHaveAccessibleDescription(/Only JPG and PNG/)
      await cover.setInputFiles(await picture())
      await expect(fieldOf(page, 'Cover Image URL')).toHaveValue(/^\/uploads\//)
      await title.fill('After the cover')
      const release = await holdBack(page, /\/api\/admin\/books\/[^/]+$/)
      await save(page, 'Update Book')
      await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
      release()
      await expect(page).toHaveURL('/admin/dashboard')
      await expect(toast(page, 'Book Updated')).toBeVisible()
      const saved = await ask('GET', `/admin/books/${book.id}`)
      expect([saved.title, saved.coverImageUrl]).toEqual([
        'After the cover',
        expect.stringMatching(/^\/uploads\//),
      ])
    })

    await test.step('a change from another tab is loaded, or overwritten', async () => {
      const theirs = { ...aNewBook(), price: 4100 }
      const mine = `Mine ${randomUUID().slice(0, 8)}`
      const conflict = page
        .getByRole('alert')
        .filter({ hasText: 'This book was changed meanwhile' })
      await page.unrouteAll()
      await page.goto(`/admin/books/${book.id}/edit`)
      await expect(title).toHaveValue('After the cover')
      await ask('PUT', `/admin/books/${book.id}`, theirs)
      await title.fill(mine)
      await save(page, 'Update Book')
      await expect(conflict).toBeFocused()
      await expect(toast(page, 'Update Failed')).toBeVisible()
      await expect(title).toHaveValue(mine)
      expect((await ask('GET', `/admin/books/${book.id}`)).title).toBe(theirs.title)
      await page.getByRole('button', { name: 'Load latest' }).click()
      await expect(title).toHaveValue(theirs.title)
      await expect(title).toBeFocused()
      await expect(priceOf(page)).toHaveValue('4100.00')
      await expect(conflict).toBeHidden()

      await ask('PUT', `/admin/books/${book.id}`, { ...theirs, title: 'Theirs again' })
      await title.fill(mine)
      await save(page, 'Update Book')
      await expect(conflict).toBeFocused()
      await cover.setInputFiles(ledger(1))
      const description = fieldOf(page, 'Description')
      const text = await description.inputValue()
      await description.fill('')
      await description.blur()
      expect(await violationsInLightAndDark(page, 'the edit form with errors')).toEqual([])
      const small = await page.locator('#main').evaluate((main) =>
        [...main.querySelectorAll('a:not(p a), button, input, select, textarea')]
          .filter((element) => element.getClientRects().length > 0)
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML.slice(0, 80)),
      )
      expect(small).toEqual([])
      expect(await tooWide(page, 'the edit form with errors')).toEqual([])
      await page.setViewportSize(phone.viewport)
      await description.fill(text)
      await page.getByRole('button', { name: 'Save mine anyway' }).click()
      await expect(page).toHaveURL('/admin/dashboard')
      expect((await ask('GET', `/admin/books/${book.id}`)).title).toBe(mine)
    })
  })

  await test.step('neither a session that has ended nor an upload that fails loses what was typed', async () => {
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': anAddress() })
    const { ask } = await newForm(page)
    const book = await fillIn(page)
    const input = page.locator('#book-pdf')

    await test.step('who has to sign in again finds the form as it was', async () => {
      await page.evaluate(() => localStorage.setItem('adminToken', 'expired'))
      await save(page, 'Create Book')
      await expect(page).toHaveURL(/\/admin\/login\?returnTo=/)
      await page.getByLabel('Username').fill(publisher.username)
      await page.getByLabel('Password').fill(publisher.password)
      await page.getByRole('button', { name: 'Access Dashboard' }).click()
      await expect(page).toHaveURL('/admin/books/new')
      await expect(page.getByText(/^What you typed on .* is back/)).toBeVisible()
      await expect(fieldOf(page, 'Title')).toHaveValue(book.title)
      await expect(fieldOf(page, 'Description')).toHaveValue(book.description)
      await expect(fieldOf(page, 'Category')).toHaveValue(book.category)
    })

    await test.step('without its file the book is saved, says so, and takes it at a second try', async () => {
      await input.setInputFiles(ledger(5))
      await page.route(/\/file$/, (route) => route.abort())
      await save(page, 'Create Book')
      await expect(page).toHaveURL(/\/admin\/books\/[0-9a-f-]{36}\/edit$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Book')
      await expect(toast(page, 'Book Created')).toContainText('its PDF did not arrive')
      await expect(input).toBeFocused()
      await expect(input).toHaveAccessibleDescription(/did not get through/)
      await expect(fieldOf(page, 'Title')).toHaveValue(book.title)
      await page.unroute(/\/file$/)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(/^5 pages, /)).toBeVisible()
      await fieldOf(page, 'Title').fill(`${book.title} again`)
      await save(page, 'Update Book')
      await expect(page).toHaveURL('/admin/dashboard')
      const made = await ask('GET', `/admin/books?search=${encodeURIComponent(book.title)}`)
      expect(made).toHaveLength(1)
      expect(made[0]).toMatchObject({ title: `${book.title} again`, pdf: { pages: 5 } })
    })
  })
})
