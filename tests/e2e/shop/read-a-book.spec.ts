import type { APIRequestContext, Page } from 'playwright/test'
import { violationsOf } from '../support/axe.ts'
import { bookTitled } from '../support/content.ts'
import { signedIn } from '../support/readers.ts'
import { desktop, expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { aBoughtBook, setState } from './buyers.ts'

const freeBook = (request: APIRequestContext) =>
  bookTitled(request, 'Ascend Quarterly: The First Issue')
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('without a script', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('everybody reads a free book from its page to its end, and nothing is set', async ({
    page,
    context,
    request,
  }) => {
    const { id } = await freeBook(request)
    await page.goto(`/book/${id}`)
    await page.getByRole('link', { name: 'Read here' }).click()
    await page.getByRole('link', { name: 'Begin chapter 1' }).click()
    await expect(titleOf(page)).toHaveText('A note before the first page')
    for (const title of [
      'The third goalkeeper',
      'Letters between Ikom and the hostel',
      /Riddles/,
    ]) {
      await page.getByRole('link', { name: 'Next chapter' }).last().click()
      await expect(titleOf(page)).toHaveText(title)
    }
    await expect(page.locator('[lang="yo"]')).toHaveText('ojú ọ̀run')
    await expect(page.getByRole('heading', { name: 'The end', exact: true })).toBeVisible()
    await page.getByText('Tools', { exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Tools' })
      .getByRole('link', { name: 'Search' })
      .click()
    await page.getByRole('searchbox').fill('OJU ORUN')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('1 place with “OJU ORUN”')).toBeVisible()
    await page.getByRole('link', { name: /Riddles/ }).click()
    await expect(page).toHaveURL(new RegExp(`/book/${id}/read/4#b\\d+$`))
    expect(await context.cookies()).toEqual([])
  })
})

test.describe('a bought book', () => {
  test.use({ ...phone, expectedErrors: /status of (410)/ })

  test('a school lets its codes open a book, and a pupil without an address reads it', async ({
    page,
    browser,
    baseURL,
  }) => {
    const order = await aBoughtBook(page.request, { title: 'The Quiet Climb', quantity: 2 })
    await page.goto(order.page)
    const codes = page.getByRole('region', { name: '1 copy to give away' })
    const code = await codes.getByRole('listitem').locator('code').innerText()
    await codes.getByText('Readers without an e-mail address').click()
    await codes.getByRole('button', { name: 'Open here without an address' }).click()
    await codes.getByText('Readers without an e-mail address').click()
    await expect(codes.getByRole('button', { name: 'Ask for an address' })).toBeVisible()
    expect(await violationsOf(page, 'the codes')).toEqual([])
    expect(await tooWide(page, 'the codes')).toEqual([])

    const other = await browser.newContext({
      ...phone,
      javaScriptEnabled: false,
      ...(baseURL && { baseURL }),
    })
    const pupil = await other.newPage()
    for (const time of ['first', 'again']) {
      await pupil.goto('/redeem')
      await pupil.getByLabel('Code').fill(code.toLowerCase())
      await pupil.getByLabel('Your name').fill('Bisi')
      await pupil.getByRole('button', { name: 'Get the book' }).click()
      await expect(pupil, time).toHaveURL(`/book/${order.book.id}/read`)
      await other.clearCookies()
    }
    await other.close()
    await page.reload()
    await expect(codes.getByText('1 of 1 used')).toBeVisible()
  })

  test('opens where its order opened it, shows others the book, and closes with a refund', async ({
    page,
    browser,
    baseURL,
  }) => {
    const order = await aBoughtBook(page.request, { title: 'The Quiet Climb' })
    await page.goto(order.page)
    await page.getByRole('button', { name: 'Read here' }).click()
    await page.getByRole('link', { name: 'The ladder in the rain' }).click()
    await expect(titleOf(page)).toHaveText('The ladder in the rain')
    await expect(page.getByText('Chapter 4 of 6').first()).toBeVisible()
    expect(page.url()).not.toContain(order.key)
    expect(await page.content()).not.toContain(order.buyerName)
    const stamp = await page.request.get(`/book/${order.book.id}/read/stamp.svg`)
    expect(await stamp.text()).toContain(`Copy of ${order.buyerName}`)

    const other = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
    const stranger = await other.newPage()
    await stranger.goto(page.url())
    await expect(stranger.getByText('This book opens here for its buyers.')).toBeVisible()
    await expect(
      stranger.getByRole('main').getByRole('link', { name: 'Find my order' }).first(),
    ).toHaveAttribute('href', '/orders/find')
    await other.close()

    await setState(order.reference, 'refunded')
    await page.reload()
    await expect(page.getByText('Your money was given back, so this book is closed.')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a reader goes on where they stopped, after turning the phone and with larger letters', async ({
    page,
    request,
  }) => {
    const { id } = await freeBook(request)
    await page.goto(`/book/${id}/read/3`)
    const bees = page.getByText('I have kept bees.')
    const topOf = async () => (await bees.boundingBox())?.y ?? 0
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, (await topOf()) - 80)
    await expect.poll(topOf).toBeLessThan(120)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('ascend.book-places')))
      .toContain('"number":3')
    await page.goto(`/book/${id}/read`)
    await expect(page.getByText('2 of 4 chapters read')).toBeVisible()
    await page.setViewportSize({ width: 640, height: 360 })
    await page.evaluate(() =>
      localStorage.setItem('ascend.reading', JSON.stringify({ fontSize: 'large' })),
    )
    await page.reload()
    await page.getByRole('link', { name: 'Continue chapter 3' }).click()
    await expect(titleOf(page)).toHaveText('Letters between Ikom and the hostel')
    await expect(bees).toBeInViewport()
    // Esc closes one thing at a time, and the page stays where it is.
    const tools = page.getByText('Tools', { exact: true })
    await tools.click()
    await page.getByRole('button', { name: 'Theme' }).last().click()
    // It is loaded at the press.
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('details[data-tools]')).toHaveAttribute('open')
    await page.keyboard.press('Escape')
    await expect(page.locator('details[data-tools]')).not.toHaveAttribute('open')
    await expect(bees).toBeInViewport()

    // The publisher has uploaded another text since, shorter than the part that was open.
    await page.goto(`/book/${id}/read`)
    await page.evaluate(() => {
      const places = JSON.parse(localStorage.getItem('ascend.book-places') ?? '[]')
      localStorage.setItem(
        'ascend.book-places',
        JSON.stringify([{ ...places[0], editionId: crypto.randomUUID(), number: 40 }]),
      )
    })
    await page.reload()
    await expect(page.getByText('This is a new edition.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue chapter 4' }).click()
    await expect(titleOf(page)).toHaveText(/Riddles/)
  })

  test('whoever turns by tapping goes on by a screen, and at its end into the next chapter', async ({
    page,
    request,
  }) => {
    const { id } = await freeBook(request)
    await page.goto(`/book/${id}/read/1`)
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    await page.touchscreen.tap(100, 600)
    expect(await scrolled()).toBe(0)
    await page.getByText('Tools', { exact: true }).click()
    const turning = page.getByRole('button', { name: 'Turn by tapping' }).first()
    await turning.click()
    await expect(turning).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await page.touchscreen.tap(100, 600)
    await expect.poll(scrolled).toBeGreaterThan(400)
    await page.touchscreen.tap(100, 150)
    await expect.poll(scrolled).toBe(0)
    await expect
      .poll(async () => {
        await page.touchscreen.tap(100, 600)
        return page.url()
      })
      .toMatch(/\/read\/2$/)
    await expect(titleOf(page)).toHaveText('The third goalkeeper')
  })

  test('a chapter that is read to its end is reported once by this browser', async ({
    page,
    request,
  }) => {
    const { id } = await freeBook(request)
    const reports: string[] = []
    page.on('response', (answer) => {
      if (!answer.url().endsWith('/count')) return
      const { what } = answer.request().postDataJSON() as { what: string }
      reports.push(`${answer.status()} ${what} ${answer.url().split('/').at(-2)}`)
    })
    for (let time = 0; time < 2; time++) {
      await page.goto(`/book/${id}/read/4`)
      await page.mouse.move(100, 300)
      await page.mouse.wheel(0, 20_000)
      await expect(page.locator('[data-percent]')).toHaveText(/^(9\d|100) % of the book/)
      const whole = ['200 started 4', '200 finished 4']
      await expect.poll(() => reports).toEqual(whole)
    }
    await page.goto(`/book/${id}/read/3`)
    await page.mouse.wheel(0, 100)
    await expect.poll(() => reports).toEqual(['200 started 4', '200 finished 4', '200 started 3'])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`contents, chapter, tools and search hold up in ${colorScheme}`, async ({
      page,
      request,
    }) => {
      await page.emulateMedia({ colorScheme })
      const { id } = await freeBook(request)
      for (const path of ['', '/3', '/search?q=clock']) {
        await page.setViewportSize(phone.viewport)
        await page.goto(`/book/${id}/read${path}`)
        if (path === '/3') await page.getByText('Tools', { exact: true }).click()
        expect(await violationsOf(page, path)).toEqual([])
        expect(await tooWide(page, path)).toEqual([])
      }
    })
  }
})

