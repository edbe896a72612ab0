import { randomUUID } from 'node:crypto'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'

test.use(phone)

test('the owner brings readers from a CSV, sees the first rows before, and undoes the import', async ({
  page,
}) => {
  await withAdminSession(page)
  // On a slow connection the file is chosen before script is there.
  const release = await holdBack(page, /\/_astro\/.*\.js/)
  await page.goto('/admin/newsletter/import', { waitUntil: 'commit' })
  const address = `simi.${randomUUID()}@readers.example`
  const text = `Email,Created at\n${address},2026-03-02\nno address,2026-03-02\n`
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'subscribers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  release()
  await expect(page.getByText('2 rows, of which 1 cannot be taken.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText(
    'agreed Mar 2, 2026',
  )
  await page.getByLabel('Did they agree').selectOption('Yes, and I know when and where')
  await page.getByRole('button', { name: 'Import 1 address' }).press('Enter')
  await expect(page.getByLabel('When they agreed')).toBeFocused()
  await page.getByLabel('When they agreed').fill('2026-03-02')
  await page.getByLabel('Where they agreed').fill('The form of our Substack')
  const found = await violationsInLightAndDark(page, 'Bring my readers')
  expect([...found, ...(await tooWide(page, 'Bring my readers'))]).toEqual([])
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Import 1 address' }).press('Enter')
  await expect(page.getByRole('heading', { name: '1 address imported' })).toBeFocused()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download skipped rows' }).click()
  expect((await saved).suggestedFilename()).toBe('skipped-rows.csv')
  await page.getByRole('button', { name: 'Undo the import of' }).click()
  await page.getByRole('button', { name: 'Undo the import', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo the import of' })).toHaveCount(0)
})
