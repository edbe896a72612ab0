import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { bookTitled } from '#tests/e2e/support/content.ts'
import { mailsTo } from '#tests/e2e/support/readers.ts'
import { letUndoEnd } from '#tests/e2e/support/service.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aColleague, withToken } from '../colleagues.ts'
import { theToken, withAdminSession } from '../publisher.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ ...phone, expectedErrors: /status of (400|404|409)/ })

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

/** An invoice that staff made for a school, with the reference of its order. */
async function anInvoice(page: Page, school: string) {
  const buyerEmail = `bursar-${randomUUID()}@schools.example`
  const { id: bookId } = await bookTitled(page.request, 'The Quiet Climb')
  const answer = await page.request.post('/api/admin/invoices', {
    headers: { Authorization: `Bearer ${await theToken(page.request)}` },
    data: {
      bookId,
      quantity: 3,
      school,
      buyerName: 'Ngozi Bassey-Udo',
      buyerEmail,
    },
  })
  expect(answer.status()).toBe(201)
  return { buyerEmail, ...((await answer.json()) as { reference: string }) }
}

/** What stands in the link that the school got. */
async function keyOf({ buyerEmail, reference }: { buyerEmail: string; reference: string }) {
  const [mail = ''] = await mailsTo(buyerEmail)
  return new RegExp(`/order/${reference}\\?key=([\\w-]+)`).exec(mail)?.[1]
}

test('a transfer is recorded and confirmed by two people, and a school gets more time, or its invoice is withdrawn', async ({
  page,
}) => {
  await test.step('a shop keeper records a transfer, and the publisher confirms it', async () => {
    const school = `Harmony School ${Math.floor(Math.random() * 1e9)}`
    const invoice = await anInvoice(page, school)
    const colleague = await aColleague(page.request, 'shopkeeper')
    await withToken(page, colleague.token)
    await page.goto('/admin/invoices')
    await page.getByRole('link', { name: school }).click()
    await expect(page.getByRole('heading', { name: /^Invoice INV-/ })).toBeFocused()
    const record = page.getByRole('button', { name: 'Record the transfer' })
    await record.click()
    const reference = page.getByLabel('Reference of the bank')
    await expect(reference).toBeFocused()
    await expect(reference).toHaveAccessibleDescription('Please type the reference of the bank')
    await expect(page.getByLabel('Amount in naira')).toHaveValue('10500')
    await page.getByLabel('Amount in naira').fill('10000')
    await expect(page.getByLabel('Amount in naira')).toHaveAccessibleDescription(
      '₦10,500 is due: the school is told what is still missing.',
    )
    expect(await tooWide(page, 'an invoice of the admin')).toEqual([])
    expect(await violationsInLightAndDark(page, 'an invoice of the admin')).toEqual([])
    await page.getByLabel('Amount in naira').fill('10500')
    await reference.fill(`FT ${school}`)
    await record.press('Enter')
    await expect(toast(page, 'Transfer Recorded')).toBeVisible()
    await expect(page.getByText('Somebody else confirms it: you wrote it down.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)

    await withAdminSession(page)
    await page.goto('/admin/dashboard')
    await page.getByRole('link', { name: /Transfers? to confirm/ }).click()
    // It leads to the list, where other tests have transfers to confirm too.
    await expect(page).toHaveURL(/\/admin\/invoices\?(status=toConfirm|invoice=)/)
    await page.goto(`/admin/invoices?invoice=${invoice.reference}`)
    await expect(page.getByText(`${colleague.name} recorded ₦10,500 of`)).toBeVisible()
    expect(await violationsInLightAndDark(page, 'a transfer to confirm')).toEqual([])
    await page.getByRole('button', { name: 'Confirm' }).click()
    // It counts once Undo does not hold any more.
    await toast(page, 'Invoice Paid').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(toast(page, 'Invoice Paid')).toBeVisible()
    await letUndoEnd()
    // The school looks, which settles the order before the background check does.
    const key = await keyOf(invoice)
    await page.request.post(`/api/orders/${invoice.reference}/check`, { data: { key } })
    await expect(page.getByRole('region', { name: 'Transfers' })).toContainText('confirmed by')
    await page.getByRole('link', { name: 'Open the order' }).click()
    await expect(page.getByText('Paid ₦10,500')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  })

  await test.step('the publisher gives a school more time and withdraws an invoice', async () => {
    const school = `Unity School ${Math.floor(Math.random() * 1e9)}`
    const { reference } = await anInvoice(page, school)
    await withAdminSession(page)
    await page.goto(`/admin/invoices?invoice=${reference}`)
    await page.getByText('Move the due day').first().click()
    const day = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    await page.getByLabel('Due day').fill(day)
    await page.getByRole('button', { name: 'Move the due day' }).click()
    await expect(toast(page, 'Due Day Moved')).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw the invoice' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await violationsInLightAndDark(page, 'withdrawing an invoice')).toEqual([])
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(toast(page, 'Invoice Withdrawn')).toBeVisible()
    const one = page.getByRole('region', { name: /^Invoice INV-/ })
    await expect(one.getByText('Withdrawn', { exact: true })).toBeVisible()
    await page.goto('/admin/invoices?status=withdrawn')
    await expect(page.getByRole('link', { name: school })).toBeVisible()
    expect(await tooWide(page, 'the invoices')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the invoices')).toEqual([])
    await page.getByRole('link', { name: 'New invoice' }).first().click()
    await expect(page.getByRole('heading', { name: 'New invoice' })).toBeFocused()
    await page.getByRole('button', { name: 'Make the invoice' }).click()
    await expect(page.getByText('Please fix 5 fields')).toBeVisible()
    expect(await tooWide(page, 'the form of a new invoice')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the form of a new invoice')).toEqual([])
    await page.getByLabel('Book').selectOption({ label: 'The Quiet Climb, ₦3,500' })
    await page.getByLabel('Copies').fill('20')
    await expect(page.getByText('₦70,000 without a discount.')).toBeVisible()
    await page.getByLabel('School *').fill(`New ${school}`)
    await page.getByLabel('Contact person').fill('Ngozi Bassey-Udo')
    await page.getByLabel('Email').fill('bursar@schools.example')
    await page.getByRole('button', { name: 'Make the invoice' }).click()
    await expect(toast(page, 'Invoice Made')).toBeVisible()
    await expect(one).toContainText(`New ${school}`)
    await page.goto('/admin/invoices?invoice=ASC-NOTHING')
    await expect(page.getByRole('heading', { name: 'Invoice Not Found' })).toBeVisible()
  })
})
