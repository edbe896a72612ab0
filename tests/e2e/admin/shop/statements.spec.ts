import type { Page } from 'playwright/test'
import { anAuthor, aSaleFor } from '#tests/e2e/shop/statements.ts'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { expect, isHydrated, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aColleague, withToken } from '../colleagues.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ ...phone, expectedErrors: /status of (400|404|409)/ })

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

test('the publisher opens an account, gives it a share, and writes a payout down', async ({
  page,
}) => {
  const looksRight = async (where: string) => {
    expect(await tooWide(page, where)).toEqual([])
    expect(await violationsInLightAndDark(page, where)).toEqual([])
  }
  const { ask } = await withAdminSession(page)
  const author = anAuthor()
  await page.goto('/admin/statements')
  // Before that it is another page, which begins at its top.
  await isHydrated(page)
  await page.getByRole('link', { name: 'New author account' }).first().click()
  await expect(page.getByRole('heading', { name: 'New author account' })).toBeFocused()
  const make = page.getByRole('button', { name: 'Open the account' })
  await make.click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await looksRight('the form of an author account')
  await page.getByLabel('Name').fill(author.name)
  await page.getByLabel('E-mail address').fill(author.email)
  await make.click()
  await expect(toast(page, 'Author Account Opened')).toBeVisible()
  await expect(page.getByText('Nothing was sold in this month.')).toBeVisible()

  // The keyboard is enough: a book is found by its title, and added with its percentage.
  const { id: bookId } = await ask('POST', '/admin/books', {
    title: `The Tally ${author.email.slice(5, 13)}`,
    authorName: author.name,
    price: 900,
    category: 'Novel',
    description: 'A first novel about who keeps the accounts.',
  })
  const title = `The Tally ${author.email.slice(5, 13)}`
  await page.getByLabel('Add a book').fill(title)
  const percent = page.getByLabel(`Percent of ${title}`)
  await percent.fill('101')
  await page.keyboard.press('Enter')
  await expect(percent).toHaveAccessibleDescription('Percent must be more than 0 and at most 100')
  await expect(percent).toBeFocused()
  await percent.fill('12.5')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Share Changed').first()).toBeVisible()
  await expect(page.getByLabel('Add a book')).toBeFocused()
  await expect(percent).toHaveValue('12.5')

  const id = new URL(page.url()).searchParams.get('account') ?? ''
  const order = await aSaleFor(page.request, id)
  await page.reload()
  const statement = page.getByRole('region', { name: /^Statement for/ })
  await expect(statement.getByRole('row').filter({ hasText: order.orderNumber })).toContainText(
    '40%',
  )
  const amount = page.getByLabel('Amount')
  await amount.fill('999999')
  await page.getByLabel('Reference').fill('GTB 0042')
  await page.getByRole('button', { name: 'Record the payout' }).click()
  await expect(page.getByText('That is more than the account is owed.')).toBeVisible()
  await amount.fill('100.50')
  await page.getByRole('button', { name: 'Record the payout' }).click()
  await expect(toast(page, 'Payout Recorded')).toBeVisible()
  await expect(statement.getByRole('row').filter({ hasText: 'GTB 0042' })).toContainText('−₦100.50')
  await page.reload()
  await expect(statement.getByText('GTB 0042')).toBeVisible()
  await looksRight('an author account')
  for (const kind of ['PDF', 'CSV']) {
    const download = page.waitForEvent('download')
    await statement.getByRole('button', { name: kind }).click()
    expect((await download).suggestedFilename()).toMatch(/statement.*\d{4}-\d{2}\.(pdf|csv)$/)
  }
  await page.getByRole('button', { name: 'Take back the payout GTB 0042' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(toast(page, 'Payout Taken Back')).toBeVisible()
  await expect(statement.getByText('Payout taken back')).toBeVisible()

  await page.getByRole('button', { name: 'Mail another link' }).click()
  await expect(toast(page, 'Link: Kept, Not Sent')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: author.email })
  await expect(row.getByRole('link')).toBeFocused()
  await expect(row).toContainText('1 book')
  await looksRight('the author accounts')

  await page.goto(`/admin/statements?account=${bookId}`)
  await expect(page.getByRole('heading', { name: 'Author Account Not Found' })).toBeVisible()
})

test('an author finds their own statements under Shop, and nothing to change', async ({
  page,
  request,
}) => {
  const { ask } = await withAdminSession(page)
  await ask('POST', '/admin/author-accounts', anAuthor())
  const author = await aColleague(request, 'author')
  const { id } = await ask('POST', '/admin/author-accounts', {
    name: author.name,
    email: author.email,
  })
  const order = await aSaleFor(page.request, id)
  await page.evaluate(() => localStorage.clear())
  await withToken(page, author.token)
  await page.goto('/admin/dashboard')
  const shop = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Shop' })
  // The role is not known before the first answer.
  await expect(shop).toHaveAttribute('href', '/admin/statements')
  await shop.tap()
  await expect(page).toHaveURL('/admin/statements')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'New author account' })).toHaveCount(0)
  await rows.getByRole('link', { name: author.name }).tap()
  await expect(page.getByText(order.orderNumber)).toBeVisible()
  await expect(page.getByRole('button', { name: 'PDF' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payouts' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mail another link' })).toHaveCount(0)
  expect(await tooWide(page, 'an author’s own account')).toEqual([])
  expect(await violationsInLightAndDark(page, 'an author’s own account')).toEqual([])
})
