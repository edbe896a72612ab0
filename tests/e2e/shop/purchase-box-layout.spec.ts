import { bookTitled } from '../support/content.ts'
import { desktop, expect, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { box, opened } from './purchase-box.ts'

test('the purchase box stays as it is drawn, without the colours of the page and with the longest title and total', async ({
  page,
  baseURL,
}) => {
  await test.step('where the system takes the colours of a page away, the chosen way to pay still looks chosen, and Buy Now like a button', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const { region, buy } = await opened(page)
    const groundOf = (name: string) =>
      region.getByText(name).evaluate((label) => getComputedStyle(label).backgroundColor)
    expect(await groundOf('Card')).not.toBe(await groundOf('Transfer'))
    await region.getByText('Transfer').click()
    expect(await groundOf('Card')).not.toBe(await groundOf('Transfer'))
    await expect(buy).toHaveCSS('border-top-width', '2px')
    await expect(buy).toHaveCSS('border-top-style', 'solid')
    await page.emulateMedia({ forcedColors: null })
  })

  await test.step('the longest title and the largest total there can be stay where they are drawn', async () => {
    await page.route(/\/book\/[\w-]+$/, async (route) => {
      const response = await route.fetch()
      const word = 'Interdisciplinarycounterrevolutionaries'
      const body = (await response.text())
        .replaceAll('The Quiet Climb', `${word}, ${word}`)
        .replace('data-price="3500"', 'data-price="99999999.99"')
      await route.fulfill({ response, body })
    })
    const { id } = await bookTitled(page.request, 'The Quiet Climb')
    await page.goto(`${baseURL}/book/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Interdisciplinary')
    // The cover stands on a ground from edge to edge.
    expect(await page.locator('main .tray').boundingBox()).toMatchObject({ x: 0, width: 360 })
    expect(await tooWide(page, 'a book with a long word')).toEqual([])

    // This is in the narrow column of a laptop.
    await page.setViewportSize(desktop.viewport)
    const { quantity, total, buy } = box(page)
    await quantity.fill('500')
    await expect(total).toHaveText('₦49,999,999,995')
    const edges = [total, buy].map(async (part) => {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
      return Math.round(x + width)
    })
    const [right, edge] = await Promise.all(edges)
    expect(right).toBe(edge)
  })
})
