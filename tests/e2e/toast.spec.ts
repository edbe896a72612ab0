import { opened } from './shop/purchase-box.ts'
import { expect, phone, test } from './support/test.ts'

test.use(phone)

test('a toast covers neither the button that was clicked nor the one that it speaks of', async ({
  page,
}) => {
  await test.step('it appears at the top if the button stands where toasts do', async () => {
    await opened(page)
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

  await test.step('it leaves the button free that a reader has to press again', async () => {
    await page.setViewportSize(phone.viewport)
    const { buy } = await opened(page)
    await buy.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect()
      scrollBy({ top: bottom - innerHeight + 24, behavior: 'instant' })
    })
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
})
