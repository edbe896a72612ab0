import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { bookTitled } from '#tests/e2e/support/content.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ ...phone, expectedErrors: /status of (400|404)/ })

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })
const row = (page: Page, code: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: code })
const aName = () => `HARMATTAN-${Math.floor(Math.random() * 1e9)}`

test('the publisher makes a code, changes it and ends it, and makes a free copy for a reviewer by one press', async ({
  page,
}) => {
  await test.step('the publisher makes a code, changes it, ends it and takes that back', async () => {
    await withAdminSession(page)
    const code = aName()
    await page.goto('/admin/discounts')
    await expect(page.locator('[data-admin-skeleton]')).toHaveCount(0)
    await page.getByRole('link', { name: 'New discount code' }).first().click()
    await expect(page.getByRole('heading', { name: 'New discount code' })).toBeFocused()
    await page.getByRole('button', { name: 'Make the code' }).click()
    const percent = page.getByLabel('Percent off')
    await expect(percent).toBeFocused()
    await expect(percent).toHaveAccessibleDescription(
      'Please type percent or naira off, one of both',
    )
    expect(await tooWide(page, 'the form of a discount code')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the form of a discount code')).toEqual([])
    await page.getByLabel('Code (optional)').fill(code.toLowerCase())
    await percent.fill('25')
    await page.getByLabel('Some books').check()
    await page.getByLabel('The Quiet Climb').check()
    await page.getByLabel('From (optional)').fill('2026-01-05T09:00')
    await page.getByLabel('Until (optional)').fill('2099-12-24T18:30')
    await page.getByLabel('Uses in all (optional)').fill('100')
    await page.getByRole('button', { name: 'Make the code' }).click()
    await expect(toast(page, 'Discount Code Made')).toBeVisible()
    const one = page.getByRole('region', { name: code })
    await expect(one).toContainText('0 of 100 uses')
    const book = await bookTitled(page.request, 'The Quiet Climb')
    await expect(one).toContainText(`/book/${book.id}?code=${code}`)
    await expect(one).toContainText('until December 24, 2099')
    const sent = await one.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')
    expect(new URL(sent ?? '').searchParams.get('text')).toMatch(
      new RegExp(`^25% off “The Quiet Climb” with the code ${code}: http.*\\?code=${code}$`),
    )
    const saving = page.waitForEvent('download')
    await one.getByRole('button', { name: 'Save the picture' }).click()
    expect((await saving).suggestedFilename()).toBe(`${code}.png`)
    await expect(page.getByLabel('Until (optional)')).toHaveValue('2099-12-24T18:30')

    await page.getByLabel('Note (optional)').fill('For the schools in Jos')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Discount Code Changed')).toBeVisible()

    await page.getByRole('button', { name: 'End now' }).click()
    await expect(one.getByText('Ended', { exact: true })).toBeVisible()
    await toast(page, 'Discount Code Ended').getByRole('button', { name: 'Undo' }).click()
    await expect(one.getByText('Running', { exact: true })).toBeVisible()
    // The page comes back without the toasts, one of which is fading.
    await page.reload()
    await expect(one.getByText('Running', { exact: true })).toBeVisible()
    expect(await violationsInLightAndDark(page, 'a discount code')).toEqual([])

    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(row(page, code)).toContainText('25% off, The Quiet Climb · For the schools in Jos')
    await expect(row(page, code).getByRole('link')).toBeFocused()
    expect(await tooWide(page, 'the discount codes')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the discount codes')).toEqual([])
  })

  await test.step('one press makes a free copy for a reviewer, whose use shows at the order, and what is not there leads back to all', async () => {
    const { ask } = await withAdminSession(page)
    await page.goto('/admin/discounts')
    await page.getByRole('button', { name: 'Free copy for a reviewer' }).click()
    await expect(toast(page, 'Discount Code Made')).toBeVisible()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const code = (await heading.textContent()) ?? ''
    await expect(page.getByRole('region', { name: code })).toContainText('100% off')
    const book = await bookTitled(page.request, 'The Quiet Climb')
    const order = await ask('POST', '/orders', {
      bookId: book.id,
      buyerName: 'Ada Obi-Nwosu',
      buyerEmail: 'ada@reviewers.example',
      discountCode: code,
    })
    expect(order.amount).toBe(0)
    await page.goto(`/admin/orders?order=${order.reference}`)
    await expect(page.getByText(`off with ${code}`)).toBeVisible()
    await expect(page.getByText(`with the discount code ${code}`)).toBeVisible()
    await page.goto('/admin/discounts?status=usedUp')
    await expect(row(page, code)).toContainText('1 of 1 uses')
    await row(page, code).getByRole('link').click()
    await expect(page.getByLabel('Percent off')).not.toBeEditable()

    await page.goto('/admin/discounts?discount=0c2c4a3e-7f53-4a3c-9a55-3a2a1d4c9b10')
    await expect(page.getByRole('heading', { name: 'Discount Code Not Found' })).toBeVisible()
    await page.goto('/admin/discounts?search=zzzz')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page).toHaveURL(/\/admin\/discounts$/)
  })
})
