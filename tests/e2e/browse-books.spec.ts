import type { Page } from 'playwright/test'
import { type Book, booksOf, bookTitled } from './content.ts'
import { expect, holdBack, partRequest, queryOf, test } from './test.ts'

/** The listing of /books and /resources. */
function shelf(page: Page) {
  const main = page.getByRole('main')
  return {
    search: main.getByRole('searchbox', { name: /Search books/ }),
    category: main.getByLabel('Category'),
    price: main.getByLabel('Price'),
    found: main.getByRole('heading', { name: /^\d+ Books? Found$/ }),
    cards: main.getByRole('article'),
    titles: main.getByRole('article').getByRole('heading'),
    skeletons: main.locator('[data-shelf-results] .skeleton'),
    next: main.getByRole('link', { name: 'Next' }),
    previous: main.getByRole('link', { name: 'Previous' }),
    empty: main.getByText(
      'No books found matching your criteria. Try adjusting your search or filters.',
      {
        exact: true,
      },
    ),
  }
}

const titlesOf = (books: Book[]) => books.slice(0, 24).map(({ title }) => title)
const contains = (words: string) => (book: Book) =>
  [book.title, book.description, book.authorName].some((text) =>
    text.toLowerCase().includes(words.toLowerCase()),
  )

test('the shelf shows every book, twenty-four to a page, with the details to choose by', async ({
  page,
  request,
}) => {
  const books = await booksOf(request)
  expect(books.length).toBeGreaterThan(24)
  await page.goto('/books')
  const { found, cards, titles, next, previous } = shelf(page)
  await expect(found).toHaveText(`${books.length} Books Found`)
  await expect(titles).toHaveText(titlesOf(books))
  for (const [index, book] of books.slice(0, 4).entries()) {
    const card = cards.nth(index)
    await expect(card.getByText(`by ${book.authorName}`, { exact: true })).toBeVisible()
    await expect(card.getByText(book.category, { exact: true })).toBeVisible()
    await expect(card.getByText(book.description, { exact: true })).toBeVisible()
    await expect(card.getByText(/^₦[\d,]+(\.\d\d)?$/)).toHaveText(
      `₦${book.price.toLocaleString('en-NG')}`,
    )
    await expect(card.getByText(book.rating.toFixed(1), { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: /^Buy Now/ })).toHaveAttribute(
      'href',
      `/book/${book.id}`,
    )
  }
  await expect(cards.getByText('₦1,250.50')).toHaveCount(1)

  await expect(previous).toHaveCount(0)
  await next.click()
  await expect(titles).toHaveText(books.slice(24).map(({ title }) => title))
  expect(queryOf(page)).toEqual({ page: '2' })
  await expect(found).toBeFocused()
  await expect(next).toHaveCount(0)
  await page.goBack()
  await expect(titles).toHaveText(titlesOf(books))
})

test('a search covers titles, descriptions and authors, and ignores case', async ({
  page,
  request,
}) => {
  const books = await booksOf(request)
  await page.goto('/books')
  const { search, found, titles } = shelf(page)
  // A title, an author, and what only a description says.
  for (const words of ['QUIET climb', 'bisi OYELARAN', 'BOREHOLE', 'Ọ̀nà', 'ascend']) {
    const wanted = books.filter(contains(words))
    expect(wanted.length, words).toBeGreaterThan(0)
    await search.fill(words)
    await expect(found).toHaveText(
      `${wanted.length} ${wanted.length === 1 ? 'Book' : 'Books'} Found`,
    )
    await expect(titles).toHaveText(titlesOf(wanted))
    await expect.poll(() => queryOf(page)).toEqual({ search: words })
  }
})

test('category and price filter the shelf, are in the address, and Back undoes them', async ({
  page,
  request,
}) => {
  const books = await booksOf(request)
  const buckets = {
    'under-20': (price: number) => price < 20,
    '20-50': (price: number) => price >= 20 && price <= 50,
    'over-50': (price: number) => price > 50,
  }
  await page.goto('/books')
  const { category, price, titles, found, search } = shelf(page)
  const offered = await category.locator('option').allInnerTexts()
  expect([...offered].slice(1).sort()).toEqual(
    [...new Set(books.map((book) => book.category))].sort(),
  )
  for (const [bucket, fits] of Object.entries(buckets)) {
    const wanted = books.filter((book) => fits(book.price))
    await price.selectOption(bucket)
    await expect(found).toHaveText(`${wanted.length} Books Found`)
    await expect(titles).toHaveText(titlesOf(wanted))
    expect(queryOf(page)).toEqual({ price: bucket })
  }
  const both = books.filter((book) => book.price > 50 && book.category === 'Novel')
  await category.selectOption('Novel')
  await expect(titles).toHaveText(titlesOf(both))
  expect(queryOf(page)).toEqual({ price: 'over-50', category: 'Novel' })
  const all = both.filter(contains('harmattan'))
  await search.fill('harmattan')
  await expect(titles).toHaveText(titlesOf(all))

  await page.goBack()
  await expect(titles).toHaveText(titlesOf(both))
  await expect(search).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(titles).toHaveText(titlesOf(books.filter((book) => buckets['20-50'](book.price))))
  await expect(price).toHaveValue('20-50')
  await expect(category).toHaveValue('')
})

