import type { Page } from 'playwright/test'
import { anAddress } from '#tests/magazine/posts.ts'
import { expect, holdBack, phone, test } from '../support/test.ts'
import { publisher, withAdminSession } from './publisher.ts'

test.use({ ...phone, expectedErrors: /status of 401/ })

test.beforeEach(({ page }) => page.setExtraHTTPHeaders({ 'X-Forwarded-For': anAddress() }))

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'))

async function fillIn(page: Page, username = publisher.username) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(publisher.password)
  return page.getByRole('button', { name: 'Access Dashboard' })
}

test('the publisher signs in by keyboard, and out again', async ({ page }) => {
  await page.goto('/admin/login')
  const button = page.getByRole('button', { name: 'Access Dashboard' })
  await page.getByLabel('Username').focus()
  await page.keyboard.type(` ${publisher.username} `)
  await page.keyboard.press('Tab')
  await page.keyboard.type(publisher.password)
  // The form is there: before then Enter does nothing.
  await expect(button).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('status').getByText('Login Successful')).toBeVisible()
  await expect(page.getByText('Welcome, Publisher')).toBeVisible()
  const token = await tokenOf(page)
  expect(token).toMatch(/^[\w-]{43}$/)

  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByRole('status').getByText('Logged Out')).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
  const after = await page.request.get('/api/admin/stats', {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(after.status()).toBe(401)
})

test('without a valid token an admin page leads to the login, whose button waits for its script, and back afterwards', async ({
  page,
}) => {
  for (const path of [
    '/admin/dashboard',
    '/admin/books/00000000-0000-4000-8000-000000000000/edit',
    '/admin/stories/new',
    '/admin/letters/domain',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/admin/login?returnTo=${encodeURIComponent(path)}`)
  }
  const { ask } = await withAdminSession(page, { isOwn: true })
  await ask('POST', '/admin/logout', {})
  const release = await holdBack(page, /_astro\/(client|PublisherSignInForm)/)
  await page.goto('/admin/activity?page=1')
  await expect(page).toHaveURL('/admin/login?returnTo=%2Fadmin%2Factivity%3Fpage%3D1')
  expect(await tokenOf(page)).toBeNull()
  const button = await fillIn(page)
  await expect(button).toBeDisabled()
  release()
  await button.click()
  await expect(page).toHaveURL('/admin/activity?page=1')
  await expect(page.getByText('Signed in').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the admin pages say that they need it, and no password ends up in an address', async ({
    page,
  }) => {
    await page.goto('/admin/dashboard')
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('noscript p')).toContainText('The admin pages need JavaScript.')
    await page.goto('/admin/login')
    await fillIn(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/login')
  })
})
