import type { APIRequestContext, Page } from 'playwright/test'
import { violationsOf } from '../support/axe.ts'
import { bookTitled } from '../support/content.ts'
import { signedIn } from '../support/readers.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { watchRequests } from '../support/traffic.ts'
import { aBoughtBook, setState } from './buyers.ts'

// The service worker is real, and the network really cut.
test.use({
  ...phone,
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (404|410)/,
})

const freeBook = (request: APIRequestContext) =>
  bookTitled(request, 'Ascend Quarterly: The First Issue')
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keep on this phone' })

/** What of books is on the device: addresses in caches, and what its storage lists. */
const booksOn = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      const found = requests.map(({ url }) => new URL(url).pathname)
      if (name.startsWith('ascend-books')) paths.push(name, ...found)
      else paths.push(...found.filter((path) => /\/read(\/|$)/.test(path)))
    }
    const stored = ['ascend.kept-books', 'ascend.book-places'].map((key) =>
      localStorage.getItem(key),
    )
    return { paths, stored: stored.filter(Boolean) }
  })

async function openSheet(page: Page, id: string) {
  await page.goto(`/book/${id}/read`)
  await page.getByRole('button', { name: /^Kee?pt?$/ }).click()
  await expect(sheet(page)).toBeVisible()
}

async function keep(page: Page, id: string) {
  await openSheet(page, id)
  await sheet(page)
    .getByRole('button', { name: /^Keep - \d+ KB$/ })
    .click()
  await expect(sheet(page).getByText(/^On this phone, \d+ KB$/)).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
}

/** Buys the book as the one who is signed in, or opens it by its order. */
async function buy(page: Page) {
  const order = await aBoughtBook(page.request, { title: 'The Quiet Climb' })
  await page.goto(order.page)
  await page.getByRole('button', { name: 'Read here' }).click()
  await expect(page).toHaveURL(/\/read$/)
  return { ...order, ...order.book }
}

test('a kept book is read in flight mode to its last chapter, and searched, with its place', async ({
  page,
  context,
  request,
}) => {
  const { id } = await freeBook(request)
  await keep(page, id)
  await expect(page.getByRole('button', { name: 'Kept' })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('link', { name: 'Begin chapter 1' }).click()
  for (const title of ['The third goalkeeper', 'Letters between Ikom and the hostel', /Riddles/]) {
    await page.getByRole('link', { name: 'Next chapter' }).last().click()
    await expect(titleOf(page)).toHaveText(title)
  }
  await page.mouse.wheel(0, 200)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('ascend.book-places')))
    .toContain('"number":4')
  await page.goto(`/book/${id}/read/search`)
  await page.getByRole('searchbox').fill('OJU ORUN')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('1 place with “OJU ORUN”')).toBeVisible()
  expect(await tooWide(page, 'the search')).toEqual([])
  await page.getByRole('link', { name: /Riddles.*ojú ọ̀run/ }).click()
  await expect(page).toHaveURL(new RegExp(`/book/${id}/read/4#b\\d+$`))
  await page.goto(`/book/${id}/read`)
  await expect(page.getByText('Continue chapter 4')).toBeVisible()

  await page.goto(`/book/${id}/read/9`)
  await expect(page.getByText('This chapter is not on this phone.')).toBeVisible()
  const books = page.getByRole('region', { name: 'Books' })
  await books.getByRole('link', { name: 'Ascend Quarterly: The First Issue' }).click()
  await expect(titleOf(page)).toHaveText('Contents of Ascend Quarterly: The First Issue')

  await page.getByRole('button', { name: 'Kept' }).click()
  await sheet(page).getByRole('button', { name: 'Remove' }).click()
  await expect(sheet(page).getByText('It is no longer on this phone.')).toBeVisible()
  const { paths, stored } = await booksOn(page)
  expect(paths).toEqual(['ascend-books'])
  expect(stored.join()).not.toContain('bytes')
})

test('a break in keeping is no loss: what is there is not fetched again, and nothing is read before it is whole', async ({
  page,
  request,
}) => {
  const { id } = await freeBook(request)
  await page.addInitScript(() => {
    const { fetch } = window
    const asked: string[] = []
    Object.assign(window, { asked })
    window.fetch = (address, init) => {
      const path = String(address)
      if (/\/read(\/|$)/.test(path)) asked.push(path)
      const breaks = path.endsWith('/read/3') && asked.indexOf(path) === asked.length - 1
      return breaks ? Promise.reject(new TypeError('Failed to fetch')) : fetch(address, init)
    }
  })
  await openSheet(page, id)
  await sheet(page)
    .getByRole('button', { name: /^Keep - / })
    .click()
  await expect(sheet(page).getByText('This broke off.')).toBeVisible()
  expect((await booksOn(page)).stored).toEqual([])
  await sheet(page)
    .getByRole('button', { name: /^Go on keeping - / })
    .click()
  await expect(sheet(page).getByText(/^On this phone, /)).toBeVisible()
  const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  const address = (path: string) => `/book/${id}/read${path}`
  expect(asked).toEqual(['/1', '/2', '/3', '/3', '/4', '/search', '/notes', ''].map(address))
  expect((await booksOn(page)).paths).toContain(address('/4'))
})

