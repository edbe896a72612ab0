import { violationsInLightAndDark } from '../support/axe.ts'
import { desktop, expect, isHydrated, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

test.describe('with a keyboard', () => {
  test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })

  test('letters lead through the admin pages, arrows through a list, and both are told and can be switched off', async ({
    page,
  }) => {
    await withAdminSession(page)
    const keys = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key)
    }
    const rows = page.locator('[data-rows] > *')
    const field = page.getByRole('searchbox', { name: 'Search books' })

    await test.step('arrows move through the rows, and E edits the row', async () => {
      await page.goto('/admin/books')
      await isHydrated(page)
      await expect(rows.nth(1)).toBeVisible()
      await keys('ArrowDown')
      await expect(rows.nth(0).locator(':focus')).toHaveCount(1)
      await keys('ArrowDown')
      await expect(rows.nth(1).locator(':focus')).toHaveCount(1)
      await keys('ArrowUp')
      await expect(rows.nth(0).locator(':focus')).toHaveCount(1)
      await keys('e')
      await expect(page).toHaveURL(/\/admin\/books\/.+\/edit$/)
    })

    await test.step('letters are left alone while somebody types', async () => {
      await page.goto('/admin/books')
      await isHydrated(page)
      await expect(rows.first()).toBeVisible()
      await keys('/')
      await expect(field).toBeFocused()
      await page.keyboard.type('gs/')
      await expect(field).toHaveValue('gs/')
      await field.fill('')
      await field.blur()
      await keys('g', 's')
      await expect(page).toHaveURL(/\/admin\/stories$/)
      await isHydrated(page)
      await keys('n', 'b')
      await expect(page).toHaveURL(/\/admin\/books\/new$/)
    })

    await test.step('a list tells all keys, and single letters can be switched off', async () => {
      await page.goto('/admin/books')
      await isHydrated(page)
      await keys('Control+/')
      const dialog = page.getByRole('dialog', { name: 'Keys' })
      await expect(dialog.getByText('G then A')).toBeVisible()
      expect(await violationsInLightAndDark(page, 'the list of keys')).toEqual([])
      await dialog.getByRole('checkbox', { name: 'Shortcuts with one letter' }).uncheck()
      await keys('Escape')
      await expect(dialog).toHaveCount(0)
      await keys('g', 's', '/')
      await expect(field).not.toBeFocused()
      await expect(page).toHaveURL(/\/admin\/books$/)
    })

    await page.goto('/admin/account')
    await isHydrated(page)
    const single = page.getByRole('checkbox', { name: 'Shortcuts with one letter' })
    await expect(single).not.toBeChecked()
    await single.check()
    await single.blur()
    // The script of the keys may come after the island's.
    await expect(async () => {
      await keys('g', 'd')
      await expect(page).toHaveURL(/\/admin\/dashboard$/, { timeout: 2000 })
    }).toPass()
  })
})

test.describe('when the server is away', () => {
  test.use({ expectedErrors: /Failed to load resource|ApiError|Failed to fetch/ })

  test('a mistake of ours is named, and a list is shown as it last was on this device until somebody signs out', async ({
    page,
  }) => {
    await withAdminSession(page, { isOwn: true })
    await page.route('**/api/admin/authors?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'No', requestId: 'req-27-lanterns' } }),
    )
    await page.goto('/admin/authors')
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded.' })
    await expect(alert).toContainText('The authors could not be loaded.')
    await expect(alert).toContainText('Request req-27-lanterns')
    await page.unroute('**/api/admin/authors?*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)

    await page.goto('/admin/books')
    const first = page.locator('[data-rows] > *').first()
    const title = (await first.getByRole('heading').textContent()) ?? ''
    await page.route('**/api/admin/books?*', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/^Last list, from \d\d:\d\d/)).toBeVisible()
    await expect(alert).toContainText('Your books could not be loaded.')
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
})
