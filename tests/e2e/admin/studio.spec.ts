import { expect, phone, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

test.describe('on a phone', () => {
  test.use(phone)

  test('the owner writes another headline, sees it live, and takes it back with one press', async ({
    page,
    request,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio')
    await page.getByRole('link', { name: 'Hero' }).click()
    const headline = page.getByRole('textbox', { name: 'Headline' })
    await expect(headline).toHaveValue('Celebrating Success and Achievement')
    await headline.fill('Young Nigeria, climbing higher')
    await expect(page.getByText('30 of 40 letters. 3 lines on every phone')).toBeVisible()
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.reload()
    await expect(headline).toHaveValue('Young Nigeria, climbing higher')

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(headline).toHaveValue('Celebrating Success and Achievement')
    // Its toast stands over the foot of the page.
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Use again' }).last().click()
    await expect(headline).toHaveValue('Young Nigeria, climbing higher')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(headline).toHaveValue('Celebrating Success and Achievement')
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeHidden()
    const html = await (await request.get('/')).text()
    expect(html).toContain('Celebrating')
  })
})

test.describe('a draft that cannot be published', () => {
  test.use({ ...phone, expectedErrors: /status of 400/ })

  test('a link of the owner is typed at once, and what is wrong with it comes into view', async ({
    page,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio/menu')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of the new link' })).toBeFocused()
    await page.keyboard.type('Events')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.getByRole('button', { name: 'Footer: Support' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeInViewport()
    await expect(page.getByRole('textbox', { name: 'Address of Events' })).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeHidden()
  })
})
