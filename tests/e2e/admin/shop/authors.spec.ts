import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { openEditor, openSettings } from '../magazine/editor.ts'
import { withAdminSession } from '../publisher.ts'

test.use(phone)

test('an author page is created by keyboard, and removed, and the story editor suggests its name', async ({
  page,
}) => {
  // One of the demo's, without an account.
  const name = 'Maimuna Abari-King'
  await withAdminSession(page)
  await page.goto('/admin/authors')
  await page.getByLabel('Name of the author').fill(name.slice(2, 9))
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(page.getByRole('list').last().getByRole('listitem')).toHaveCount(1)
  await row.getByRole('button', { name: 'Edit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `The page of ${name}` })
  await dialog.getByLabel('Name').fill('M')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Bio').fill('Writes about water.')
  await dialog.getByLabel('Public').press('Space')
  await dialog.getByRole('button', { name: 'Save the page' }).press('Enter')
  await expect(page.getByRole('status').getByText('Author Page Saved')).toBeVisible()
  await expect(row.getByText('Public', { exact: true })).toBeVisible()
  const link = row.getByRole('link', { name: /^View/ })
  const path = (await link.getAttribute('href')) ?? ''
  expect(await (await page.request.get(path)).text()).toContain('Writes about water.')

  await row.getByRole('button', { name: 'Edit' }).press('Enter')
  await dialog.getByLabel('Public').press('Space')
  await dialog.getByRole('button', { name: 'Save the page' }).press('Enter')
  await expect(row.getByText('Hidden')).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)

  await openEditor(page)
  await openSettings(page)
  const field = page.locator('#authorName')
  await field.fill('')
  await field.pressSequentially('maim')
  await expect(page.locator('#known-authors option')).toHaveAttribute('value', name)
  await field.fill('Nobody Known')
  await expect(page.locator('#known-authors option')).toHaveCount(0)
  await expect(field).toHaveValue('Nobody Known')
})
