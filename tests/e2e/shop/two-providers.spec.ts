import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { closeAll } from '#tests/end-of-file.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { aFlutterwaveServer } from '#tests/servers/flutterwave-server.ts'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { ownService } from '../support/own-service.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'

let paystack: Awaited<ReturnType<typeof aPaystackServer>>
let flutterwave: Awaited<ReturnType<typeof aFlutterwaveServer>>
ownService(async () => {
  paystack = await aPaystackServer()
  flutterwave = await aFlutterwaveServer()
  return {
    PAYSTACK_SECRET_KEY: paystack.options.secretKey,
    PAYSTACK_API_URL: paystack.options.apiUrl,
    FLUTTERWAVE_SECRET_KEY: flutterwave.options.secretKey,
    FLUTTERWAVE_WEBHOOK_HASH: flutterwave.options.webhookHash,
    FLUTTERWAVE_API_URL: flutterwave.options.apiUrl,
  }
})
test.afterAll(closeAll)
test.use({ ...phone, expectedErrors: /checkout\.flutterwave\.com|Failed to load resource/ })

/** The page of an order whose payment at Paystack has failed. */
async function aFailedOrder({ request }: Page) {
  const books = await (await request.get('/api/books')).json()
  const book = books.find(({ price }: { price: number }) => price > 0)
  const answer = await request.post('/api/orders', {
    data: {
      bookId: book.id,
      quantity: 2,
      buyerName: 'Ngozi Bassey-Udo',
      buyerEmail: `ngozi.${randomUUID()}@buyers.example`,
    },
    headers: { 'X-Forwarded-For': anAddress() },
  })
  const { reference } = await answer.json()
  paystack.fail(reference)
  const opened = paystack.asked.find(({ body }) => body?.['reference'] === reference)
  const { pathname, search } = new URL(String(opened?.body?.['callback_url']))
  return { back: `${pathname}${search}&reference=${reference}`, reference }
}

test('a buyer whose payment failed pays with the other provider', async ({ page }) => {
  const { back, reference } = await aFailedOrder(page)
  await page.goto(back)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The payment did not go through')
  const again = page.getByRole('button', { name: 'Try again with Flutterwave' })
  await expect(again).toBeVisible()
  expect(await violationsInLightAndDark(page, back)).toEqual([])
  expect(await tooWide(page, back)).toEqual([])
  await page.setViewportSize(phone.viewport)
  // By keyboard.
  await again.focus()
  const leaves = page.waitForRequest(/^https:\/\/checkout\.flutterwave\.com\//)
  await page.keyboard.press('Enter')
  await leaves
  // No name of another site is known here.
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/)
  const [tried] = [...flutterwave.opened].at(-1) ?? []
  const address = new URL(String(flutterwave.opened.get(tried ?? '')?.['redirect_url']))
  flutterwave.pay(tried ?? '')
  // As Flutterwave does it.
  await page.goto(`${address.pathname}${address.search}&status=successful&tx_ref=${tried}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. The book is yours.')
  expect(tried).not.toBe(reference)
  // The first payment comes after all.
  paystack.pay(reference)
  await page.goto(back)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have paid twice')
})
