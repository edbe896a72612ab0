import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { anAddress } from '#tests/posts.ts'
import { aToken } from './admin/publisher.ts'
import { aBoughtBook, anEndedOrder, anOrder, letTransferArrive, setState } from './buyers.ts'
import { aPerson, fromElsewhere, mailsTo, signedIn } from './readers.ts'
import { inDatabase, servicePort } from './service.ts'
import { expect, test } from './test.ts'

test.use({ expectedErrors: /status of (400|404|429)|ERR_FAILED/ })

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const mine = 'Thank you. The book is yours.'

/** Every request that a page makes while the returned list is looked at, with the address that it told. */
function referersOf(page: Page): string[] {
  const told: string[] = []
  page.on('request', async (request) => {
    const referer = (await request.allHeaders().catch(() => undefined))?.['referer']
    if (referer) told.push(referer)
  })
  return told
}

async function linksOfMail(email: string, subject: RegExp) {
  let mail = ''
  await expect
    .poll(async () => {
      const mails = await mailsTo(email)
      mail = mails.find((text) => subject.test(text)) ?? ''
      return mail !== ''
    })
    .toBe(true)
  return [...mail.matchAll(/http:\S+\/order\/\S+/g)].map(([link]) => link)
}

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: script })

    test('a buyer pays in the test checkout, gets the receipt and downloads the book', async ({
      page,
    }) => {
      const referers = referersOf(page)
      const order = await anOrder(page.request)
      await page.goto(order.checkout)
      await expect(titleOf(page)).toHaveText('TEST: no money moves')
      await expect(page.getByText(order.book.title)).toBeVisible()
      await press(page, 'Pay')
      await expect(page).toHaveURL(order.page)
      await expect(titleOf(page)).toHaveText(mine)
      const receipt = page.getByRole('region', { name: 'Receipt' })
      for (const words of [order.orderNumber, order.book.title, 'Ascend Publishing', '₦3,000']) {
        await expect(receipt).toContainText(words)
      }
      await expect(receipt).toContainText('Test: no money moved')
      await expect(page.getByText('Works 10 more times, until')).toBeVisible()

      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download the PDF' }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('The Borehole Committee.pdf')
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
      await page.reload()
      await expect(page.getByText('Works 9 more times, until')).toBeVisible()

      await page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' }).click()
      await expect(titleOf(page)).toHaveText('Find my order')
      expect(referers.filter((told) => told.includes(order.key))).toEqual([])
      const [link] = await linksOfMail(order.buyerEmail, /^Subject: Your receipt/im)
      expect(link).toContain(order.page)
    })

    test('a failed payment can be tried again, and a cancelled one is explained', async ({
      page,
    }) => {
      const order = await anOrder(page.request)
      await page.goto(order.checkout)
      await press(page, 'Fail')
      await expect(titleOf(page)).toHaveText('The payment did not go through')
      await expect(page.getByText('Nothing was charged', { exact: false })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Download the PDF' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(titleOf(page)).toHaveText(order.book.title)
      // On a phone the box is screens below the cover.
      await expect(page.getByRole('heading', { name: 'Purchase Options' })).toBeInViewport()

      await page.goto(order.checkout)
      await expect(page.getByText('This payment is over: it failed.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
      await press(page, 'Back to the shop')
      await expect(page).toHaveURL(order.page)

      const next = await anOrder(page.request)
      await page.goto(next.checkout)
      await press(page, 'Cancel')
      await expect(titleOf(page)).toHaveText('The payment was not finished')
    })

    test('a buyer whose payment is pending can return to it or have it checked again', async ({
      page,
    }) => {
      const order = await anOrder(page.request, { paymentMethod: 'transfer' })
      await page.goto(order.page)
      await expect(titleOf(page)).toHaveText('Waiting for your bank')
      await page.getByRole('link', { name: 'Where to transfer to' }).click()
      await press(page, 'Transfer arrives in 20 seconds')
      await expect(page).toHaveURL(order.page)
      await expect(page.getByText('You may close this page', { exact: false })).toBeVisible()
      await press(page, 'I have paid: check now')
      await expect(page.getByText(/^No payment has arrived yet. Last looked at /)).toHaveCount(
        script ? 2 : 1,
      )
      await page.goto(order.checkout)
      await expect(page.getByText(/^A transfer is on its way. It arrives at /)).toBeVisible()
      await press(page, 'Back to the shop')
      await expect(titleOf(page)).toHaveText('Waiting for your bank')
      await letTransferArrive(order.reference)
      await press(page, 'I have paid: check now')
      await expect(titleOf(page)).toHaveText(mine)
      await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()

      const other = await anOrder(page.request)
      await page.goto(other.page)
      await expect(titleOf(page)).toHaveText('Not paid yet')
      await page.getByRole('link', { name: 'Go on and pay ₦3,000' }).click()
      await expect(titleOf(page)).toHaveText('TEST: no money moves')
    })

    test('a buyer of three copies gets two gift codes, and sees the one that a friend redeemed', async ({
      page,
      browser,
      baseURL,
    }) => {
      const order = await anEndedOrder(page.request, 'pay', { quantity: 3 })
      await page.goto(order.page)
      const codes = page.getByRole('region', { name: '2 copies to give away' })
      await expect(codes.getByRole('listitem')).toHaveText([/Not used yet/, /Not used yet/])
      const code = await codes.getByRole('listitem').first().locator('code').innerText()
      expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)

      const context = await browser.newContext({
        javaScriptEnabled: script,
        baseURL: baseURL ?? '',
      })
      const friend = await context.newPage()
      await fromElsewhere(friend)
      await friend.goto('/redeem?code=ABCD')
      await expect(friend.getByLabel('Code')).toHaveValue('')
      await friend.getByLabel('Code').fill(` ${code.toLowerCase().replaceAll('-', ' ')}`)
      await friend.getByLabel('Your name').fill('Tamuno Briggs-Ade')
      const { email } = aPerson()
      await friend.getByLabel('Email').fill(email)
      await press(friend, 'Get the book')
      await expect(titleOf(friend)).toHaveText(mine)
      await expect(friend).toHaveURL(/\/order\/ASC-\w+\?key=[\w-]+$/)
      await expect(friend.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
      expect((await mailsTo(email))[0]).toContain('Your code has been redeemed')

      await page.reload()
      await expect(codes.getByText('1 of 2 used')).toBeVisible()
      await expect(codes.getByRole('listitem')).toHaveText([/ Used/, /Not used yet/])
      await codes.getByRole('link', { name: 'Print the sheet' }).click()
      await expect(titleOf(page)).toHaveText('1 code to cut out')
      await expect(page.getByText(code)).toHaveCount(0)
      await expect(page.getByText(`${servicePort()}/redeem`)).toBeVisible()

      await friend.goto('/redeem')
      await friend.getByLabel('Code').fill(code)
      await friend.getByLabel('Your name').fill('Somebody Else')
      await friend.getByLabel('Email').fill('somebody.else@buyers.example')
      await press(friend, 'Get the book')
      await expect(
        friend.getByText('This code has been used, with another e-mail address.'),
      ).toBeVisible()
      await expect(friend.getByLabel('Code')).toHaveValue(code)
      await friend.getByLabel('Email').fill('somebody@nowhere')
      await press(friend, 'Get the book')
      await expect(friend.locator('[data-error]')).toHaveText('Please enter a valid email address')
      await context.close()
    })

    test('a buyer who lost the links gets them by e-mail, and the page does not reveal whether an order exists', async ({
      page,
    }) => {
      const order = await anEndedOrder(page.request, 'pay')
      await fromElsewhere(page)
      await page.goto('/orders/find')
      for (const query of [order.buyerEmail, 'nobody@buyers.example']) {
        await page.getByLabel('E-mail address or order number').fill(query)
        await page.getByRole('main').getByRole('button').click()
        await expect(page).toHaveURL('/orders/find?sent=1')
        await expect(titleOf(page)).toHaveText('Check your e-mail')
      }
      const [link = ''] = await linksOfMail(order.buyerEmail, /looked for the orders/)
      await page.goto(link)
      await expect(titleOf(page)).toHaveText(mine)
      await page.goto('/orders/find')
      await page.getByLabel('E-mail address or order number').fill('  ')
      await page.getByRole('main').getByRole('button').click()
      await expect(page.locator('[data-error]')).toHaveText(
        'Please type your e-mail address or your order number',
      )
    })

    test('a buyer whose download is used up gets new links', async ({ page }) => {
      const order = await aBoughtBook(page.request)
      await inDatabase(
        (sql) => sql`
          update download_links set downloads = 10
          where order_id = (select id from orders where reference = ${order.reference})`,
      )
      await fromElsewhere(page)
      await page.goto(order.page)
      await expect(page.getByText('The book is still yours.', { exact: false })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Download the PDF' })).toHaveCount(0)
      await press(page, 'Send me new links')
      await expect(titleOf(page)).toHaveText('Check your e-mail')
      const [link = ''] = await linksOfMail(order.buyerEmail, /looked for an order/)
      await page.goto(link)
      await expect(page.getByText('Works 10 more times, until')).toBeVisible()
      // The old link, from an older mail, leads to the same.
      await page.goto(order.download)
      await expect(titleOf(page)).toHaveText('This download is over')
      await expect(page.getByRole('main')).toContainText(order.orderNumber)
      await press(page, 'Send me new links')
      await expect(titleOf(page)).toHaveText('Check your e-mail')
    })
  })
}

test('a page of a pending transfer polls by itself, and updates without a jump', async ({
  page,
}) => {
  const order = await anOrder(page.request, { paymentMethod: 'transfer' })
  await page.goto(order.checkout)
  await press(page, 'Transfer arrives in 20 seconds')
  await expect(titleOf(page)).toHaveText('Waiting for your bank')
  // Some of these seconds are over at once.
  await inDatabase(
    (sql) => sql`
      update test_payments set arrives_at = arrives_at - interval '15 seconds'
      where reference = ${order.reference}`,
  )
  const find = page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' })
  await find.focus()
  await expect(titleOf(page)).toHaveText(mine, { timeout: 45_000 })
  await expect(find).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: mine })).toBeAttached()
  await expect(page).toHaveTitle(/^Thank you/)
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
})