test('a full phone says which kept book is the largest, and no part of the new one stays', async ({
  page,
  request,
}) => {
  const { id } = await freeBook(request)
  await page.addInitScript(() => {
    const { put } = Cache.prototype
    Cache.prototype.put = function (key, answer) {
      const isLate = String(key).endsWith('/read/3')
      return isLate
        ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
        : put.call(this, key, answer)
    }
    const atlas = { id: 'a', title: 'Atlas of Rivers', editionId: 'e', bytes: 12e6, checkedAt: 1 }
    localStorage.setItem('ascend.kept-books', JSON.stringify([{ ...atlas, isFree: true }]))
  })
  await openSheet(page, id)
  await expect(sheet(page).getByText('11.4 of 50 MB')).toBeVisible()
  await sheet(page)
    .getByRole('button', { name: /^Keep - / })
    .click()
  await expect(
    sheet(page).getByText('No Room Left. Nothing was kept. “Atlas of Rivers” takes up the most'),
  ).toBeVisible()
  expect((await booksOn(page)).paths).toEqual([])
})

test('logging out leaves no byte of a bought book, nor where its reader was', async ({ page }) => {
  await signedIn(page)
  const { id } = await buy(page)
  await keep(page, id)
  await page.goto(`/book/${id}/read/2`)
  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await booksOn(page)).stored).toHaveLength(2)
  const { isQuiet } = await watchRequests(page)
  await page.goto('/about')
  await isQuiet()
  await page.evaluate(() => location.assign('/api/logout'))
  await page.waitForURL('/')
  expect((await booksOn(page)).paths).toEqual([])
  await page.mouse.wheel(0, 300)
  await expect.poll(() => booksOn(page)).toEqual({ paths: [], stored: [] })
})

test('a refund ends a kept book at the next contact, and 30 days without one lock it', async ({
  page,
  context,
}) => {
  const { id, reference } = await buy(page)
  await keep(page, id)
  await page.evaluate(async (contents) => {
    const cache = await caches.open('ascend-books')
    const end = await (await cache.match(`${contents}/end`))?.text()
    const aMonth = 30 * 24 * 60 * 60 * 1000
    if (!(Number(end) > Date.now() + aMonth - 60_000)) throw new Error('It ends too soon')
    await cache.put(`${contents}/end`, new Response('1'))
    const list = JSON.parse(localStorage.getItem('ascend.kept-books') ?? '[]')
    const old = list.map((book: object) => ({ ...book, checkedAt: 1, askedAt: 1 }))
    localStorage.setItem('ascend.kept-books', JSON.stringify(old))
  }, `/book/${id}/read`)
  await context.setOffline(true)
  await page.goto(`/book/${id}/read/2`)
  await expect(page.getByText('Go online once to go on reading.')).toBeVisible()
  expect((await booksOn(page)).paths).toContain(`/book/${id}/read/2`)

  await context.setOffline(false)
  const told = page.waitForResponse(/kept-books/)
  await page.goto('/about')
  await page.mouse.wheel(0, 200)
  await told
  await expect
    .poll(async () => JSON.parse((await booksOn(page)).stored[0] ?? '[]')[0]?.checkedAt)
    .toBeGreaterThan(1)
  await context.setOffline(true)
  await page.goto(`/book/${id}/read/2`)
  await expect(page.getByRole('article')).toBeVisible()

  await context.setOffline(false)
  await setState(reference, 'refunded')
  await page.goto(`/book/${id}/read/2`)
  await expect(page.getByText('Your money was given back, so this book is closed.')).toBeVisible()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => booksOn(page)).toEqual({ paths: ['ascend-books'], stored: [] })
})

test('“Close my books here” ends what an order opened in a browser without an account', async ({
  page,
  context,
}) => {
  const { id } = await buy(page)
  await keep(page, id)
  await page.getByRole('button', { name: 'Close my books here' }).click()
  await expect(page.getByText('This book opens here for its buyers.')).toBeVisible()
  expect(await booksOn(page)).toEqual({ paths: [], stored: [] })
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('bought')
})

test('a new edition is offered above the contents, and the sheet holds up in light and dark', async ({
  page,
}) => {
  const { id } = await buy(page)
  await openSheet(page, id)
  await expect(sheet(page).getByText('It counts like a download: once you keep it')).toBeVisible()
  await keep(page, id)
  await page.evaluate(() => {
    const list = (localStorage.getItem('ascend.kept-books') ?? '').replace(/"editionId":"/, '$&old')
    localStorage.setItem('ascend.kept-books', list)
  })
  await page.reload()
  await expect(page.getByText('There is a new edition.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the new one' }).click()
  await expect(sheet(page)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page, colorScheme)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await tooWide(page, 'the sheet')).toEqual([])
  await sheet(page)
    .getByRole('button', { name: /^Keep - / })
    .click()
  await expect(sheet(page).getByRole('button', { name: /^Keep - / })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('There is a new edition.')).toBeHidden()
})
