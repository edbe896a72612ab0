import { theToken } from '../admin/publisher.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { mailsTo } from '../support/readers.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { anAuthor, aSaleFor } from './statements.ts'

test.use({ ...phone, expectedErrors: /status of 404/ })

test('an author opens the mailed link, and downloads the statement', async ({ page }) => {
  const { request } = page
  const headers = { Authorization: `Bearer ${await theToken(request)}` }
  const author = anAuthor()
  const made = await request.post('/api/admin/author-accounts', { data: author, headers })
  const { id } = await made.json()
  const order = await aSaleFor(request, id)
  await request.post(`/api/admin/author-accounts/${id}/link`, { headers })
  const [mail = ''] = await mailsTo(author.email)
  const [link = ''] = /\/statement\/[\w-]+/.exec(mail) ?? []
  const response = await page.goto(link)
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Statement for/)
  const row = page.getByRole('row').filter({ hasText: order.orderNumber })
  await expect(row).toContainText('The Borehole Committee')
  await expect(page.getByRole('main')).not.toContainText('Ngozi')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/)
  await expect(row).toBeVisible()
  expect(await tooWide(page, 'a statement')).toEqual([])
  expect(await violationsInLightAndDark(page, 'a statement')).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.csv$/)
  const pdf = await request.get(
    (await page.getByRole('link', { name: 'PDF' }).getAttribute('href')) ?? '',
  )
  expect(pdf.headers()['content-type']).toBe('application/pdf')

  await request.post(`/api/admin/author-accounts/${id}/link`, { headers })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Not Found')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('without script the page has the whole statement, and other months', async ({ page }) => {
    const { request } = page
    const headers = { Authorization: `Bearer ${await theToken(request)}` }
    const author = anAuthor()
    const made = await request.post('/api/admin/author-accounts', { data: author, headers })
    const { id } = await made.json()
    await request.post(`/api/admin/author-accounts/${id}/link`, { headers })
    const [mail = ''] = await mailsTo(author.email)
    const [link = ''] = /\/statement\/[\w-]+/.exec(mail) ?? []
    await page.goto(link)
    await expect(page.getByText('Nothing was sold in this month.')).toBeVisible()
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/)
    await page.goto(`${link}?month=2099-01`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Not Found')
  })
})