test('a shared address shows the same books, with and without script', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const books = await booksOf(request)
  const wanted = books.filter(
    (book) => book.price > 50 && contains('the')(book) && book.category === 'Novel',
  )
  const address = '/books?search=THE&category=Novel&price=over-50'
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  for (const reader of [page, await plain.newPage()]) {
    await reader.goto(address)
    const { titles, search, category, price, found } = shelf(reader)
    await expect(titles).toHaveText(titlesOf(wanted))
    await expect(found).toHaveText(
      `${wanted.length} ${wanted.length === 1 ? 'Book' : 'Books'} Found`,
    )
    await expect(search).toHaveValue('THE')
    await expect(category).toHaveValue('Novel')
    await expect(price).toHaveValue('over-50')
  }
  await plain.close()
})

test('eight skeletons show while books load', async ({ page }) => {
  await page.goto('/books')
  const { search, skeletons, cards } = shelf(page)
  const arrive = await holdBack(page, partRequest)
  await search.fill('harmattan term')
  await expect(skeletons).toHaveCount(8)
  await expect(cards).toHaveCount(0)
  arrive()
  await expect(cards).toHaveCount(1)
  await expect(skeletons).toHaveCount(0)
})

test('a search without results says so and how to continue', async ({ page }) => {
  await page.goto('/books')
  const { search, empty, found, cards } = shelf(page)
  await search.fill('zzzz')
  await expect(empty).toBeVisible()
  await expect(found).toHaveText('0 Books Found')
  await expect(cards).toHaveCount(0)
  await search.fill('')
  await expect(cards).toHaveCount(24)
  await expect(empty).toBeHidden()
})

test('the last search typed wins over a slower earlier one', async ({ page, request }) => {
  const wanted = (await booksOf(request)).filter(contains('borehole'))
  await page.goto('/books')
  const { search, titles, skeletons } = shelf(page)
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/search=market/, async (route) => {
    await late
    await route.continue()
  })
  const first = page.waitForRequest(/search=market/)
  await search.fill('market')
  await first
  await search.fill('borehole')
  await expect(titles).toHaveText(titlesOf(wanted))
  const slow = page.waitForResponse(/search=market/)
  arrive()
  await (await slow).finished()
  await expect(skeletons).toHaveCount(0)
  await expect(titles).toHaveText(titlesOf(wanted))
})

