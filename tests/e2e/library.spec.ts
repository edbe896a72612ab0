import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { aBoughtBook } from './shop/buyers.ts'
import { filledStars } from './shop/stars.ts'
import { violationsInLightAndDark } from './support/axe.ts'
import { signedIn } from './support/readers.ts'
import { inDatabase } from './support/service.ts'
import { expect, phone, test } from './support/test.ts'
import { tooWide } from './support/too-wide.ts'

test.use({
  ...phone,
  expectedErrors: /net::ERR_FAILED/,
  contextOptions: { reducedMotion: 'reduce' },
})

/** Opens the account of somebody without a book, and buys one as them. */
async function aFirstBook(page: Page, title: string) {
  const { email } = await signedIn(page)
  await page.goto('/account/books')
  const library = page.getByRole('main')
  await expect(library).toContainText('You have not bought a book yet.')
  const order = await aBoughtBook(page.request, { title, buyerEmail: email, quantity: 2 })
  await page.goto('/account/books')
  const mine = library.getByRole('listitem')
  const group = mine.getByRole('group', { name: new RegExp(`rat(e|ing).* “${title}”`, 'i') })
  const { ratingsCount } = await ratingsOf(page, order.book.id)
  return {
    email,
    order,
    library,
    mine,
    group,
    ratingsCount,
    rate: mine.getByRole('button', { name: `Rate ${title}` }),
    told: mine.getByRole('status'),
  }
}

/** Only buyers' ratings count, and each once: of these books all are four stars. */
async function ratingsOf(page: Page, bookId: string) {
  const { rating, ratingsCount } = await (await page.request.get(`/api/books/${bookId}`)).json()
  return { rating, ratingsCount } as { rating: number; ratingsCount: number }
}

const thanks = 'Thank You. Your rating has been counted.'

test('a reader finds what they bought, downloads it, rates it and gets to all that comes after', async ({
  page,
}) => {
  const title = 'Tidemark'
  const { email, order, library, mine, group, rate, told, ratingsCount } = await aFirstBook(
    page,
    title,
  )

  await test.step('the PDF', async () => {
    await expect(mine).toContainText(title)
    await expect(mine).toContainText('2 copies')
    await expect(mine).toContainText(/until \w{3} \d+, \d{4} · 10 downloads left/)
    await expect(mine.getByRole('link', { name: 'Receipt and gift codes' })).toHaveAttribute(
      'href',
      `/order/${order.reference}?key=${order.key}`,
    )
    const downloading = page.waitForEvent('download')
    await mine.getByRole('link', { name: `Download ${title}` }).click()
    const pdf = await readFile(await (await downloading).path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('the stars, by keyboard, of which a lost one is told beside them', async () => {
    await expect(group.getByRole('radio', { checked: false })).toHaveCount(5)
    // Nothing chosen is nothing sent.
    await rate.click()
    await expect(told).toHaveText('Please choose 1 to 5 stars first.')
    await page.route(/\/rating$/, (route) => route.abort())
    await group.getByRole('radio', { name: '3 stars' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(told).toHaveText('It was not counted. Please try again.')
    await page.unroute(/\/rating$/)
    await page.keyboard.press('Enter')
    await expect(told).toHaveText(thanks)
    await page.reload()
    await expect(group.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await expect(mine).toContainText('9 downloads left')
    expect(await ratingsOf(page, order.book.id)).toEqual({
      rating: 4,
      ratingsCount: ratingsCount + 1,
    })
    await page.goto(`/book/${order.book.id}`)
    // As with likes: the first scroll, touch or key brings the numbers up to date.
    await page.keyboard.press('Shift')
    expect(await filledStars(page, 'Rated 4.0 out of 5')).toEqual([5, 4])
  })

  await test.step('the field of a review', async () => {
    await page.goto('/account/books')
    await page.getByRole('link', { name: `Write a review of ${title}` }).click()
    await expect(page.getByRole('textbox', { name: 'Your review' })).toBeInViewport()
  })

  await test.step('also the longest title fits, with targets that a thumb hits', async () => {
    await aBoughtBook(page.request, {
      title: 'What Every New Teacher in a Nigerian Classroom Should Know',
      buyerEmail: email,
      quantity: 500,
    })
    await page.goto('/account/books?rated=x')
    const found = await violationsInLightAndDark(page, 'the library')
    const small = await library
      .locator('a, button, label')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.getBoundingClientRect().height < 44)
          .map((target) => target.textContent),
      )
    expect([...found, ...small, ...(await tooWide(page, 'the library'))]).toEqual([])
  })

  await test.step('a new download for one that is used up', async () => {
    await inDatabase(
      (sql) => sql`
        update download_links set downloads = 10
        where order_id = (select id from orders where reference = ${order.reference})`,
    )
    await page.goto('/account/books')
    await page.getByRole('link', { name: 'Ask for a new one' }).click()
    await expect(page.getByRole('button', { name: 'Send me new links' })).toBeInViewport()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a rating is an ordinary form', async ({ page }) => {
    const { order, mine, group, rate, told, ratingsCount } = await aFirstBook(
      page,
      'Harmattan Term',
    )
    await rate.click()
    await expect(told).toHaveText('')
    await group.locator('label').nth(3).click()
    await rate.click()
    await expect(told).toHaveText(thanks)
    await expect(page).toHaveURL(/\/account/)
    await expect(group.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await page.goto('/account/books')
    await expect(group.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await expect(mine).toContainText('10 downloads left')
    expect(await ratingsOf(page, order.book.id)).toEqual({
      rating: 4,
      ratingsCount: ratingsCount + 1,
    })
  })
})
