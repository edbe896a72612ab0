import { desktop, expect, test } from '../test.ts'
import { withAdminSession } from './publisher.ts'

test.use(desktop)

test('the publisher compares two periods, opens the numbers and downloads them', async ({
  page,
}) => {
  await withAdminSession(page)
  await page.goto('/admin/figures')
  const inShort = page.getByRole('region', { name: 'In short', exact: true })
  await expect(inShort.getByRole('row').filter({ hasText: 'Read to the end' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Reads by day/ })).toBeVisible()
  const days = page.getByRole('region', { name: 'Reads by day', exact: true })
  await days.getByText('The numbers').click()
  // 28 days and the head.
  await expect(days.getByRole('row')).toHaveCount(29)
  await expect(page.getByRole('img', { name: /^Letters, as lines/ })).toBeVisible()
  const letters = page.getByRole('region', { name: 'Letters', exact: true })
  await letters.getByText('The numbers').click()
  for (const what of ['Mails sent', 'Bounced', 'Left the newsletter', 'Visits that came from']) {
    await expect(letters.getByRole('row').filter({ hasText: what })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Letter by letter', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'The year before' }).click()
  await expect(page).toHaveURL(/status=year/)
  const downloading = page.waitForEvent('download')
  await days.getByRole('button', { name: 'Download CSV of Reads by day' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^ascend-days-.+\.csv$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'The days before' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a typed range of days is shown, in either order', async ({ page }) => {
  await withAdminSession(page)
  await page.goto('/admin/figures?from=2026-03-10&to=2026-03-01')
  await expect(page.getByLabel('First day')).toHaveValue('2026-03-01')
  await page.getByLabel('Last day').fill('2026-03-05')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('1 Mar 2026 to 5 Mar 2026, compared with')).toBeVisible()
})
