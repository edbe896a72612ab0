import { agree, aStory, fillIn, opened, send, sentBy } from '../magazine/story-form.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { signedIn } from '../support/readers.ts'
import { releaseMs } from '../support/service.ts'
import { expect, phone, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

test.describe.configure({ timeout: 240_000 })

test.describe('on a phone', () => {
  test.use(phone)

  test('the publisher adds a category, a reader sends a story in it, and its address outlives its name', async ({
    page,
    request,
  }) => {
    const name = `Inventions ${Date.now()}`
    const address = `/category/${name.toLowerCase().replace(' ', '-')}`
    await withAdminSession(page)
    const publish = async () => {
      await expect(page.getByText('Draft, saved')).toBeVisible()
      await page.getByRole('button', { name: 'Publish' }).click()
      const toast = page.getByRole('status').filter({ hasText: 'Published' })
      await toast.getByRole('button', { name: 'Close' }).click()
    }

    await test.step('it is added, with a badge and art of its own', async () => {
      await page.goto('/admin/studio/categories')
      await page.getByLabel('Name of a new category').fill(name)
      await page.keyboard.press('Enter')
      await page.getByLabel(`More about ${name}`).focus()
      await page.keyboard.press('Enter')
      const row = page.getByRole('listitem').filter({ has: page.getByLabel(`Name of ${name}`) })
      await row.getByLabel('Colour of its badge').selectOption('Purple')
      await row.getByLabel('Pictures that are drawn').selectOption('People who climb')
      expect(await violationsInLightAndDark(page, 'categories')).toEqual([])
      await publish()
    })

    await test.step('a reader sends a story in it', async () => {
      await signedIn(page)
      const chosen = async () => (await request.get('/submit')).text()
      await expect.poll(chosen, { timeout: releaseMs }).toContain(name)
      await opened(page)
      await fillIn(page, { ...aStory(), category: name })
      await agree(page)
      await send(page)
      await expect.poll(async () => (await sentBy(page)).length).toBe(1)
    })

    await test.step('its old address leads to it under another name, and then to where it is merged into', async () => {
      await page.goto('/admin/studio/categories')
      await page.getByLabel(`Name of ${name}`).fill(`New ${name}`)
      await publish()
      const heading = async () => (await request.get(address)).text()
      await expect.poll(heading, { timeout: releaseMs }).toContain(`New ${name}</h1>`)
      await page.getByLabel(`More about New ${name}`).click()
      const row = page.getByRole('listitem').filter({ has: page.getByLabel(`Name of New ${name}`) })
      await row.getByLabel('Merge into').selectOption('Faith and Inspiration')
      await expect(row.getByText('1 not published').last()).toBeVisible()
      await publish()
      const leads = async () => (await request.get(address)).url()
      await expect.poll(leads, { timeout: releaseMs }).toContain('/category/faith-and-inspiration')
      const [story] = await sentBy(page)
      expect(story).toMatchObject({ category: 'Faith and Inspiration' })
    })

    await test.step('those of books are on the same page', async () => {
      await page.getByRole('button', { name: 'Books' }).click()
      await page.getByLabel('More about Magazine Issue').click()
      await expect(
        page.getByRole('checkbox', { name: 'Authors can choose it' }).last(),
      ).toBeVisible()
      expect(await violationsInLightAndDark(page, 'categories of books')).toEqual([])
    })
  })
})