test.describe('at a desk', () => {
  test.use(desktop)

  test('the keys go through the chapters and to the search, until they are turned off', async ({
    page,
    request,
  }) => {
    const { id } = await freeBook(request)
    await page.goto(`/book/${id}/read/1`)
    await page.keyboard.press('ArrowRight')
    await expect(titleOf(page)).toHaveText('The third goalkeeper')
    await page.keyboard.press('ArrowLeft')
    await expect(titleOf(page)).toHaveText('A note before the first page')
    await page.keyboard.press('/')
    await expect(page).toHaveURL(/\/read\/search$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Turn the keys off' }).press('Enter')
    await page.keyboard.press('/')
    await expect(page.getByRole('button', { name: 'Turn the keys on' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(titleOf(page)).toHaveText('The third goalkeeper')
    expect(await violationsOf(page, 'a chapter')).toEqual([])
  })
})

test.describe('with two phones', () => {
  test.use(phone)

  test('a reader is told where the other one is, and goes there', async ({
    page,
    browser,
    baseURL,
    request,
  }) => {
    const { id } = await freeBook(request)
    await signedIn(page)
    const state = await page.context().storageState()
    const other = await browser.newContext({
      ...phone,
      ...(baseURL && { baseURL }),
      storageState: { ...state, origins: [] },
    })
    const second = await other.newPage()
    await second.goto(`/book/${id}/read/3`)
    const told = second.waitForResponse((answer) => answer.url().endsWith('/account/book-places'))
    await second.mouse.wheel(0, 200)
    await told
    // It is left: what it shows is told.
    const left = second.waitForResponse((answer) => answer.url().endsWith('/account/book-places'))
    await second.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await left
    await other.close()

    await page.goto(`/book/${id}/read/1`)
    await page.mouse.wheel(0, 100)
    await expect(page.getByText('Your other phone is in chapter 3.')).toBeVisible()
    expect(await tooWide(page, 'the note')).toEqual([])
    await page.getByRole('link', { name: 'Go there' }).click()
    await expect(titleOf(page)).toHaveText('Letters between Ikom and the hostel')

    await page.goto('/account/books')
    await page.getByRole('link', { name: /^Continue, \d+ min left in chapter$/ }).click()
    await expect(titleOf(page)).toHaveText('Letters between Ikom and the hostel')
  })
})
