import { bookTitled, storiesOf } from './content.ts'
import { opened } from './purchase-box.ts'
import { expect, phone, test } from './test.ts'

test.use({ ...phone, expectedErrors: /ERR_FAILED/ })

/** Scrolls until the element stands where toasts appear. */
function toTheEnd(element: Element) {
  const { bottom } = element.getBoundingClientRect()
  scrollBy({ top: bottom - innerHeight + 24, behavior: 'instant' })
}

test('a toast does not cover the button that it speaks of', async ({ page }) => {
  const { buy } = await opened(page)
  await buy.evaluate(toTheEnd)
  await buy.tap()
  const toast = page.getByRole('alert').filter({ hasText: 'Information Required' })
  await expect(toast).toBeVisible()
  // The focus moves to the first field; the button may have moved with the page.
  const [button, covered] = await Promise.all([buy.boundingBox(), toast.boundingBox()])
  const isClear =
    !button ||
    !covered ||
    button.y >= covered.y + covered.height ||
    covered.y >= button.y + button.height
  expect(isClear).toBe(true)
})

test('a toast that would cover the clicked button appears at the top', async ({ page }) => {
  const book = await bookTitled(page.request, 'The Quiet Climb')
  await page.goto(`/book/${book.id}`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const { y = 0, height = 0 } = (await save.boundingBox()) ?? {}
  await page.setViewportSize({ width: 360, height: Math.ceil(y + height) + 24 })
  await save.tap()
  const toast = page.getByRole('status').filter({ hasText: 'Book Saved' })
  const pressed = page.getByRole('button', { name: 'Saved', exact: true })
  const [button, shown] = await Promise.all([pressed.boundingBox(), toast.boundingBox()])
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  // Its action leads to what it speaks of.
  await toast.getByRole('link', { name: 'My account' }).tap()
  await expect(page).toHaveURL('/account')
})

test('a toast for a failed load has a button that tries again', async ({ page }) => {
  await page.goto('/')
  await storiesOf(page.request)
  let isAway = true
  await page.route(/[?&]part(=|&|$)/, (route) => (isAway ? route.abort() : route.continue()))
  const more = page.getByRole('link', { name: 'Load More Stories' })
  const cards = page.locator('#stories article')
  const before = await cards.count()
  await more.tap()
  const toast = page.getByRole('alert').filter({ hasText: 'Could Not Load' })
  await expect(toast).toBeVisible()
  isAway = false
  await toast.getByRole('button', { name: 'Try again' }).tap()
  await expect.poll(() => cards.count()).toBeGreaterThan(before)
  await expect(toast).toBeHidden()
})
