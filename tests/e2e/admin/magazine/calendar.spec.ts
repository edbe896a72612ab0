import { dayOf } from '#contract/dates.ts'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { withAdminSession } from '../publisher.ts'
import { aWrittenStory } from './drafts.ts'

// Half past midnight of the first of December in Lagos; where the device is, it is still November.
const publishAt = '2099-11-30T23:30:00Z'
test.use({ timezoneId: 'America/Los_Angeles' })

test.describe('on a laptop', () => {
  test.use(desktop)

  test('a scheduled story shows on its day in Lagos, and other months are reached by keyboard and by Back', async ({
    page,
  }) => {
    const title = `The first of December ${Date.now()}`
    const { id } = await aWrittenStory(await withAdminSession(page), title, publishAt)
    await page.goto('/admin/calendar?month=2099-12')
    await expect(page.getByText('Times are those of Lagos')).toBeVisible()
    const day = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Tuesday, 1 Dec' }) })
    await expect(day).toContainText('00:30')
    await expect(day).toContainText('Publishes')
    await expect(day.getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `/admin/stories/${id}/edit`,
    )
    // It stands under its day of the week: the second of seven columns.
    const box = await day.boundingBox()
    const tuesday = await page.getByText('Tuesday', { exact: true }).boundingBox()
    expect(Math.abs((box?.x ?? 0) - (tuesday?.x ?? 99))).toBeLessThan(4)

    await page.goto('/admin/calendar?month=2027-01')
    const month = (name: string) => page.getByRole('heading', { level: 2, name })
    await expect(month('January 2027')).toBeVisible()
    await page.getByRole('link', { name: 'Previous month' }).focus()
    await page.keyboard.press('Enter')
    await expect(month('December 2026')).toBeFocused()
    await expect(page).toHaveURL('/admin/calendar?month=2026-12')
    await page.goBack()
    await expect(month('January 2027')).toBeVisible()
    await page.goto('/admin/calendar?month=2099-12')
    await expect(month('December 2099')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Next month' })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a month is tapped: today is chosen, another day shows its stories, and an empty one says so', async ({
    page,
  }) => {
    const title = `The first of December ${Date.now()}`
    await aWrittenStory(await withAdminSession(page), title, publishAt)
    await page.goto('/admin/calendar')
    const day = Number(dayOf(new Date()).slice(-2))
    const today = page.getByRole('button', { name: /\(today\)/ })
    await expect(today).toHaveAttribute('aria-pressed', 'true')
    // On the first days of a month nothing may be in it yet, which has a heading too.
    const chosen = page.getByRole('heading', { level: 3, name: /\(today\)/ })
    await expect(chosen).toHaveText(new RegExp(`, ${day} \\w+ \\(today\\)$`))
    await page.goto('/admin/calendar?month=2099-12')
    await page.getByRole('button', { name: /^Thursday, 3 Dec, no stories/ }).click()
    await expect(page.getByText('Nothing on this day.')).toBeVisible()
    await page.getByRole('button', { name: /^Tuesday, 1 Dec, / }).click()
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await page.goto('/admin/calendar?month=2001-02')
    await expect(page.getByRole('heading', { name: 'Nothing in this month' })).toBeVisible()
  })
})
