import { anAddress } from '#tests/posts.ts'
import { desktop, expect, holdBack, phone, test } from '../test.ts'
import { publisher, withAdminSession } from './publisher.ts'

test.use({ expectedErrors: /status of 4(01|29)|ERR_FAILED/ })

test.beforeEach(({ page }) => page.setExtraHTTPHeaders({ 'X-Forwarded-For': anAddress() }))

/** The form is there: before then Enter does nothing. */
const isLive = (page: import('playwright/test').Page) =>
  expect(page.getByRole('button', { name: 'Access Dashboard' })).toBeEnabled()

const tokenOf = (page: import('playwright/test').Page) =>
  page.evaluate(() => localStorage.getItem('adminToken'))

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use(size)

    test(`the publisher signs in by keyboard on a ${device}, and out again`, async ({ page }) => {
      await page.goto('/admin/login')
      await page.getByLabel('Username').focus()
      await page.keyboard.type(` ${publisher.username} `)
      await page.keyboard.press('Tab')
      await page.keyboard.type(publisher.password)
      await isLive(page)
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
  })
}

test('a click on the button before its script has loaded is not lost', async ({ page }) => {
  const release = await holdBack(page, /_astro\/(client|PublisherSignInForm)/)
  await page.goto('/admin/login?returnTo=%2Fadmin%2Factivity')
  await page.getByLabel('Username').fill(publisher.username)
  await page.getByLabel('Password').fill(publisher.password)
  const button = page.getByRole('button', { name: 'Access Dashboard' })
  await expect(button).toBeDisabled()
  release()
  await button.click()
  await expect(page).toHaveURL('/admin/activity')
})

test('a wrong password is rejected with the specified toast, and the fields are disabled meanwhile', async ({
  page,
}) => {
  await page.goto('/admin/login')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/admin/login', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Username').fill('somebody')
  await page.getByLabel('Password').fill('a guess')
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page.getByText('Signing In...')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeDisabled()
  await expect(page.getByLabel('Password')).toBeDisabled()
  answer()
  const toast = page.getByRole('alert')
  await expect(toast.getByText('Login Failed')).toBeVisible()
  await expect(toast.getByText('Invalid username or password')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('somebody')
  await expect(page.getByLabel('Username')).toBeEnabled()
  await expect(page.getByText('Access Dashboard')).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
})

test('without a token every admin page redirects to the login, and back afterwards', async ({
  page,
}) => {
  for (const path of [
    '/admin/dashboard',
    '/admin/books/new',
    '/admin/books/00000000-0000-4000-8000-000000000000/edit',
    '/admin/stories',
    '/admin/stories/new',
    '/admin/authors',
    '/admin/requests',
    '/admin/newsletter',
    '/admin/letters',
    '/admin/letters/domain',
    '/admin/letters/new',
    '/admin/people',
    '/admin/account',
    '/admin/figures',
    '/admin/activity',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/admin/login?returnTo=${encodeURIComponent(path)}`)
  }
  await page.getByLabel('Username').fill(publisher.username)
  await page.getByLabel('Password').fill(publisher.password)
  await isLive(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/activity')
  await expect(page.getByText('Signed in').first()).toBeVisible()
})

test('an expired token is removed at the first call', async ({ page }) => {
  const { ask } = await withAdminSession(page, { isOwn: true })
  await ask('POST', '/admin/logout', {})
  await page.goto('/admin/activity?page=2')
  await expect(page).toHaveURL('/admin/login?returnTo=%2Fadmin%2Factivity%3Fpage%3D2')
  expect(await tokenOf(page)).toBeNull()
})

test('a forged return address leads to the dashboard', async ({ page }) => {
  for (const evil of ['https://evil.example', '//evil.example', '/admin/../..//evil', '/about']) {
    await page.goto(`/admin/login?${new URLSearchParams({ returnTo: evil })}`)
    await page.getByLabel('Username').fill(publisher.username)
    await page.getByLabel('Password').fill(publisher.password)
    await isLive(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/dashboard')
    // One that is still loading would lead away by itself.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => localStorage.clear())
  }
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
    await page.getByLabel('Username').fill('publisher')
    await page.getByLabel('Password').fill('secret')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/login')
  })
})
