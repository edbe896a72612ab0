import { readFile } from 'node:fs/promises'
import { violationsInLightAndDark } from './axe.ts'
import { aBoughtBook } from './buyers.ts'
import { signedIn } from './readers.ts'
import { inDatabase } from './service.ts'
import { expect, phone, test } from './test.ts'
import { tooWide } from './too-wide.ts'

test.use({ ...phone, expectedErrors: /net::ERR_FAILED/ })

for (const [way, title] of [
  ['with script', 'Tidemark'],
  ['without script', 'Harmattan Term'],
] as const) {
  test.describe(way, () => {
    test.use({ javaScriptEnabled: way === 'with script' })

    test(`a reader finds what they bought, downloads it and rates it, ${way}`, async ({ page }) => {
      const { email } = await signedIn(page)
      await page.goto('/account')
      const library = page.getByRole('region', { name: 'My library' })
      await expect(library).toContainText('You have not bought a book yet.')
      const { book, reference, key } = await aBoughtBook(page.request, {
        title,
        buyerEmail: email,
        quantity: 2,
      })

      await page.goto('/account')
      const mine = library.getByRole('listitem')
      await expect(mine).toContainText(title)
      await expect(mine).toContainText('2 copies')
      await expect(mine).toContainText(/until \w{3} \d+, \d{4} · 10 downloads left/)
      await expect(mine.getByRole('link', { name: 'Receipt and gift codes' })).toHaveAttribute(
        'href',
        `/order/${reference}?key=${key}`,
      )
      const downloading = page.waitForEvent('download')
      await mine.getByRole('link', { name: `Download ${title}` }).click()
      const pdf = await readFile(await (await downloading).path())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

      const group = mine.getByRole('group', { name: new RegExp(`rat(e|ing).* “${title}”`, 'i') })
      await expect(group.getByRole('radio', { checked: false })).toHaveCount(5)
      // Nothing chosen is nothing sent.
      await mine.getByRole('button', { name: `Rate ${title}` }).click()
      await expect(mine.getByRole('status')).toHaveText(
        way === 'with script' ? 'Please choose 1 to 5 stars first.' : '',
      )
      await group.locator('label').nth(3).click()
      await mine.getByRole('button', { name: `Rate ${title}` }).click()
      await expect(mine.getByRole('status')).toHaveText('Thank You. Your rating has been counted.')
      await expect(page).toHaveURL(/\/account/)
      await expect(group.getByRole('radio', { name: '4 stars' })).toBeChecked()

      await page.goto('/account')
      await expect(group.getByRole('radio', { name: '4 stars' })).toBeChecked()
      await expect(mine).toContainText('9 downloads left')
      // Only buyers' ratings count, and each once: here it is the only one.
      const counted = await (await page.request.get(`/api/books/${book.id}`)).json()
      expect(counted).toMatchObject({ rating: 4, ratingsCount: 1 })
      if (way === 'without script') return
      await page.goto(`/book/${book.id}`)
      // As with likes: the first scroll, touch or key brings the numbers up to date.
      await page.keyboard.press('Shift')
      await expect(
        page.getByRole('main').getByRole('img', { name: 'Rated 4.0 out of 5' }).first(),
      ).toBeVisible()
    })
  })
}

test('a reader gets from their library to the field of a review', async ({ page }) => {
  const { email } = await signedIn(page)
  await aBoughtBook(page.request, { title: 'Sweep First', buyerEmail: email })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Write a review of Sweep First' }).click()
  await expect(page.getByRole('textbox', { name: 'Your review' })).toBeInViewport()
})

test('a reader whose download is used up gets a new one by one click', async ({ page }) => {
  const { email } = await signedIn(page)
  const order = await aBoughtBook(page.request, { title: 'Harmattan Term', buyerEmail: email })
  await inDatabase(
    (sql) => sql`
      update download_links set downloads = 10
      where order_id = (select id from orders where reference = ${order.reference})`,
  )
  await page.goto('/account')
  await page.getByRole('link', { name: 'Ask for a new one' }).click()
  await expect(page.getByRole('button', { name: 'Send me new links' })).toBeInViewport()
})

test('a rating that the service rejects shows its error beside the stars', async ({ page }) => {
  const { email } = await signedIn(page)
  const order = await aBoughtBook(page.request, { title: 'Commas and Cowries', buyerEmail: email })
  await page.goto('/account')
  await page.route(/\/rating$/, (route) => route.abort())
  const form = page.locator(`#rate-${order.reference}`)
  await form.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('It was not counted. Please try again.')
  await page.unroute(/\/rating$/)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('Thank You. Your rating has been counted.')
  await page.reload()
  await expect(form.getByRole('radio', { name: '2 stars' })).toBeChecked()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the library meets WCAG 2.2 AA in light and in dark, and fits', async ({ page }) => {
    const { email } = await signedIn(page)
    await aBoughtBook(page.request, {
      title: 'What Every New Teacher in a Nigerian Classroom Should Know',
      buyerEmail: email,
      quantity: 500,
    })
    await page.goto('/account?rated=x')
    const found = await violationsInLightAndDark(page, 'the library')
    const small = await page
      .getByRole('region', { name: 'My library' })
      .locator('a, button, label')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.getBoundingClientRect().height < 44)
          .map((target) => target.textContent),
      )
    expect([...found, ...small, ...(await tooWide(page, 'the library'))]).toEqual([])
  })
})
