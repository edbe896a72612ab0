import { violationsInLightAndDark } from '../support/axe.ts'
import { bookTitled } from '../support/content.ts'
import { fromElsewhere, signedIn } from '../support/readers.ts'
import { desktop, expect, holdBack, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { watchRequests } from '../support/traffic.ts'
import { aBuyer, armed, box, filled, opened, watchOrders } from './purchase-box.ts'

test.use({ ...phone, expectedErrors: /status of (400|409|422|429|503)|ERR_FAILED/ })

const required = 'Please provide your name and email to continue with purchase.'
const noAnswer = 'No answer came. Please check your connection and try again.'
const invalidEmail = 'Please enter a valid email address'

test.describe('on a laptop', () => {
  test.use({ ...desktop, isMobile: false, hasTouch: false })

  test('somebody buys a book by card with Tab and Enter alone', async ({ page }) => {
    const { name, email, buy } = await opened(page)
    const { keyboard } = page
    const buyer = aBuyer()
    const tabTo = async (here: typeof name) => {
      for (let press = 0; press < 40; press++) {
        if (await here.evaluate((element) => element === document.activeElement)) return
        await keyboard.press('Tab')
      }
      await expect(here).toBeFocused()
    }
    await tabTo(name)
    await keyboard.type(buyer.name)
    await tabTo(email)
    await keyboard.type(buyer.email)
    await tabTo(buy)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/test-checkout\/ASC-[0-9A-Z]{26}$/)
    await expect(page.getByText('₦3,500')).toBeVisible()
    await tabTo(page.getByRole('button', { name: 'Pay', exact: true }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/order\/ASC-[0-9A-Z]{26}\?key=/)
    await expect(page.getByText(buyer.name).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /Download/ }).first()).toBeVisible()
  })
})

test('a buyer is told what to correct, pays once, and comes back to the same order', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const sent = watchOrders(page)
  const release = await holdBack(page, /purchase-form/)
  const { region, quantity, less, more, card, transfer, name, email, total, buy } = await opened(
    page,
    'Small Chops, Big Plans',
  )

  await test.step('the box shows the price of a copy, the ways to pay, and where the PDF is sent', async () => {
    await expect(quantity).toHaveValue('1')
    await expect(card).toBeChecked()
    await region.getByText('Transfer').click()
    await expect(transfer).toBeChecked()
    await expect(email).toHaveAccessibleDescription('Your PDF download link is sent here.')
    await expect(total).toHaveText('₦1,250.50')
    await expect(buy).toHaveAccessibleName('Buy Now - ₦1,250.50')
  })

  await test.step('a click asks at once for the whole script that says what is missing', async () => {
    await buy.click()
    for (const part of [/purchase-form/, /check-form/, /form-limits/]) {
      await expect.poll(() => asked.some((path) => part.test(path)), String(part)).toBe(true)
    }
    release()
    const toast = page.getByRole('alert').filter({ hasText: 'Information Required' })
    await expect(toast).toContainText(required)
    await expect(name).toHaveAccessibleDescription(required)
    await expect(name).toBeFocused()
  })

  await test.step('minus stops at one, plus changes the total, an invalid count becomes one', async () => {
    await expect(less).toHaveAttribute('aria-disabled', 'true')
    await less.press('Enter')
    await expect(quantity).toHaveValue('1')
    await more.click()
    await more.click()
    await expect(quantity).toHaveValue('3')
    await expect(total).toHaveText('₦3,751.50')
    await expect(buy).toHaveAccessibleName('Buy Now - ₦3,751.50')
    await less.click()
    await expect(buy).toHaveAccessibleName('Buy Now - ₦2,501')
    for (const [text, count] of [
      ...['0', '1.5', '-4', ''].map((text) => [text, '1'] as const),
      ['1e2', '100'],
      ['501', '500'],
    ] as const) {
      await quantity.fill(text)
      await quantity.blur()
      await expect(quantity).toHaveValue(count)
      if (count === '1') await expect(total).toHaveText('₦1,250.50')
    }
  })

  await test.step('every field has its own error until it is right', async () => {
    await quantity.fill('4')
    await email.fill('ngozi@')
    await buy.click()
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(invalidEmail)
    await expect(quantity).toHaveValue('4')
    await expect(email).toHaveValue('ngozi@')
    expect(sent).toEqual([])
    expect(await violationsInLightAndDark(page, 'a book with errors')).toEqual([])
    expect(await tooWide(page, 'a book with errors')).toEqual([])
    await page.setViewportSize(phone.viewport)
    const buyer = aBuyer()
    for (const [field, value] of [
      [name, buyer.name],
      [email, buyer.email],
    ] as const) {
      await field.fill(value)
      await expect(field).not.toHaveAttribute('aria-invalid')
      await expect(field).not.toHaveAccessibleDescription(/Please/)
    }
    await quantity.fill('501')
    await buy.click()
    await expect(quantity).toBeFocused()
    await expect(quantity).toHaveAccessibleDescription(
      'Quantity must be a whole number from 1 to 500',
    )
    await expect(quantity).toHaveValue('500')
    await quantity.fill('1')
  })

  await test.step('so has one that only the service finds', async () => {
    // Browsers let it through, the contract does not.
    await email.fill('ngozi@buyers')
    await buy.click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(invalidEmail)
    await expect(email).toHaveValue('ngozi@buyers')
    await expect(quantity).toHaveValue('1')
    expect(sent).toHaveLength(1)
  })

  await test.step('two clicks are one order, and so is a click after the way back', async () => {
    await email.fill(aBuyer().email)
    const letGo = await holdBack(page, /\/api\/orders$/)
    await buy.dblclick()
    await expect(buy).toHaveAttribute('aria-busy', 'true')
    await expect(buy).toHaveAccessibleName('One moment...')
    await page.keyboard.press('Enter')
    letGo()
    await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
    expect(sent).toHaveLength(2)
    const checkout = page.url()
    await page.goBack()
    await expect(name).toHaveValue('Ngozi Bassey-Udo')
    await expect(buy).not.toHaveAttribute('aria-busy')
    await buy.click()
    await expect(page).toHaveURL(checkout)
  })
})

