import { closeAll } from '#tests/end-of-file.ts'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { ownService } from '../support/own-service.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { publisher, withAdminSession } from './publisher.ts'

const testKey = ['sk_test', 'harmattan4f2c'].join('_')
const liveKey = testKey.replace('test', 'live')
let paystack: Awaited<ReturnType<typeof aPaystackServer>>
ownService(async () => {
  paystack = await aPaystackServer({ secretKey: testKey })
  return { PAYSTACK_API_URL: paystack.options.apiUrl }
})
test.afterAll(closeAll)
// One service is enough.
test.describe.configure({ mode: 'default' })
test.use({ ...phone, expectedErrors: /status of 400|checkout\.paystack\.com/ })

test('the owner sets a tax, reads what is wrong where it is typed, and takes the tax away again', async ({
  page,
}) => {
  await withAdminSession(page)
  await page.goto('/admin/business')
  const tax = page.getByRole('region', { name: 'VAT' })
  await tax.getByRole('button', { name: 'Set up: VAT' }).press('Enter')
  const percent = tax.getByLabel('VAT in percent')
  await expect(percent).toBeFocused()
  await percent.fill('seven')
  await tax.getByLabel('Your password').fill('not mine')
  await page.keyboard.press('Enter')
  await expect(percent).toHaveAccessibleDescription(/with at most two decimals/)
  await expect(percent).toBeFocused()
  await percent.fill('7.5')
  await page.keyboard.press('Enter')
  await expect(tax.getByLabel('Your password')).toHaveAccessibleDescription(
    'This is not your password',
  )
  await expect(percent).toHaveValue('7.5')
  await tax.getByLabel('Your password').fill(publisher.password)
  await page.keyboard.press('Enter')
  await expect(tax.getByRole('definition').first()).toHaveText('7.5')
  await expect(tax.getByRole('heading')).toBeFocused()

  // The password was typed a moment ago.
  await tax.getByRole('button', { name: 'Remove: VAT' }).press('Enter')
  // A second press of the same key must not remove it.
  await expect(tax.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(tax.getByRole('definition')).toHaveCount(0)
})

test('the owner pastes a test key, sells a book to themselves, and goes live', async ({ page }) => {
  const { ask } = await withAdminSession(page)
  await page.goto('/admin/business/payments')
  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const live = page.getByRole('button', { name: 'Go live' })
  await expect(live).toBeDisabled()
  await expect(live).toHaveAccessibleDescription('First the secret key, best the test key.')
  const paste = async (at: string, key: string) => {
    await step(at).getByLabel('Secret key').fill(key)
    const password = step(at).getByLabel('Your password')
    if (await password.isVisible()) await password.fill(publisher.password)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Set up: Paystack' }).press('Enter')
  await paste('Secret key', testKey)
  await expect(step('Secret key')).toContainText('Paystack answers: test key')
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()

  const opens = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Buy “/ }).click()
  const shop = await opens
  await shop.getByLabel('Your Name').fill('Kele Umez-Ray')
  await shop.getByLabel('Email').fill('kele@buyers.example')
  await expect(shop.getByText('Test mode: payments are being tried')).toBeVisible()
  const leaves = shop.waitForRequest(/^https:\/\/checkout\.paystack\.com\//)
  await shop.getByRole('button', { name: /Buy Now/ }).click()
  await leaves
  await shop.close()
  const orders = await page.context().newPage()
  await orders.goto('/admin/orders')
  await expect(orders.getByText('Test mode', { exact: true })).toBeVisible()
  await orders.close()
  const opened = paystack.asked.find(({ path }) => path === '/transaction/initialize')
  const reference = String(opened?.body?.['reference'])
  paystack.pay(reference)
  await paystack.tell(
    new URL('/api/webhooks/paystack', page.url()).href,
    'charge.success',
    reference,
  )
  await page.reload()
  await expect(step('Webhook address')).toContainText('Heard from Paystack at')
  await expect(step('Test sale')).toContainText('Refund: not yet')
  expect(await violationsInLightAndDark(page, 'Payments')).toEqual([])
  expect(await tooWide(page, 'Payments')).toEqual([])
  await page.setViewportSize(phone.viewport)

  paystack.taken.key = liveKey
  await live.click()
  await paste('Go live', testKey)
  await expect(step('Go live').getByLabel('Secret key')).toHaveAccessibleDescription(
    /^This is a test key/,
  )
  await paste('Go live', liveKey)
  await expect(step('Live')).toContainText('Orders are paid with money.')
  await expect(page.getByText('Test mode', { exact: true })).toBeHidden()
  expect((await ask('GET', '/admin/stats')).off.payments).toBeUndefined()
})
