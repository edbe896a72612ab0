import { expect, phone, test } from '../support/test.ts'
import { publisher, withAdminSession } from './publisher.ts'

test.use({ ...phone, expectedErrors: /status of 400/ })

test('the owner sets a tax, reads what is wrong where it is typed, and takes the tax away again', async ({
  page,
}) => {
  await withAdminSession(page)
  await page.goto('/admin/business')
  const tax = page.getByRole('region', { name: 'VAT' })
  await tax.getByRole('button', { name: 'Set up: VAT' }).press('Enter')
  const percent = tax.getByLabel('VAT in percent')
  await expect(percent).toBeFocused()
  await percent.fill('seven')
  await tax.getByLabel('Your password').fill('not mine')
  await page.keyboard.press('Enter')
  await expect(percent).toHaveAccessibleDescription(/with at most two decimals/)
  await expect(percent).toBeFocused()
  await percent.fill('7.5')
  await page.keyboard.press('Enter')
  await expect(tax.getByLabel('Your password')).toHaveAccessibleDescription(
    'This is not your password',
  )
  await expect(percent).toHaveValue('7.5')
  await tax.getByLabel('Your password').fill(publisher.password)
  await page.keyboard.press('Enter')
  await expect(tax.getByRole('definition').first()).toHaveText('7.5')
  await expect(tax.getByRole('heading')).toBeFocused()

  await tax.getByRole('button', { name: 'Remove: VAT' }).click()
  await tax.getByLabel('Your password').fill(publisher.password)
  await tax.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(tax.getByRole('definition')).toHaveCount(0)
})