test('a waiting page polls ever less often, and stops', async ({ page }) => {
  const order = await anOrder(page.request, { paymentMethod: 'transfer' })
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/api/orders/${order.reference}`)) asked.push(request.method())
  })
  await page.goto(order.page)
  await page.clock.runFor(2500)
  expect(asked).toEqual([])
  for (let looks = 1; looks <= 15; looks++) {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(4000)
          return asked.length
        },
        { intervals: [20] },
      )
      .toBeGreaterThanOrEqual(looks)
  }
  const words = 'We have stopped looking by ourselves, to save your data.'
  await expect(page.locator('[data-looked]')).toContainText(words)
  await expect(page.getByRole('status').filter({ hasText: words })).toBeAttached()
  await page.clock.runFor(600_000)
  expect(asked).toHaveLength(15)
  expect(asked.filter((method) => method === 'POST')).toHaveLength(7)
  await press(page, 'I have paid: check now')
  await expect(page.locator('[data-looked]')).toContainText('No payment has arrived yet.')
})

test('a buyer without a connection sees an error and loses nothing', async ({ page }) => {
  const order = await anOrder(page.request, { paymentMethod: 'transfer' })
  await page.goto(order.page)
  await page.route(/\/check$/, (route) => route.abort())
  await press(page, 'I have paid: check now')
  await expect(page.locator('[data-looked]')).toContainText('No answer came.')
  await page.unroute(/\/check$/)
  await inDatabase(
    (sql) => sql`
      update test_payments set arrives_at = now() - interval '1 second'
      where reference = ${order.reference}`,
  )
  await press(page, 'I have paid: check now')
  await expect(titleOf(page)).toHaveText(mine)
  await expect(titleOf(page)).toBeFocused()
})

test('a wrong key and a wrong reference get the same 404, with a link to find the order', async ({
  page,
}) => {
  const order = await anEndedOrder(page.request, 'pay')
  for (const path of [
    `/order/${order.reference}`,
    `/order/${order.reference}?key=made-up`,
    `/order/ASC-${'0'.repeat(26)}?key=${order.key}`,
    `/order/goat?key=${order.key}`,
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(
      page.getByText('There is no such order, or this link to it is not complete.'),
    ).toBeVisible()
    expect(await page.content()).not.toContain(order.buyerEmail)
  }
  await page.getByRole('main').getByRole('link', { name: 'Find my order' }).click()
  await expect(page).toHaveURL('/orders/find')
  const answer = await page.goto('/test-checkout/ASC-GOAT')
  expect(answer?.status()).toBe(404)
})

test('somebody who guesses keys is limited, and a buyer at the same address is not', async ({
  request,
}) => {
  const order = await anEndedOrder(request, 'pay')
  const headers = { 'X-Forwarded-For': anAddress() }
  for (let tried = 0; tried < 60; tried++) {
    const answer = await request.get(`/api/orders/${order.reference}?key=guess${tried}`, {
      headers,
    })
    expect(answer.status()).toBe(404)
  }
  const stopped = await request.get(`/order/${order.reference}?key=guess`, { headers })
  expect(stopped.status()).toBe(429)
  expect(Number(stopped.headers()['retry-after'])).toBeGreaterThan(0)
  expect(await stopped.text()).toContain('That was tried too often.')
  expect((await request.get(order.page, { headers })).status()).toBe(200)
})

test('after a refund nothing can be downloaded any more, by the buyer or by a friend', async ({
  page,
}) => {
  const order = await anEndedOrder(page.request, 'pay', { quantity: 2 })
  await page.goto(order.page)
  const old = await page.getByRole('link', { name: 'Download the PDF' }).getAttribute('href')
  const answer = await page.request.post(`/api/admin/orders/${order.reference}/refund`, {
    headers: { Authorization: `Bearer ${await aToken(page.request)}` },
  })
  expect(answer.status()).toBe(200)
  await page.reload()
  await expect(titleOf(page)).toHaveText('Your money was given back')
  await expect(page.getByText('have ended with it', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toHaveCount(0)
  await expect(page.getByText('to give away')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Refunded')
  expect((await page.request.get(old ?? '')).status()).toBe(404)
})

test('a buyer whose payment is under review is promised a refund', async ({ page }) => {
  const order = await anOrder(page.request)
  await setState(order.reference, 'needs_review')
  await page.goto(order.page)
  const main = page.getByRole('main')
  await expect(main).toContainText('Please do not pay again.')
  await expect(main).toContainText(
    'Your money goes back the way it came; then you can order again.',
  )
  await expect(main).not.toContainText('you get the book')
})

test('an order that expired says once what to do if the bank took the money all the same', async ({
  page,
}) => {
  const order = await anOrder(page.request)
  await setState(order.reference, 'expired')
  await page.goto(order.page)
  await expect(page.getByText(/the money all the same/)).toHaveCount(1)
})

test('a reader who is signed in need not type name and address to redeem a code', async ({
  page,
}) => {
  const person = await signedIn(page)
  await page.goto('/redeem')
  await expect(page.getByLabel('Your name')).toHaveValue('Tamuno Briggs-Ade')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('a buyer rates the book where it was bought', async ({ page }) => {
  const order = await anEndedOrder(page.request, 'pay')
  await page.goto(order.page)
  await page.getByLabel('4 stars').check({ force: true })
  await page.getByRole('button', { name: /^Rate/ }).click()
  await expect(page.locator('[data-thanks]')).not.toBeEmpty()
  await page.reload()
  await expect(page.getByLabel('4 stars')).toBeChecked()
})

test('no page of an order is cached, indexed or sent as a referrer', async ({ request }) => {
  const order = await anEndedOrder(request, 'pay')
  const policies: Record<string, string> = {
    [order.page]: 'no-referrer, strict-origin',
    [`/order/${order.reference}?key=x`]: 'no-referrer, strict-origin',
    '/orders/find': 'same-origin',
    '/redeem': 'same-origin',
    [order.checkout]: 'same-origin',
  }
  for (const [path, policy] of Object.entries(policies)) {
    const answer = await request.get(path)
    expect(answer.headers(), path).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': policy,
    })
    const html = await answer.text()
    expect(html, path).toContain('<meta name="robots" content="noindex">')
    expect(html, path).not.toContain('rel="canonical"')
  }
})
