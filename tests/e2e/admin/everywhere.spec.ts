import { violationsInLightAndDark } from '../axe.ts'
import { desktop, expect, holdBack, isHydrated, test } from '../test.ts'
import { aColleague, withToken } from './colleagues.ts'
import { withAdminSession } from './publisher.ts'

test.describe('with a keyboard', () => {
  test.use(desktop)

  test('letters go to places and create things, and are left alone while somebody types', async ({
    page,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/books')
    await isHydrated(page)
    await expect(page.locator('[data-rows] > *').first()).toBeVisible()
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search books' })
    await expect(field).toBeFocused()
    await page.keyboard.type('gs/')
    await expect(field).toHaveValue('gs/')
    await field.fill('')
    await field.blur()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/admin\/stories$/)
    await isHydrated(page)
    await page.keyboard.press('n')
    await page.keyboard.press('b')
    await expect(page).toHaveURL(/\/admin\/books\/new$/)
  })

  test('arrows move through the rows of a list, and E edits the row', async ({ page }) => {
    await withAdminSession(page)
    await page.goto('/admin/books')
    await isHydrated(page)
    const rows = page.locator('[data-rows] > *')
    await expect(rows.nth(1)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(0).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('ArrowUp')
    await expect(rows.nth(0).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('e')
    await expect(page).toHaveURL(/\/admin\/books\/.+\/edit$/)
  })

  test('a list tells all keys, and single letters can be switched off', async ({ page }) => {
    await withAdminSession(page)
    await page.goto('/admin/books')
    await isHydrated(page)
    await page.keyboard.press('Control+/')
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    await expect(dialog.getByText('G then A')).toBeVisible()
    expect(await violationsInLightAndDark(page, 'the list of keys')).toEqual([])
    await dialog.getByRole('checkbox', { name: 'Shortcuts with one letter' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search books' })).not.toBeFocused()
    await expect(page).toHaveURL(/\/admin\/books$/)

    await page.goto('/admin/account')
    await isHydrated(page)
    const keys = page.getByRole('checkbox', { name: 'Shortcuts with one letter' })
    await expect(keys).not.toBeChecked()
    await keys.check()
    await keys.blur()
    // The script of the keys may come after the island's.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      await expect(page).toHaveURL(/\/admin\/dashboard$/, { timeout: 2000 })
    }).toPass()
  })

  test('letters lead nobody to a page that their role may not use', async ({ page }) => {
    const { token } = await aColleague(page.request, 'author')
    await withToken(page, token)
    await page.goto('/admin/calendar')
    await isHydrated(page)
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    // On a busy machine more than 1.5 s can pass between two keys.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await expect(page).toHaveURL(/\/admin\/figures$/, { timeout: 2000 })
    }).toPass()
  })
})

test.describe('when the server is away', () => {
  test.use({ expectedErrors: /Failed to load resource|ApiError|Failed to fetch/ })

  test('a list is shown as it last was on this device, and is gone after signing out', async ({
    page,
  }) => {
    await withAdminSession(page, { isOwn: true })
    await page.goto('/admin/books')
    const first = page.locator('[data-rows] > *').first()
    const title = (await first.getByRole('heading').textContent()) ?? ''
    await page.route('**/api/admin/books?*', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/^Last list, from \d\d:\d\d/)).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Your books could not be loaded.')
    await expect(first).toContainText(title)
    expect(await violationsInLightAndDark(page, 'the last list')).toEqual([])
    await page.unroute('**/api/admin/books?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Last list/)).toHaveCount(0)

    await page.goto('/admin/settings')
    await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/admin\/login/)
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('adminList.')),
    )
    expect(left).toEqual([])
  })

  test('a mistake of ours is named with the id of its request', async ({ page }) => {
    await withAdminSession(page)
    await page.route('**/api/admin/authors?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'No', requestId: 'req-27-lanterns' } }),
    )
    await page.goto('/admin/authors')
    const alert = page.getByRole('alert').filter({ hasText: 'The authors could not be loaded.' })
    await expect(alert).toContainText('Request req-27-lanterns')
    await page.unroute('**/api/admin/authors?*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
  })
})

test('earlier rows stay while others load', async ({ page }) => {
  await withAdminSession(page)
  await page.goto('/admin/books')
  const rows = page.locator('[data-rows] > *')
  await expect(rows.first()).toBeVisible()
  const release = await holdBack(page, /api\/admin\/books\?.*status=draft/)
  await page.getByRole('button', { name: 'Drafts' }).click()
  await expect(page.locator('[aria-busy="true"]').filter({ has: rows })).toHaveCount(1)
  await expect(rows.first()).toBeVisible()
  release()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
})
