import { violationsOf } from './axe.ts'
import { bookTitled } from './content.ts'
import { armed, box, opened } from './purchase-box.ts'
import { desktop, expect, phone, test } from './test.ts'
import { tooWide } from './too-wide.ts'

test.use({ expectedErrors: /status of (400|409|429|503)|ERR_FAILED/ })

test.describe('where the system takes the colours of a page away', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('the chosen way to pay still looks chosen', async ({ page }) => {
    const { region } = await opened(page)
    const groundOf = (name: string) =>
      region.getByText(name).evaluate((label) => getComputedStyle(label).backgroundColor)
    expect(await groundOf('Card')).not.toBe(await groundOf('Transfer'))
    await region.getByText('Transfer').click()
    expect(await groundOf('Card')).not.toBe(await groundOf('Transfer'))
  })

  test('Buy Now still looks like a button', async ({ page }) => {
    const { buy } = await opened(page)
    await expect(buy).toHaveCSS('border-top-width', '2px')
    await expect(buy).toHaveCSS('border-top-style', 'solid')
  })
})

test('a title of one long word stays on the phone', async ({ page, baseURL }) => {
  await page.route(/\/book\/[\w-]+$/, async (route) => {
    const response = await route.fetch()
    const word = 'Interdisciplinarycounterrevolutionaries'
    const body = (await response.text()).replaceAll('The Quiet Climb', `${word}, ${word}`)
    await route.fulfill({ response, body })
  })
  const { id } = await bookTitled(page.request, 'The Quiet Climb')
  await page.goto(`${baseURL}/book/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Interdisciplinary')
  expect(await tooWide(page, 'a book with a long word')).toEqual([])
})

test.describe('in the narrow column of a laptop', () => {
  test.use(desktop)

  test('the largest total there can be stays in the box, at the right where every total stands', async ({
    page,
    baseURL,
  }) => {
    await page.route(/\/book\/[\w-]+$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('data-price="3500"', 'data-price="99999999.99"')
      await route.fulfill({ response, body })
    })
    const { id } = await bookTitled(page.request, 'The Quiet Climb')
    await page.goto(`${baseURL}/book/${id}`)
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

test.describe('on a phone', () => {
  test.use(phone)

  test('the cover stands on a ground from edge to edge, as it is drawn', async ({ page }) => {
    await opened(page)
    expect(await page.locator('main .tray').boundingBox()).toMatchObject({ x: 0, width: 360 })
  })
})

for (const [device, size] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ ...size, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

      test(`on a ${device}, in ${colorScheme}, the box keeps WCAG 2.2 AA with all its errors`, async ({
        page,
      }) => {
        const { quantity, buy, name } = await armed(page)
        expect(await violationsOf(page, 'a book')).toEqual([])
        await quantity.fill('501')
        await buy.click()
        await expect(name).toHaveAttribute('aria-invalid', 'true')
        await expect(page.getByText('Information Required')).toBeVisible()
        expect(await violationsOf(page, 'a book with errors')).toEqual([])
        // Widths are the same in the dark.
        if (colorScheme === 'light') expect(await tooWide(page, 'a book with errors')).toEqual([])
      })
    })
  }
}
