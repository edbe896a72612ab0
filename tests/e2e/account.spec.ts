import { aSubmission } from '#tests/magazine/submissions.ts'
import { booksOf, storiesOf } from './support/content.ts'
import { aPerson, signedIn } from './support/readers.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: /status of 40[01]/ })

test('a visitor saves a book on the device and finds it in the account after signing in', async ({
  page,
  request,
}) => {
  const [book, other] = await booksOf(request)
  await page.goto(`/book/${book?.id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Book Saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goto('/account')
  const here = page.getByRole('region', { name: 'Saved on this device' })
  await expect(here.getByRole('link', { name: book?.title ?? '' })).toBeVisible()

  await signedIn(page)
  await page.goto('/account')
  const saved = page.getByRole('region', { name: 'Saved books' })
  await expect(saved.getByRole('link', { name: book?.title ?? '' })).toBeVisible()

  await page.goto(`/book/${other?.id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Book Saved' })).toBeVisible()
  await page.goto('/account')
  await expect(saved.getByRole('listitem')).toHaveCount(2)
  await saved.getByRole('button', { name: `Remove ${other?.title}` }).click()
  await expect(saved.getByRole('listitem')).toHaveCount(1)
  await page.goto(`/book/${other?.id}`)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
})

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: script })

    test('a reader withdraws a story, downloads all their data, and deletes the account', async ({
      page,
      request,
    }) => {
      const person = await signedIn(page)
      const { id } = await (await page.request.post('/api/stories', { data: aSubmission })).json()
      const [story] = await storiesOf(request)
      await page.request.post(`/api/stories/${story?.id}/like`)
      await page.goto('/account')
      await expect(page.getByRole('region', { name: 'Stories I like' })).toContainText(
        story?.title ?? '',
      )

      await test.step('which tells its state', async () => {
        const mine = page.getByRole('region', { name: 'My submissions' })
        await expect(mine.getByRole('listitem')).toContainText(aSubmission.title)
        await expect(mine.getByRole('listitem')).toContainText('Waiting for review')
        await expect(mine.getByRole('link', { name: 'Edit' })).toHaveAttribute(
          'href',
          `/submit?story=${id}`,
        )
        await mine.getByText('Withdraw', { exact: true }).click()
        await mine.getByRole('button', { name: 'Withdraw this story' }).click()
        await expect(page.getByText('Your story has been withdrawn and deleted.')).toBeVisible()
        await expect(mine.getByText(aSubmission.title)).toBeHidden()
      })

      await test.step('of which nothing is missing', async () => {
        const download = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Download my data' }).click()
        expect((await download).suggestedFilename()).toBe('my-ascend-data.json')
        const stored = await (await page.request.get('/api/account/export')).json()
        expect(stored.account.email).toBe(person.email)
        expect(stored.likes).toHaveLength(1)
      })

      await test.step('and may sign up again', async () => {
        await page.getByText('Delete my account', { exact: true }).first().click()
        await page.getByLabel('I am sure: delete my account').check()
        await page.getByRole('button', { name: 'Delete my account' }).click()
        await expect(page).toHaveURL('/')
        await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
        const again = await page.request.post('/api/auth/register', {
          data: { ...aPerson(), email: person.email },
        })
        expect(again.status()).toBe(201)
      })
    })
  })
}
