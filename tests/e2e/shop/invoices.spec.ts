import { violationsInLightAndDark } from '../support/axe.ts'
import { bookTitled } from '../support/content.ts'
import { mailsTo } from '../support/readers.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'

test.use({ expectedErrors: /status of (400|409)/ })

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'
  test.describe(how, () => {
    test.use({ ...phone, javaScriptEnabled })

    test(`${how}, a bursar asks for an invoice, sees the total first, and gets account and PDF`, async ({
      page,
    }) => {
      const book = await bookTitled(page.request, 'The Quiet Climb')
      await page.goto(`/book/${book.id}`)
      await page.getByRole('link', { name: 'Schools: pay by invoice' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay by invoice')
      const show = page.getByRole('button', { name: 'Show the total' })
      await show.click()
      await expect(page.getByText('Please fix 4 fields')).toBeVisible()
      await expect(page.getByLabel('Copies')).toHaveAccessibleDescription(
        'Copies must be a whole number from 2 to 500',
      )
      const email = `bursar-${Date.now()}${javaScriptEnabled}@schools.example`
      await page.getByLabel('Copies').fill('40')
      await page.getByLabel('School *').fill('Harmony Secondary School')
      await page.getByLabel('Contact person').fill('Ngozi Bassey-Udo')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Your purchase order number').fill('PO 117')
      await show.click()
      await expect(page.getByText('40 copies at ₦3,500:')).toBeVisible()
      if (javaScriptEnabled) {
        expect(await tooWide(page, 'the form of an invoice')).toEqual([])
        expect(await violationsInLightAndDark(page, 'the form of an invoice')).toEqual([])
      }
      // Another number of copies has another total, which is shown first.
      await page.getByLabel('Copies').fill('30')
      await page.getByRole('button', { name: 'Make the invoice for ₦140,000' }).click()
      await page.getByRole('button', { name: 'Make the invoice for ₦105,000' }).click()
      await expect(page).toHaveURL(/\/order\/ASC-\w+\?key=/)
      // Nobody's invoice, until the link of the mail shows whose address it is.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')
      const [mail = ''] = await mailsTo(email)
      await page.goto(/http\S+\/order\/ASC-\S+/.exec(mail)?.[0] ?? '')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice INV-\d{4}-\d{5}$/)
      const transfer = page.getByRole('region', { name: 'Transfer ₦105,000' })
      await expect(transfer).toContainText('0123456789')
      await expect(transfer).toContainText('Ascend Publishing Ltd')
      await expect(page.getByRole('region', { name: 'Your order' })).toContainText('PO 117')
      await expect(page.getByRole('button', { name: /check now/ })).toHaveCount(0)
      if (javaScriptEnabled) {
        expect(await tooWide(page, 'an invoice')).toEqual([])
        expect(await violationsInLightAndDark(page, 'an invoice')).toEqual([])
      }
      const path = await page.getByRole('link', { name: 'Invoice as PDF' }).getAttribute('href')
      const pdf = await page.request.get(path ?? '')
      expect(pdf.headers()['content-type']).toBe('application/pdf')
      await expect.poll(async () => (await mailsTo(email)).join('\n')).toContain('0123456789')
    })
  })
}
