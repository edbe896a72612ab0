import type { BrowserContext, Page } from 'playwright/test'
import { anAddress } from '#tests/magazine/posts.ts'
import { ownService } from '../support/own-service.ts'
import { serviceAddress } from '../support/service.ts'
import { expect, phone, test } from '../support/test.ts'
import { isKept, openEditor, textOf } from './magazine/editor.ts'
import { publisher } from './publisher.ts'

test.describe.configure({ timeout: 180_000 })
// Browsers offer no passkey at 127.0.0.1.
ownService(undefined, { host: 'localhost' })

/** The browser is like a phone that is opened with a finger, which is on it. */
async function withFingerprint(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is set up, signs in, and renews a session above a story', async ({ browser }) => {
  const context = await browser.newContext({
    ...phone,
    baseURL: serviceAddress(),
    extraHTTPHeaders: { 'X-Forwarded-For': anAddress() },
  })
  const page = await context.newPage()
  await withFingerprint(context, page)
  const typePassword = async () => {
    await page.getByLabel('Username').fill(publisher.username)
    await page.getByLabel('Password').fill(publisher.password)
  }

  await page.goto('/admin/login?returnTo=%2Fadmin%2Faccount')
  await typePassword()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page).toHaveURL('/admin/account')
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Your password').fill(publisher.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login')
  await typePassword()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page).toHaveURL('/admin/dashboard')

  await page.goto('/admin/business')
  const tax = page.getByRole('region', { name: 'VAT' })
  await tax.getByRole('button', { name: 'Set up: VAT' }).click()
  await tax.getByLabel('VAT in percent').fill('7.5')
  await tax.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(tax.getByRole('button', { name: 'Try and save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tax.getByRole('definition').first()).toHaveText('7.5')

  await openEditor(page)
  const token = await page.evaluate(() => localStorage.getItem('adminToken'))
  const ended = await page.request.post('/api/admin/logout', {
    headers: { Authorization: `Bearer ${token}` },
    data: {},
  })
  expect(ended.ok()).toBe(true)
  const text = textOf(page)
  await text.click()
  await page.keyboard.type('Written after the session had ended.')
  await page.getByRole('button', { name: 'Sign in again' }).click({ timeout: 20_000 })
  await typePassword()
  await page.getByRole('button', { name: 'Sign in and go on' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isKept(page)
  await page.reload()
  await expect(text).toHaveText('Written after the session had ended.')
  await context.close()
})
