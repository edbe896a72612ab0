import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { desktop, expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'

test.use({ expectedErrors: /status of (409|404)/ })

/** Three published stories that a search for their mark finds alone. */
async function threePublished(page: Page) {
  const admin = await withAdminSession(page)
  const mark = `Lamp${Date.now()}${Math.floor(Math.random() * 1e6)}`
  const titles = ['one', 'two', 'three'].map((which) => `${mark} story number ${which}`)
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await aWrittenStory(admin, title)
    ids.push(id)
  }
  const open = async () => {
    await page.goto(list(mark))
    await expect(page.getByRole('link', { name: titles[0] as string, exact: true })).toBeVisible()
  }
  return { admin, mark, titles, ids, open }
}

const list = (mark: string) => `/admin/stories?${new URLSearchParams({ search: mark })}`
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('everything stands in one list, by what is to be done about it', async ({ page }) => {
    const { admin, mark, open, titles } = await threePublished(page)
    const [one = '', two = ''] = titles
    await saveDraft(admin, randomUUID(), 0, { title: `${mark} draft` })

    await test.step('what is pressed before the list can do it is busy, and done when it can', async () => {
      const release = await holdBack(page, /Stories\.island/)
      await page.goto('/admin/stories')
      await press(page, 'Search stories')
      await expect(page.getByRole('button', { name: 'Search stories' })).toHaveAttribute(
        'aria-busy',
        'true',
      )
      release()
      await expect(page.getByRole('searchbox', { name: 'Search stories' })).toBeFocused()
    })

    await test.step('it has groups and filters', async () => {
      await open()
      await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Published' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'To review' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^All \d/ })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await press(page, 'More')
      await page
        .getByRole('dialog', { name: 'Show' })
        .getByRole('button', { name: /^Declined/ })
        .click()
      await expect(page).toHaveURL(/status=declined/)
      await press(page, 'Show all')
      await expect(page).toHaveURL('/admin/stories')
    })

    await test.step('a long press selects a story and opens nothing', async () => {
      await open()
      const link = page.getByRole('link', { name: one, exact: true })
      await link.scrollIntoViewIfNeeded()
      const box = (await link.boundingBox()) ?? { x: 0, y: 0 }
      const client = await page.context().newCDPSession(page)
      const touchPoints = [{ x: box.x + 5, y: box.y + 5 }]
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await expect(page.getByText('1 selected')).toBeVisible()
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(page).toHaveURL(list(mark))
      await expect(page.getByRole('checkbox', { name: `Select ${one}` })).toBeChecked()
      expect(await violationsInLightAndDark(page, 'with rows selected')).toEqual([])
      expect(await tooWide(page, 'with rows selected')).toEqual([])
      await page.setViewportSize(phone.viewport)
    })

    await test.step('while something is selected, a press selects too', async () => {
      await page.getByRole('link', { name: two, exact: true }).click()
      await expect(page.getByText('2 selected')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Places' })).toBeHidden()
    })
  })

  test('several are changed together, and what could not be is said', async ({ page }) => {
    const { admin, mark, ids, open, titles } = await threePublished(page)
    const [one, two, three] = titles as [string, string, string]
    await saveDraft(admin, randomUUID(), 0, { title: `${mark} draft` })
    await open()

    await test.step('two are featured', async () => {
      await press(page, 'Select')
      for (const title of [one, two])
        await page.getByRole('checkbox', { name: `Select ${title}` }).check()
      await expect(page.getByText('2 selected')).toBeVisible()
      const places = page.getByRole('navigation', { name: 'Places' })
      await expect(places).toBeHidden()
      await press(page, 'Feature')
      await expect(page.getByText('2 stories featured')).toBeVisible()
      await expect(page.getByText('2 selected')).toHaveCount(0)
      await expect(places).toBeVisible()
    })

    await test.step('one moves to a category', async () => {
      await press(page, 'Select')
      await press(page, 'Stop selecting')
      await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()
      await press(page, 'Select')
      await page.getByRole('checkbox', { name: `Select ${three}` }).check()
      await press(page, 'Category')
      const dialog = page.getByRole('dialog', { name: 'Category' })
      await dialog.getByRole('combobox').selectOption('Lifestyle and Culture')
      await dialog.getByRole('button', { name: 'Move' }).click()
      await expect(page.getByText('1 story moved to Lifestyle and Culture')).toBeVisible()
    })

    await test.step('the published ones begin a newsletter', async () => {
      await press(page, 'Select')
      await press(page, 'All 4')
      await page.getByRole('checkbox', { name: `Select ${mark} draft` }).uncheck()
      await press(page, 'Newsletter')
      await expect(page).toHaveURL(/\/admin\/letters\/[^/]+\/edit/)
    })

    await test.step('what could not be done is said, and stays selected', async () => {
      await page.goto(`${list(mark)}&status=published`)
      await expect(page.getByRole('link', { name: one, exact: true })).toBeVisible()
      await press(page, 'Select')
      await press(page, 'All 3')
      await admin.ask('DELETE', `/admin/stories/${ids[1]}`)
      await press(page, 'Unpublish')
      const alert = page.getByRole('alert').filter({ hasText: 'not unpublished' })
      await expect(alert).toContainText('1 story was not unpublished. They are still selected.')
      await expect(alert).toContainText(two)
      await expect(alert).toBeFocused()
      await expect(page.getByText('1 selected')).toBeVisible()
      await expect(page.getByText('2 stories unpublished')).toBeVisible()
      await open()
      await expect(page.getByRole('heading', { name: 'Declined and unpublished' })).toBeVisible()
    })
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('a row shows Edit and More to a mouse and to the keyboard', async ({ page }) => {
    const { ids, open, titles } = await threePublished(page)
    await open()
    const row = page.getByRole('listitem').filter({ hasText: titles[0] as string })
    const edit = row.getByRole('link', { name: `Edit ${titles[0]}` })
    await row.hover()
    await expect(edit).toHaveAttribute('href', `/admin/stories/${ids[0]}/edit`)
    await row.getByRole('button', { name: `More for ${titles[0]}` }).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: titles[0] as string })
    await menu.getByRole('button', { name: 'Unpublish' }).click()
    await expect(page.getByText('1 story unpublished')).toBeVisible()
    await row.hover()
    await row.getByRole('checkbox').check()
    await expect(page.getByText('1 selected')).toBeVisible()
  })
})
