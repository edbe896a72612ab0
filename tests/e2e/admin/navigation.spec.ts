import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../support/axe.ts'
import { desktop, expect, holdBack, isHydrated, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { watchRequests } from '../support/traffic.ts'
import { aColleague, withToken } from './colleagues.ts'
import { aWrittenStory, saveDraft } from './magazine/drafts.ts'
import { withAdminSession } from './publisher.ts'

const placesOf = (page: Page) => page.getByRole('navigation', { name: 'Places' })
const sideBarOf = (page: Page) => page.getByRole('navigation', { name: 'Admin sections' })

test.describe('on a phone', () => {
  test.use(phone)

  test('four places and New stand at the foot, a place shows its pages as tabs, and Settings gather the rest', async ({
    page,
  }) => {
    const admin = await withAdminSession(page)
    await saveDraft(admin, randomUUID(), 0, { title: 'The well that has no lid' })
    await page.goto('/admin/dashboard')
    const bar = placesOf(page)
    await expect(bar.getByRole('link')).toHaveText([
      /^\s*Dashboard\s*$/,
      /^\s*Stories\b/,
      /^\s*Shop\b/,
      /^\s*Audience\b/,
    ])
    await expect(bar.getByRole('button', { name: 'New' })).toBeInViewport({ ratio: 1 })
    for (const target of await bar.getByRole('listitem').all()) {
      const box = await target.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
    }
    await bar.getByRole('link', { name: 'Shop' }).tap()
    await expect(page).toHaveURL('/admin/orders')
    await expect(bar.getByRole('link', { name: 'Shop' })).toHaveAttribute('aria-current', 'page')
    const tabs = page.getByRole('navigation', { name: 'Shop', exact: true })
    await expect(tabs.getByRole('link')).toHaveText([/^Orders/, 'Books'])
    const [first, last] = [tabs.getByRole('link').first(), tabs.getByText('More')]
    expect((await first.boundingBox())?.y).toBe((await last.boundingBox())?.y)
    await last.tap()
    await expect(tabs.getByRole('link')).toHaveText([
      /^Orders/,
      'Books',
      'Publications',
      'Invoices',
      'Discounts',
      'Statements',
      /^Requests/,
      /^Reviews/,
    ])
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(tabs.getByRole('link')).toHaveCount(2)
    await tabs.getByRole('link', { name: 'Books' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Books')

    await test.step('the bar goes while a field has the keyboard', async () => {
      await page.getByRole('button', { name: 'Search books' }).tap()
      await expect(page.getByRole('searchbox')).toBeFocused()
      await expect(bar).toBeHidden()
      expect(await tooWide(page, '/admin/books')).toEqual([])
      await page.setViewportSize(phone.viewport)
    })

    await test.step('New offers what the role may make, and the latest draft', async () => {
      await page.goto('/admin/dashboard')
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      const opener = placesOf(page).getByRole('button', { name: 'New' })
      await opener.tap()
      const menu = page.getByRole('dialog', { name: 'New' })
      for (const name of [
        'Write a story',
        'Write a newsletter',
        'Add New Book',
        'New discount code',
      ]) {
        await expect(menu.getByRole('link', { name })).toBeVisible()
      }
      await expect(menu.getByRole('heading', { name: 'Continue' })).toBeVisible()
      // It is drawn for its title, as in the list.
      await expect(menu.locator('[data-new-draft] img')).toHaveJSProperty('complete', true)
      await expect(menu.locator('[data-new-draft] img')).toHaveAttribute('src', /art\/story/)
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('Settings gather account, staff and server, and say how they stand', async () => {
      // Asked once: an answer that is read while its page goes away is gone.
      const stats = await admin.ask('GET', '/admin/stats')
      await page.route('**/api/admin/stats', (route) =>
        route.fulfill({ json: { ...stats, failedChecks: 2 } }),
      )
      await page.reload()
      await page.getByRole('link', { name: 'Settings 2' }).tap()
      await expect(page).toHaveURL('/admin/settings')
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: /^Two-step sign-in/ })).toContainText('Off')
      await expect(main.getByRole('link', { name: /^Staff/ })).toContainText(/\d+ (person|people)/)
      await main.getByRole('link', { name: /^Staff/ }).tap()
      await expect(page).toHaveURL('/admin/people')
      await page
        .getByRole('link', { name: /^Settings/ })
        .first()
        .tap()
      // Chosen before the page's script is there, it holds too.
      const release = await holdBack(page, /\/_astro\/.*\.js/)
      await main.getByRole('link', { name: /^Appearance/ }).tap()
      await page.getByRole('radio', { name: /^Dark/ }).check()
      release()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.reload()
      await expect(page.getByRole('radio', { name: /^Dark/ })).toBeChecked()
    })

    await page.goto('/admin/stories/new')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  test('without a network a press on another page says so and keeps this one', async ({
    page,
    context,
  }) => {
    await withAdminSession(page)
    const { isQuiet } = await watchRequests(page)
    await page.goto('/admin/appearance')
    const orders = placesOf(page).getByRole('link', { name: 'Shop' })
    await expect(page.getByRole('radio', { name: /^Dark/ })).toBeEnabled()
    await isQuiet()
    await context.setOffline(true)
    await orders.tap()
    const said = page.getByText('You are offline. This page stays open')
    await expect(said).toBeVisible()
    await expect(page).toHaveURL('/admin/appearance')
    expect(await violationsInLightAndDark(page, 'a page without a network')).toEqual([])
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(said).toHaveCount(0)
    await orders.tap()
    await expect(said).toBeVisible()
    await context.setOffline(false)
    await expect(said).toHaveCount(0)
    await orders.tap()
    await expect(page).toHaveURL('/admin/orders')
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('the side bar shows every page of the owner, New opens by keyboard, and the top bar says when the site has caught up', async ({
    page,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/stories')
    await expect(sideBarOf(page).getByRole('link')).toHaveText([
      'Dashboard',
      /^Stories/,
      'Calendar',
      'Authors',
      'Editions',
      /^Reports/,
      'Shop',
      /^Orders/,
      'Books',
      'Publications',
      'Invoices',
      'Discounts',
      'Statements',
      /^Requests/,
      /^Reviews/,
      'Audience',
      'Analytics',
      'Newsletters',
      'Subscribers',
      /^Data requests/,
      /^Settings/,
      'Studio',
    ])
    await expect(page.getByText(/^Up to date, \d\d:\d\d$|^Updating the site/)).toBeVisible()
    const opener = page.getByRole('banner').getByRole('button', { name: 'New' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'New' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()

    const last = { version: 1, startedAt: '2026-11-20T13:00:00Z', error: null }
    let liveVersion = 1
    await page.route('**/api/admin/site-build', (route) =>
      route.fulfill({
        json: {
          wantedVersion: 2,
          liveVersion,
          last: { ...last, finishedAt: '2026-11-20T13:02:00Z' },
        },
      }),
    )
    await page.goto('/admin/orders')
    await expect(page.getByText('Updating the site…')).toBeVisible()
    liveVersion = 2
    await expect(page.getByText('Up to date, 14:02')).toBeVisible()
  })

  test('an author has the places, words and keys of an author alone', async ({ page, request }) => {
    const word = `kunu${Date.now().toString(36)}`
    await aWrittenStory(await withAdminSession(page), `She sold ${word} at dawn`)
    const { token } = await aColleague(request, 'author')
    await page.evaluate(() => localStorage.clear())
    await withToken(page, token)
    await page.goto('/admin/dashboard')
    await expect(page.locator('html')).toHaveAttribute('data-role', 'author')
    await expect(sideBarOf(page).getByRole('link')).toHaveText([
      'Dashboard',
      /^Stories/,
      'Calendar',
      'Shop',
      'Statements',
      'Audience',
      'Analytics',
      /^Settings/,
    ])
    await expect(page.getByRole('region', { name: 'Coming up' })).toBeVisible()
    for (const hidden of ['Manage Publications', 'Total Books', 'First steps'])
      await expect(page.getByText(hidden).filter({ visible: true })).toHaveCount(0)

    await test.step('the search finds no story of others', async () => {
      await isHydrated(page)
      await page.keyboard.press('Control+k')
      const menu = page.getByRole('dialog', { name: 'Search' })
      const field = menu.getByRole('combobox')
      await expect(field).toHaveAttribute('placeholder', 'Stories')
      await expect(menu.getByRole('option', { name: /^Write a story/ })).toBeVisible()
      await field.fill(word)
      await expect(menu).toContainText(`No results for “${word}”.`)
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
    })

    await test.step('letters lead nobody to a page that their role may not use', async () => {
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

    await test.step('the stats are those of their own stories, and nothing of sales', async () => {
      await expect(page.getByText('Totals only. Nobody is tracked.')).toBeVisible()
      await expect(page.getByRole('button', { name: /vs / })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Sales/ })).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Sources' })).toHaveCount(0)
    })
  })
})
