import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { signedIn } from '#tests/e2e/support/readers.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { theToken } from '../publisher.ts'

// These stand beside the publisher's tests, because what is published here changes what everybody reads.
test.use({ expectedErrors: /status of 40[04]/ })
test.describe.configure({ timeout: 90_000 })

const about = 'I mend radios in Yaba.\nOn Sundays I write down what I heard.'

for (const [name, options] of Object.entries({
  'with script': phone,
  'without script': { ...phone, javaScriptEnabled: false },
})) {
  test.describe(name, () => {
    test.use(options)

    test(`a contributor publishes an author page with a picture, sees how they are read, and removes it, ${name}`, async ({
      page,
    }) => {
      const { email } = await signedIn(page)
      const penName = `Radio ${email.slice(0, 14)}`
      await page.goto('/account')
      const section = page.getByRole('region', { name: 'My author page' })
      await expect(section).toHaveCount(0)
      const figures = page.getByRole('region', { name: 'How my stories are read' })
      const sent = await page.request.post('/api/stories', { data: aSubmission })
      const { id } = await sent.json()
      const token = await theToken(page.request)
      await page.goto('/account')
      await expect(figures).toHaveCount(0)
      if (name === 'without script') {
        await section.getByLabel('Name').fill(' A ')
        await section.getByLabel('About you').fill(about)
        await section.getByRole('button', { name: 'Save my author page' }).click()
        await expect(section.getByText('Name must be at least 2 characters')).toBeVisible()
        await expect(section.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
        await expect(section.getByLabel('About you')).toHaveValue(about)
      }
      await section.getByLabel('Show my author page to everybody').check()
      await section.getByLabel('Name').fill(penName)
      await section.getByLabel('About you').fill(about)
      await section.getByLabel('Picture').setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: await aPicture(80, 80).png().toBuffer(),
      })
      await section.getByRole('button', { name: 'Save my author page' }).click()
      await expect(page).toHaveURL('/account?done=author-page')
      await expect(page.getByText('Your author page has been saved.')).toBeVisible()
      await expect(section.getByText('It appears with your first published story.')).toBeVisible()

      const published = await page.request.patch(`/api/admin/stories/${id}`, {
        headers: { Authorization: `Bearer ${token}` },
        data: { isPublished: true },
      })
      expect(published.status()).toBe(200)
      expect((await page.request.post(`/api/stories/${id}/view`)).status()).toBe(200)
      await page.goto('/account')
      await test.step('they see how their story is read', async () => {
        await expect(figures.getByRole('link', { name: aSubmission.title })).toBeVisible()
        await expect(figures.getByRole('term')).toHaveText([
          'Reads',
          'To the end',
          'Minutes',
          'Views ever',
          'Likes',
          'Shares',
        ])
        await expect(figures.getByRole('definition').nth(3)).toHaveText('1')
      })
      if (name === 'with script') {
        expect(await violationsInLightAndDark(page, 'the account of a contributor')).toEqual([])
        expect(await tooWide(page, 'the account of a contributor')).toEqual([])
        await page.setViewportSize(phone.viewport)
      }
      await section.getByRole('link', { name: 'See your author page' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(penName)
      for (const line of about.split('\n')) await expect(page.getByText(line)).toBeVisible()
      await expect(page.locator('main .author img')).toHaveAttribute('src', /^\/uploads\//)
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
      const address = new URL(page.url()).pathname

      await page.goto('/account')
      await section.getByLabel('Show my author page to everybody').uncheck()
      await section.getByRole('button', { name: 'Save my author page' }).click()
      expect((await page.goto(address))?.status()).toBe(404)
      await page.goto('/account')
      await expect(section.getByLabel('About you')).toHaveValue(about)
    })
  })
}
