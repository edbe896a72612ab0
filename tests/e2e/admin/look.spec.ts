import { releaseMs } from '../support/service.ts'
import { expect, phone, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

test.describe.configure({ timeout: 180_000 })

test.describe('on a phone', () => {
  test.use(phone)

  test('the owner tries colours on the real page, publishes them, and takes them back with one press', async ({
    page,
    request,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio')
    await page.getByRole('link', { name: /^Look / }).click()
    const shown = page.frameLocator('iframe[title="Preview on a phone"]')
    const hero = shown.locator('.hero')
    await expect(hero).toHaveCSS('background-color', 'rgb(246, 178, 26)')

    await test.step('palettes are a group of radios, which arrows walk through', async () => {
      await page.getByRole('radio', { name: 'Adire' }).focus()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('radio', { name: 'Harmattan' })).toBeChecked()
      await expect(hero).toHaveCSS('background-color', 'rgb(168, 203, 224)')
      await page.getByRole('button', { name: 'Sepia' }).click()
      await expect(shown.locator('html')).toHaveCSS('background-color', 'rgb(241, 226, 196)')
      await page.getByRole('button', { name: 'Light' }).click()
    })

    await test.step('the page bears the name and the mark that are chosen, before they are published', async () => {
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeInViewport()
      await page.getByRole('textbox', { name: 'Name' }).fill('Harmattan Review of Kano')
      const name = shown.getByText('Harmattan Review of Kano').first()
      await expect(name).toHaveCSS('font-size', '17px')
      await page.getByRole('radio', { name: 'First letter of the name' }).check({ force: true })
      const mark = shown.locator('header .logo img')
      await expect(mark).toHaveAttribute('src', '/api/logos/harmattan-h/any.svg')
      await page.getByRole('textbox', { name: 'Name' }).fill('Ascend')
    })

    await test.step('any colour will do, and what is no colour is said', async () => {
      const colour = page.getByRole('textbox', { name: 'Colour', exact: true })
      await colour.fill('orange')
      await colour.blur()
      await expect(page.getByText('Write a colour as #')).toBeVisible()
      await colour.fill('#e86a17')
      await expect(page.getByText('a darker shade')).toBeVisible()
      await expect(page.getByText('Every word can be read')).toBeVisible()
      await expect(page.getByText('Draft, saved')).toBeVisible()
      expect(await (await request.get('/')).text()).not.toContain('<style>html:root{')
    })

    await test.step('one press takes back what was published', async () => {
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('radio', { name: 'Adire' })).toBeChecked()
    })

    await test.step('all pages wear what is published', async () => {
      await page.getByText('Zobo', { exact: true }).click()
      await page.getByText('Andika', { exact: true }).click()
      await expect(page.getByText('Draft, saved')).toBeVisible()
      await page.getByRole('button', { name: 'Publish' }).click()
      // Its toast stands over the foot of the page until it is closed, for an instant beside the one before.
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
      const toast = page.getByRole('status').filter({ hasText: 'Published' })
      await toast.getByRole('button', { name: 'Close' }).click()
      const about = async () => (await request.get('/about')).text()
      await expect.poll(about, { timeout: releaseMs }).toContain('<style>html:root{')
      await page.getByRole('button', { name: 'Original' }).click()
      await expect(page.getByText('Draft, saved')).toBeVisible()
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect.poll(about, { timeout: releaseMs }).not.toContain('<style>html:root{')
    })
  })
})
