import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { aBoughtBook } from '#tests/e2e/shop/buyers.ts'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ ...phone, expectedErrors: /status of (400|404)/ })

const rowOf = (page: Page | Locator, words: string) =>
  page.getByRole('listitem').filter({ hasText: words })
const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

/** The form of the rating on the page of an order, with the fields of a review open. */
async function openedForm(page: Page) {
  const form = page.locator('form[data-rate-book]')
  await form.locator('summary').click()
  return {
    form,
    text: form.getByRole('textbox', { name: 'Your review' }),
    name: form.getByRole('textbox', { name: 'Name shown with it' }),
    send: form.getByRole('button', { name: 'Send' }),
  }
}

test('a buyer writes a review, the publisher approves it, and readers see it', async ({ page }) => {
  const look = async (where: string) => {
    expect(await violationsInLightAndDark(page, where)).toEqual([])
    expect(await tooWide(page, where)).toEqual([])
    await page.setViewportSize(phone.viewport)
  }
  const words = `I read it on the bus to Jos. ${randomUUID().slice(0, 8)}`
  const { book, page: order } = await aBoughtBook(page.request, { title: 'Tidemark' })
  await page.goto(order)
  const { form, text, name, send } = await openedForm(page)
  await expect(name).toHaveValue('Ngozi B.')
  await text.fill(`${words}\n\nThen I read it again, and my sister hid it.`)
  // Nothing chosen is nothing sent, and nothing lost.
  await send.click()
  await expect(form.getByRole('status')).toHaveText(/^Please choose 1 to 5 stars first\./)
  await expect(form.getByRole('status')).toBeInViewport()
  await expect(form.getByRole('radio', { name: '1 star' })).toBeFocused()
  await expect(text).toHaveValue(new RegExp(`^${words}`))
  await form.locator('label').nth(3).click()
  await look('the order')
  await text.press('Tab')
  await expect(name).toBeFocused()
  await name.press('Tab')
  await page.keyboard.press('Space')
  await expect(form.getByRole('checkbox', { name: 'I am 18 or older' })).toBeChecked()
  await page.keyboard.press('Tab')
  await send.press('Enter')
  await expect(form.getByRole('status')).toHaveText(
    'Thank You. Your rating has been counted. We read your review before it is shown.',
  )
  await page.goto(`/book/${book.id}`)
  await expect(page.getByRole('main')).not.toContainText(words)

  await withAdminSession(page)
  await page.goto('/admin/reviews')
  const row = rowOf(page, words)
  await expect(row).toContainText('Waiting')
  await expect(row).toContainText('Ngozi B.')
  await expect(row).toContainText('Bought')
  await expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await look('the reviews')
  await row.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(toast(page, 'Review Approved')).toBeVisible()
  await expect(row).toContainText('Shown')
  await expect(row.getByRole('link', { name: 'Tidemark' })).toBeFocused()

  await page.goto(`/book/${book.id}`)
  const review = rowOf(page.getByRole('region', { name: 'Reviews' }), words)
  await expect(review).toContainText('Bought')
  await expect(review.getByText('my sister hid it')).toBeVisible()
  await look('the book')
  const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(jsonLd.join('')).toContain(words)
  await page.goto(`/book/${book.id}/reviews`)
  await expect(rowOf(page, words)).toBeVisible()
  await look('all reviews')

  await page.goto('/admin/reviews?status=shown')
  await row.getByRole('button', { name: 'Take down' }).click()
  await expect(row).toContainText('Not shown')
  await toast(page, 'Review Taken Down').getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Shown')
  await row.getByRole('button', { name: 'Take down' }).click()
  await expect(row).toContainText('Not shown')
  await page.goto(`/book/${book.id}`)
  await expect(page.getByRole('main')).not.toContainText(words)
  await page.goto(order)
  await expect(page.getByText('We do not show this review.')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a buyer writes a review that is too long, shortens it, and takes it back', async ({
    page,
  }) => {
    const { page: order } = await aBoughtBook(page.request, { title: 'Harmattan Term' })
    await page.goto(order)
    const first = await openedForm(page)
    await first.text.fill('a'.repeat(601))
    await first.name.fill('A reader in Enugu')
    await first.form.locator('label').nth(4).click()
    await first.send.click()
    await expect(page.locator('[data-problem-box]')).toContainText('Your review')
    const again = page.getByRole('textbox', { name: 'Your review' })
    await expect(again).toHaveAccessibleDescription('A review has at most 600 characters')
    await expect(again).toHaveValue('a'.repeat(601))
    await expect(page.getByRole('textbox', { name: 'Name shown' })).toHaveValue('A reader in Enugu')
    await again.fill('Short & <b>good</b>')
    await page.locator('form[data-rate-book] label').nth(4).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page).toHaveURL(/rated=/)
    await expect(page.locator('form[data-rate-book]').getByRole('status')).toContainText(
      'We read your review before it is shown.',
    )
    const second = await openedForm(page)
    await expect(second.text).toHaveValue('Short & <b>good</b>')
    await second.text.fill('')
    await second.send.click()
    await expect(page.locator('[data-review-state]')).toHaveCount(0)
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
  })
})
