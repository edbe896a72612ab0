import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { aPerson, fromElsewhere, mailsTo, signedIn } from '../support/readers.ts'
import { inDatabase, servicePort } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import { aBoughtBook, anEndedOrder, anOrder, letTransferArrive } from './buyers.ts'

test.use({ expectedErrors: /status of (400|404|409)|ERR_FAILED/ })

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

test('a buyer pays in the test checkout, gets the receipt, downloads the book and rates it', async ({
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
  await expect(page.getByText('go back to the tab in which you set it up')).toBeVisible()
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

  await page.getByLabel('4 stars').check({ force: true })
  await page.getByRole('button', { name: /^Rate/ }).click()
  await expect(page.locator('[data-thanks]')).not.toBeEmpty()
  await page.reload()
  await expect(page.getByLabel('4 stars')).toBeChecked()
  await expect(page.getByText('Works 9 more times, until')).toBeVisible()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' }).click()
  await expect(titleOf(page)).toHaveText('Find my order')
  expect(referers.filter((told) => told.includes(order.key))).toEqual([])
  const [link] = await linksOfMail(order.buyerEmail, /^Subject: Your receipt/im)
  expect(link).toContain(order.page)
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

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const friend = await context.newPage()
  await test.step('by an ordinary form, which keeps what the friend typed', async () => {
    await fromElsewhere(friend)
    await friend.goto('/redeem?code=ABCD')
    await expect(friend.getByLabel('Code')).toHaveValue('')
    await friend.getByLabel('Code').fill(` ${code.toLowerCase().replaceAll('-', ' ')}`)
    await friend.getByLabel('Your name').fill('Tamuno Briggs-Ade')
    const { email } = aPerson()
    await friend.getByLabel('Email').fill('somebody@nowhere')
    await press(friend, 'Get the book')
    await expect(friend.locator('[data-error]')).toHaveText('Please enter a valid email address')
    await friend.getByLabel('Email').fill(email)
    await press(friend, 'Get the book')
    await expect(titleOf(friend)).toHaveText(mine)
    await expect(friend).toHaveURL(/\/order\/ASC-\w+\?key=[\w-]+$/)
    await expect(friend.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
    expect((await mailsTo(email))[0]).toContain('Your code has been redeemed')
    await context.close()
  })

  await page.reload()
  await expect(codes.getByText('1 of 2 used')).toBeVisible()
  await expect(codes.getByRole('listitem')).toHaveText([/ Used/, /Not used yet/])
  await codes.getByRole('link', { name: 'Print the sheet' }).click()
  await expect(titleOf(page)).toHaveText('1 code to cut out')
  await expect(page.getByText(code)).toHaveCount(0)
  await expect(page.getByText(`${servicePort()}/redeem`)).toBeVisible()

  await test.step('somebody who is signed in types the code alone, which was used', async () => {
    const { email } = await signedIn(page)
    await page.goto('/redeem')
    await expect(page.getByLabel('Your name')).toHaveValue('Tamuno Briggs-Ade')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Code').fill(code)
    await press(page, 'Get the book')
    await expect(
      page.getByText('This code has been used, with another e-mail address.'),
    ).toBeVisible()
    await expect(page.getByLabel('Code')).toHaveValue(code)
  })
})

test('a page of a pending transfer shows the payment by itself, ever more rarely until it stops', async ({
  page,
}) => {
  const order = await anOrder(page.request, { paymentMethod: 'transfer' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/api/orders/${order.reference}`)) asked.push(request.method())
  })
  await page.clock.install()
  /** Time passes until the page has asked so often. */
  const untilAsked = (looks: number) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(4000)
          return asked.length
        },
        { intervals: [20] },
      )
      .toBeGreaterThanOrEqual(looks)
  const looked = page.locator('[data-looked]')

  await test.step('it asks fifteen times', async () => {
    await page.goto(order.page)
    await page.clock.runFor(2500)
    expect(asked).toEqual([])
    for (let looks = 1; looks <= 15; looks++) await untilAsked(looks)
    const words = 'We have stopped looking by ourselves, to save your data.'
    await expect(looked).toContainText(words)
    await expect(page.getByRole('status').filter({ hasText: words })).toBeAttached()
    await page.clock.runFor(600_000)
    expect(asked).toHaveLength(15)
    expect(asked.filter((method) => method === 'POST')).toHaveLength(7)
  })

  await test.step('without a connection a press is answered, and nothing is lost', async () => {
    await page.route(/\/check$/, (route) => route.abort())
    await press(page, 'I have paid: check now')
    await expect(looked).toContainText('No answer came.')
    await page.unroute(/\/check$/)
    await press(page, 'I have paid: check now')
    await expect(looked).toContainText('No payment has arrived yet.')
  })

  await test.step('a payment changes the page under a reader who is elsewhere in it', async () => {
    await page.goto(order.checkout)
    await press(page, 'Transfer arrives in 20 seconds')
    await expect(titleOf(page)).toHaveText('Waiting for your bank')
    await letTransferArrive(order.reference)
    const find = page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' })
    await find.focus()
    asked.length = 0
    await untilAsked(2)
    await expect(titleOf(page)).toHaveText(mine)
    await expect(find).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: mine })).toBeAttached()
    await expect(page).toHaveTitle(/^Thank you/)
    await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
  })

  await test.step('and the focus of one who pressed moves to the new title', async () => {
    const other = await anOrder(page.request, { paymentMethod: 'transfer' })
    await page.request.post(`/api/test-checkout/${other.reference}`, {
      data: { outcome: 'transfer' },
    })
    await page.goto(other.page)
    await letTransferArrive(other.reference)
    await press(page, 'I have paid: check now')
    await expect(titleOf(page)).toHaveText(mine)
    await expect(titleOf(page)).toBeFocused()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a failed payment is tried again, a cancelled one explained, a pending one checked', async ({
    page,
  }) => {
    const order = await anOrder(page.request)
    await page.goto(order.checkout)
    await press(page, 'Fail')
    await expect(titleOf(page)).toHaveText('The payment did not go through')
    await expect(page.getByText('Nothing was charged', { exact: false })).toBeVisible()
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
    await page.goto(next.page)
    await expect(titleOf(page)).toHaveText('Not paid yet')
    await page.getByRole('link', { name: 'Go on and pay ₦3,000' }).click()
    await expect(titleOf(page)).toHaveText('TEST: no money moves')
    await press(page, 'Cancel')
    await expect(titleOf(page)).toHaveText('The payment was not finished')

    const transfer = await anOrder(page.request, { paymentMethod: 'transfer' })
    await page.goto(transfer.page)
    await page.getByRole('link', { name: 'Where to transfer to' }).click()
    await press(page, 'Transfer arrives in 20 seconds')
    await expect(page).toHaveURL(transfer.page)
    await expect(page.getByText('You may close this page', { exact: false })).toBeVisible()
    await press(page, 'I have paid: check now')
    await expect(page.getByText(/^No payment has arrived yet. Last looked at /)).toBeVisible()
    await page.goto(transfer.checkout)
    await expect(page.getByText(/^A transfer is on its way. It arrives at /)).toBeVisible()
    await press(page, 'Back to the shop')
    await expect(titleOf(page)).toHaveText('Waiting for your bank')
    await letTransferArrive(transfer.reference)
    await press(page, 'I have paid: check now')
    await expect(titleOf(page)).toHaveText(mine)
    await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
  })
})

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: script })

    test('a buyer whose download is used up, or who lost the links, gets them by e-mail', async ({
      page,
    }) => {
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

      await page.goto('/orders/find')
      const query = page.getByLabel('E-mail address or order number')
      const find = page.getByRole('main').getByRole('button')
      await query.fill('  ')
      await find.click()
      await expect(page.locator('[data-error]')).toHaveText(
        'Please type your e-mail address or your order number',
      )
      // Nobody learns here whether there is an order.
      for (const words of ['nobody@buyers.example', order.buyerEmail]) {
        await page.goto('/orders/find')
        await query.fill(words)
        await find.click()
        await expect(page).toHaveURL('/orders/find?sent=1')
        await expect(titleOf(page)).toHaveText('Check your e-mail')
      }
      const [found = ''] = await linksOfMail(order.buyerEmail, /looked for the orders/)
      await page.goto(found)
      await expect(titleOf(page)).toHaveText(mine)
    })
  })
}
