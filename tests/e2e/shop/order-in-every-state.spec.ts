import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../support/axe.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { anEndedOrder, anOrder, setState } from './buyers.ts'
import { box } from './purchase-box.ts'

test.use({ expectedErrors: /status of (400|404|429)|ERR_FAILED/ })

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const mine = 'Thank you. The book is yours.'

test('a receipt prints on one page, and five hundred codes on twenty-one', async ({ page }) => {
  const order = await anEndedOrder(page.request, 'pay', { quantity: 500 })
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset['printed'] = ''
    }
  })
  await page.goto(order.page)
  await press(page, 'Print the receipt')
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  // Hundreds of codes do not push the receipt away.
  await expect(page.getByText('The 499 codes')).toBeVisible()
  await expect(page.locator('code').first()).toBeHidden()
  const pagesOf = async () => {
    const pdf = await page.pdf({ preferCSSPageSize: true })
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  }
  expect(await pagesOf()).toBe(1)
  await page.getByRole('link', { name: 'Print the sheet' }).click()
  await expect(titleOf(page)).toHaveText('499 codes to cut out')
  // Its head is there before its last codes have come.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(499)
  expect(await pagesOf()).toBe(21)
  await press(page, 'Print the sheet')
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(titleOf(page)).toBeHidden()
})

/** An order in each state that its page can show. */
async function ordersInEveryState(page: Page) {
  const { request } = page
  const [card, transfer, paid, failed, cancelled, expired, review, refunded] = await Promise.all([
    anOrder(request),
    anOrder(request, { paymentMethod: 'transfer' }),
    anEndedOrder(request, 'pay', { quantity: 4 }),
    anEndedOrder(request, 'fail'),
    anEndedOrder(request, 'cancel'),
    anOrder(request),
    anOrder(request),
    anEndedOrder(request, 'pay'),
  ])
  await setState(expired.reference, 'expired')
  await setState(review.reference, 'needs_review')
  await setState(refunded.reference, 'refunded')
  return {
    'Not paid yet': card,
    'Waiting for your bank': transfer,
    [mine]: paid,
    'The payment did not go through': failed,
    'The payment was not finished': cancelled,
    'This order has expired': expired,
    'We are looking at your payment': review,
    'Your money was given back': refunded,
  }
}

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('an order in every state keeps WCAG 2.2 AA, and nobody scrolls sideways from 320 to 1920 px', async ({
    page,
  }) => {
    test.setTimeout(90_000)
    const found: string[] = []
    const check = async (where: string, isWide: boolean) => {
      found.push(...(await violationsInLightAndDark(page, where)))
      if (!isWide) return
      found.push(...(await tooWide(page, where)))
      await page.setViewportSize(phone.viewport)
    }
    const orders = await ordersInEveryState(page)
    for (const [title, order] of Object.entries(orders)) {
      await page.goto(order.page)
      await expect(titleOf(page)).toHaveText(title)
      await check(title, true)
    }
    const paid = orders[mine]
    await page.goto(`${paid?.page}&buy=again`)
    await expect(titleOf(page)).toHaveText(mine)
    for (const path of [
      `${paid?.page}&print=codes`,
      `/order/${paid?.reference}?key=x`,
      paid?.checkout ?? '',
      orders['Waiting for your bank']?.checkout ?? '',
      '/orders/find?sent=1',
      `${orders['The payment was not finished']?.page}&buy=again`,
    ]) {
      await page.goto(path)
      await check(path, /print=codes|buy=again/.test(path) || path === paid?.checkout)
    }
    expect(found).toEqual([])
  })
})

test.describe('without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('the box of an order that was not paid stands filled, and pressing it leads to the payment', async ({
    page,
  }) => {
    const order = await anOrder(page.request, { quantity: 3, paymentMethod: 'transfer' })
    await page.goto(`${order.page}&buy=again`)
    const { quantity, transfer, name, email, buy } = box(page)
    await expect(quantity).toHaveValue('3')
    await expect(transfer).toBeChecked()
    await expect(name).toHaveValue(order.buyerName)
    await expect(email).toHaveValue(order.buyerEmail)
    await buy.click()
    await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
    await expect(page).not.toHaveURL(new RegExp(order.reference))
  })
})
