import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aVisitor } from '#tests/people.ts'
import { aBookWithFile, anOrder } from '#tests/shop/buyers.ts'

// What the pages of orders say, as the real bundle renders them.

let site: Awaited<ReturnType<typeof aBuiltSite>>
let bookId = ''
beforeAll(async () => {
  site = await aBuiltSite()
  bookId = (await aBookWithFile(site.dataDir)).id
}, 120_000)
afterAll(() => site.stop())

async function aBrowser() {
  const { send, call } = await aVisitor(site.base)
  const look = async (path: string) => {
    const response = await send(path)
    const html = await response.text()
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? []
    return {
      status: response.status,
      headers: response.headers,
      html,
      main,
      text: main
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .replaceAll('&#39;', "'"),
      title: /<h1[^>]*>\s*([^<]*?)\s*<\/h1>/.exec(main)?.[1],
    }
  }
  return { look, call, send }
}

type Order = Awaited<ReturnType<typeof anOrder>>
const addressOf = ({ reference, key }: Order) => `/order/${reference}?key=${key}`

/** An order that looks as if it had come to be so by itself. */
async function anOrderThatIs(state: string, { quantity = 1, paymentMethod = 'card' } = {}) {
  const order = await anOrder(bookId, { quantity, isPaid: /paid|refunded/.test(state) })
  await sql`
    update orders set state = ${state}, payment_method = ${paymentMethod},
      refunded_at = case when ${state} = 'refunded' then now() end
    where id = ${order.id}`
  return order
}

describe("the page of a buyer's order", () => {
  test.each([
    ['pending', 'card', 'Not paid yet'],
    ['pending', 'transfer', 'Waiting for your bank'],
    ['paid', 'card', 'Thank you. The book is yours.'],
    ['failed', 'card', 'The payment did not go through'],
    ['abandoned', 'card', 'The payment was not finished'],
    ['expired', 'card', 'This order has expired'],
    ['needs_review', 'card', 'We are looking at your payment'],
    ['refunded', 'card', 'Your money was given back'],
  ])(
    'that is %s, by %s, is called “%s”, and leads to the file once it is paid',
    async (state, paymentMethod, title) => {
      const { look } = await aBrowser()
      const page = await look(addressOf(await anOrderThatIs(state, { paymentMethod })))
      expect(page.title).toBe(title)
      expect(page.html).toContain(`<title>${title.replace(/\.$/, '')}`)
      expect(page.text.includes('Download the PDF')).toBe(state === 'paid')
    },
  )

  test('that expired says once what to do if the bank took the money all the same', async () => {
    const { look } = await aBrowser()
    const { text } = await look(addressOf(await anOrderThatIs('expired')))
    expect(text.match(/the money all the same/g)).toHaveLength(1)
  })

  test('whose payment is looked at promises the money back, and no book', async () => {
    const { look } = await aBrowser()
    const { text } = await look(addressOf(await anOrderThatIs('needs_review')))
    expect(text).toContain('Please do not pay again.')
    expect(text).toContain('Your money goes back the way it came; then you can order again.')
    expect(text).not.toContain('you get the book')
  })

  test('that was refunded offers no download and no code any more', async () => {
    const { look, send } = await aBrowser()
    const order = await anOrderThatIs('refunded', { quantity: 2 })
    const { text } = await look(addressOf(order))
    expect(text).toContain('have ended with it')
    expect(text).toContain('Refunded')
    expect(text).not.toContain('to give away')
    expect((await send(`/api/downloads/${order.token}`)).status).toBe(404)
  })

  test('is missing under a wrong key or reference, in the same words, which reveal nothing', async () => {
    const { look } = await aBrowser()
    const order = await anOrderThatIs('paid')
    for (const path of [
      `/order/${order.reference}`,
      `/order/${order.reference}?key=made-up`,
      `/order/ASC-${'0'.repeat(26)}?key=${order.key}`,
      `/order/goat?key=${order.key}`,
    ]) {
      const page = await look(path)
      expect(page.status, path).toBe(404)
      expect(page.text, path).toContain(
        'There is no such order, or this link to it is not complete.',
      )
      expect(page.main, path).toContain('href="/orders/find"')
      expect(page.html, path).not.toContain(order.buyerEmail)
    }
    expect((await look('/test-checkout/ASC-GOAT')).status).toBe(404)
  })

  test('asks who guesses keys to wait, and not the buyer of the same network', async () => {
    const { look, send } = await aBrowser()
    const order = await anOrderThatIs('paid')
    for (let tried = 0; tried < 60; tried++) {
      const guess = `/api/orders/${order.reference}?key=guess${tried}`
      expect((await send(guess)).status).toBe(404)
    }
    const refused = await look(`/order/${order.reference}?key=guess`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.text).toContain('That was tried too often.')
    expect((await look(addressOf(order))).status).toBe(200)
  })

  test('is not cached, indexed or sent as a referrer, and neither is any other of orders', async () => {
    const { look } = await aBrowser()
    const order = await anOrderThatIs('paid')
    for (const [path, policy] of Object.entries({
      [addressOf(order)]: 'no-referrer, strict-origin',
      [`/order/${order.reference}?key=x`]: 'no-referrer, strict-origin',
      '/orders/find': 'same-origin',
      '/redeem': 'same-origin',
      [`/test-checkout/${order.reference}`]: 'same-origin',
    })) {
      const { headers, html } = await look(path)
      expect(headers.get('Cache-Control'), path).toBe('private, no-store')
      expect(headers.get('Referrer-Policy'), path).toBe(policy)
      expect(html, path).toContain('<meta name="robots" content="noindex">')
      expect(html, path).not.toContain('rel="canonical"')
    }
  })
})