test('/resources is the same shelf under its own banner, and stays at its address', async ({
  page,
  request,
}) => {
  const books = await booksOf(request)
  await page.goto('/resources')
  const { price, category, search, titles, next, found } = shelf(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Educational Resources')
  await expect(found).toHaveText(`${books.length} Books Found`)
  await category.selectOption('Policy')
  await expect(titles).toHaveText(titlesOf(books.filter((book) => book.category === 'Policy')))
  await expect(page).toHaveURL('/resources?category=Policy')
  await category.selectOption('')
  await expect(titles).toHaveCount(24)
  // A letter that some books are without, and that still fills more than a page.
  const fits = (letter: string) => {
    const { length } = books.filter(contains(letter))
    return length > 24 && length < books.length
  }
  const letter = [...'abcdefghijklmnopqrstuvwxyz'].find(fits) ?? 'no such letter'
  const wide = books.filter(contains(letter))
  await search.fill(letter)
  await expect(found).toHaveText(`${wide.length} Books Found`)
  await next.click()
  await expect(titles).toHaveText(wide.slice(24).map(({ title }) => title))
  await expect(page).toHaveURL(`/resources?search=${letter}&page=2`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Educational Resources')
  await expect(price).toHaveValue('')
})

test('the cover and Buy Now both lead to the book', async ({ page, request }) => {
  const [book] = await booksOf(request)
  await page.goto('/books')
  const card = shelf(page).cards.first()
  await card.locator('img').click()
  await expect(page).toHaveURL(`/book/${book?.id}`)
  await page.goBack()
  await card.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(`/book/${book?.id}`)
})

test('a reader finds everything about a book on its page', async ({ page, request }) => {
  const book = await bookTitled(request, 'Small Chops, Big Plans')
  const { content, description } = await (await request.get(`/api/books/${book.id}`)).json()
  const answer = await page.goto(`/book/${book.id}`)
  expect(answer?.status()).toBe(200)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title)
  await expect(main.getByText(`by ${book.authorName}`, { exact: true })).toBeVisible()
  // The price, and again as the total of the purchase box and on its button.
  await expect(main.getByText('₦1,250.50', { exact: true })).toHaveCount(3)
  await expect(main.getByText(/^\([\d.]+ stars\)$/)).toHaveText(
    `(${Number(book.rating.toFixed(2))} stars)`,
  )
  await expect(main.getByRole('heading', { name: 'About This Book' })).toBeVisible()
  await expect(main.getByText(description, { exact: true })).toBeVisible()

  const crumbs = main.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'Back to Books' })).toHaveAttribute(
    'href',
    '/books',
  )
  await expect(crumbs.getByRole('link', { name: book.category })).toBeVisible()
  await expect(crumbs.getByText(book.title, { exact: true })).toBeVisible()

  const details = main.getByRole('region', { name: 'Book Details' })
  for (const [term, value] of [
    ['Category', book.category],
    ['Rating', `${Number(book.rating.toFixed(2))} out of 5`],
    ['Format', 'Digital PDF'],
    ['Language', 'English'],
  ] as const) {
    await expect(details.getByRole('term').filter({ hasText: term })).toBeVisible()
    await expect(details.getByRole('definition').filter({ hasText: value })).toBeVisible()
  }

  await main.getByRole('link', { name: 'Read a sample', exact: true }).click()
  await expect(page).toHaveURL(`/book/${book.id}/sample`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A sample of ${book.title}`)
  await expect(main.getByText(String(content).split('\n')[0]?.trim() ?? '')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Buy the book for ₦1,250.50' })).toHaveAttribute(
    'href',
    `/book/${book.id}#purchase`,
  )
  await main.getByRole('link', { name: 'Back to the book' }).click()
  await expect(page).toHaveURL(`/book/${book.id}`)

  await crumbs.getByRole('link', { name: book.category }).click()
  await expect(page).toHaveURL('/books?category=Guide')
  await expect(shelf(page).titles.filter({ hasText: book.title })).toHaveCount(1)
})

test('five stars are filled by the whole-number part of the rating', async ({ page, request }) => {
  const books = await booksOf(request)
  const [rated, unrated] = [books.find(({ rating }) => rating), books.find(({ rating }) => !rating)]
  for (const book of [rated, unrated]) {
    if (!book) continue
    await page.goto(`/book/${book.id}`)
    const name = book.rating ? `Rated ${book.rating.toFixed(1)} out of 5` : 'Not yet rated'
    const stars = page.getByRole('img', { name }).first()
    const fills = await stars
      .locator('svg')
      .evaluateAll((all) => all.map((star) => getComputedStyle(star).fill))
    expect(fills).toHaveLength(5)
    expect(fills.filter((fill) => fill !== 'none')).toHaveLength(Math.floor(book.rating))
  }
  expect(rated ?? unrated).toBeDefined()
})

test.describe('a missing book', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('is explained, with status 404 and a way back', async ({ page }) => {
    for (const id of ['6f0f5c3e-8d6c-4a7e-9b0f-2f1d3c4b5a69', 'no-such-book']) {
      const answer = await page.goto(`/book/${id}`)
      expect(answer?.status(), id).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Not Found')
      await expect(
        page.getByText("The book you're looking for doesn't exist.", { exact: true }),
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to Books' }).click()
    await expect(page).toHaveURL('/books')
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('a search leaves the shelf as it was and shows an error', async ({ page, request }) => {
    const books = await booksOf(request)
    await page.goto('/books')
    const { search, titles, found, skeletons } = shelf(page)
    await page.route(partRequest, (route) => route.abort())
    await search.fill('borehole')
    await expect(page.getByRole('alert')).toContainText('Could Not Load')
    await expect(skeletons).toHaveCount(0)
    await expect(titles).toHaveText(titlesOf(books))
    await expect(found).toHaveText(`${books.length} Books Found`)
    await page.unroute(partRequest)
    await search.fill('boreholes')
    await expect(found).not.toHaveText(`${books.length} Books Found`)
  })

  test('a second search that fails while the first hangs leaves books on the shelf, not skeletons', async ({
    page,
  }) => {
    await page.goto('/books')
    const { search, skeletons, cards } = shelf(page)
    await page.route(/search=market/, () => {})
    await page.route(/search=borehole/, (route) => route.abort())
    const first = page.waitForRequest(/search=market/)
    await search.fill('market')
    await first
    await search.fill('borehole')
    await expect(page.getByRole('alert')).toContainText('Could Not Load')
    await expect(skeletons).toHaveCount(0)
    await expect(cards).toHaveCount(24)
  })
})