test('a purchase that fails says why and keeps its input, and the next click repeats the same order', async ({
  page,
}) => {
  const { name, email, quantity, transfer, region, buy, problem, buyer } = await filled(page)
  const sent = watchOrders(page)
  await quantity.fill('2')
  await region.getByText('Transfer').click()
  const says = (status: number, message: string) => ({ status, json: { message } })
  for (const [what, answer, sentence] of [
    [
      'the provider is down',
      says(503, 'Payment is not available right now. Nothing was charged. Please try again.'),
      'Payment is not available right now. Nothing was charged. Please try again.',
    ],
    [
      'the book has lost its PDF',
      says(409, 'This book is not yet available. Please come back soon.'),
      'This book is not yet available. Please come back soon.',
    ],
    [
      'it was tried too often',
      says(429, 'That was tried too often. Please wait a while and try again.'),
      'That was tried too often. Please wait a while and try again.',
    ],
    [
      'a proxy answers with a page of its own',
      { status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
      noAnswer,
    ],
    ['the answer is lost on its way', undefined, noAnswer],
  ] as const) {
    await test.step(`when ${what}`, async () => {
      await page.route('/api/orders', async (route) => {
        if (answer) return route.fulfill(answer)
        await route.fetch()
        await route.abort()
      })
      await buy.click()
      await expect(problem).toHaveText(sentence)
      await expect(problem).toHaveRole('alert')
      await expect(page.locator('.toast-destructive').last()).toContainText(sentence)
      await expect(name).toHaveValue(buyer.name)
      await expect(email).toHaveValue(buyer.email)
      await expect(quantity).toHaveValue('2')
      await expect(transfer).toBeChecked()
      await page.unroute('/api/orders')
    })
  }
  await buy.click()
  await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
  await expect(page.getByText('₦7,000')).toBeVisible()
  expect(sent).toHaveLength(6)
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  for (const again of sent) expect(again).toEqual(sent[0])

  await test.step('with another e-mail address it is another order', async () => {
    const checkout = page.url()
    await page.goBack()
    await email.fill(aBuyer().email)
    await buy.click()
    await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
    expect(page.url()).not.toBe(checkout)
    expect(sent.at(-1)?.key).not.toBe(sent[0]?.key)
  })
})

test('a buyer confirms a price that changed, and finds the form as it was after coming back', async ({
  page,
}) => {
  const { name, email, quantity, transfer, region, buy, problem, total, buyer } = await filled(page)
  await quantity.fill('2')
  await region.getByText('Transfer').click()
  await page.route('/api/orders', (route) =>
    route.fulfill({
      status: 201,
      json: { reference: 'ASC-X', amount: 8000, discount: 0, checkoutUrl: '/help' },
    }),
  )
  await buy.click()
  await expect(problem).toHaveText('The total is now ₦8,000. Press again to go on.')
  await expect(total).toHaveText('₦8,000')
  await expect(buy).toHaveAccessibleName('Buy Now - ₦8,000')
  await buy.click()
  await expect(page).toHaveURL('/help')
  await page.goBack()
  const { isQuiet } = await watchRequests(page)
  await page.reload()
  await expect(name).toHaveValue(buyer.name)
  await expect(email).toHaveValue(buyer.email)
  await expect(quantity).toHaveValue('2')
  await expect(transfer).toBeChecked()
  await expect(total).toHaveText('₦7,000')

  await test.step('once its script is there, a click asks for nothing but order and checkout', async () => {
    await page.unroute('/api/orders')
    await name.focus()
    await expect(region.locator('form[data-ready]')).toBeVisible()
    // What is fetched for every reader who does something, or ahead of the click, costs no buyer time.
    await page.keyboard.press('Shift')
    await isQuiet()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(0, 15)))
    await buy.click()
    await page.waitForURL(/\/test-checkout\//, { waitUntil: 'commit' })
    expect(asked.slice(0, 2)).toEqual(['/api/orders', '/test-checkout/'])
  })
})

test('no purchase waits for a script, and a reader finds name and e-mail filled in', async ({
  page,
}) => {
  await test.step('no purchase waits for a script: an incomplete one is told, a complete one is sent', async () => {
    await page.route(/\/_astro\/.*\.js/, () => {})
    await fromElsewhere(page)
    const { id } = await bookTitled(page.request, 'The Quiet Climb')
    await page.goto(`/book/${id}`, { waitUntil: 'commit' })
    const { name, email, buy } = box(page)
    await buy.click({ noWaitAfter: true })
    await expect(name).toHaveAccessibleDescription(required)
    const buyer = aBuyer()
    await name.fill(buyer.name)
    await email.fill(buyer.email)
    await buy.click({ noWaitAfter: true })
    await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
    await expect(page.getByText('no money moves')).toBeVisible()
  })

  await page.unrouteAll()
  await test.step('a reader finds name and e-mail filled in, and gets a free book at once', async () => {
    const person = await signedIn(page)
    const { card, name, email, total, buy } = await armed(page, 'Ascend Quarterly: The First Issue')
    await expect(name).toHaveValue(`${person.firstName} ${person.lastName}`)
    await expect(email).toHaveValue(person.email)
    await expect(card).toHaveCount(0)
    await expect(total).toHaveText('₦0')
    await expect(buy).toHaveAccessibleName('Get it free')
    await buy.click()
    await expect(page).toHaveURL(/\/order\/ASC-[0-9A-Z]{26}\?key=/)
    await expect(page.getByText(person.email).first()).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a book is bought with an ordinary form, which keeps its input until it is right', async ({
    page,
  }) => {
    const { book, region, quantity, less, more, transfer, name, email, buy, total } =
      await opened(page)
    await expect(less).toBeHidden()
    await expect(more).toBeHidden()
    await expect(region.getByText('for 1 copy, ₦3,500 each')).toBeVisible()
    await expect(buy).toHaveAccessibleName('Buy Now')
    await quantity.fill('3')
    await region.getByText('Transfer').click()
    await name.fill('Ngozi Bassey-Udo')
    await email.fill('ngozi@buyers')
    await buy.click()
    await expect(region.getByText('Please fix 1 field')).toBeInViewport()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(invalidEmail)
    await expect(email).toHaveValue('ngozi@buyers')
    await expect(name).toHaveValue('Ngozi Bassey-Udo')
    await expect(quantity).toHaveValue('3')
    await expect(transfer).toBeChecked()
    await expect(total).toHaveText('₦10,500')

    const used = crypto.randomUUID()
    await page.request.post('/api/orders', {
      headers: { 'Idempotency-Key': used },
      data: { bookId: book.id, buyerName: 'Somebody', buyerEmail: 'first@buyers.example' },
    })
    const hidden = region.locator('[name=idempotencyKey]')
    await hidden.evaluate((field: HTMLInputElement, key) => {
      field.value = key
    }, used)
    await email.fill(aBuyer().email)
    await buy.click()
    await expect(region.getByText('This was sent before with other contents.')).toBeInViewport()
    await expect(name).toHaveValue('Ngozi Bassey-Udo')
    await expect(hidden).toHaveValue(/^[0-9a-f-]{36}$/)
    await buy.click()
    await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
    await expect(page.getByText('₦10,500')).toBeVisible()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/ASC-[0-9A-Z]{26}\?key=/)
  })
})
