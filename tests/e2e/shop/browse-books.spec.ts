import type { Page } from 'playwright/test'
import { type Book, booksOf, bookTitled, eitherAddress } from '../support/content.ts'
import { expect, holdBack, inNewTab, partRequest, queryOf, test } from '../support/test.ts'
import { filledStars } from './stars.ts'

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

test('a reader looks through the shelf, searches it and filters it, and Back undoes each', async ({
  page,
  request,
}) => {
  const books = await booksOf(request)
  expect(books.length).toBeGreaterThan(24)
  await page.goto('/books')
  const { found, cards, titles, next, previous, search, category, price } = shelf(page)
  const counted = (many: number) => `${many} ${many === 1 ? 'Book' : 'Books'} Found`

  await test.step('every book is there, twenty-four to a page, with what to choose by', async () => {
    await expect(found).toHaveText(counted(books.length))
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
    const tab = await inNewTab(next)
    await expect(shelf(tab).titles).toHaveText(books.slice(24).map(({ title }) => title))
    await tab.close()
    expect(queryOf(page)).toEqual({})
    await next.click()
    await expect(titles).toHaveText(books.slice(24).map(({ title }) => title))
    expect(queryOf(page)).toEqual({ page: '2' })
    await expect(found).toBeFocused()
    await expect(next).toHaveCount(0)
    await page.goBack()
    await expect(titles).toHaveText(titlesOf(books))
  })

  await test.step('a search covers titles, descriptions and authors, and ignores case', async () => {
    // A title, an author, and what only a description says.
    for (const words of ['QUIET climb', 'bisi OYELARAN', 'BOREHOLE', 'Ọ̀nà', 'ascend']) {
      const wanted = books.filter(contains(words))
      expect(wanted.length, words).toBeGreaterThan(0)
      await search.fill(words)
      await expect(found).toHaveText(counted(wanted.length))
      await expect(titles).toHaveText(titlesOf(wanted))
      await expect.poll(() => queryOf(page)).toEqual({ search: words })
    }
  })

  await test.step('category and price are in the address', async () => {
    await page.goto('/books')
    const buckets = {
      'under-20': (price: number) => price < 20,
      '20-50': (price: number) => price >= 20 && price <= 50,
      'over-50': (price: number) => price > 50,
    }
    const offered = await category.locator('option').allInnerTexts()
    expect([...offered].slice(1).sort()).toEqual(
      [...new Set(books.map((book) => book.category))].sort(),
    )
    for (const [bucket, fits] of Object.entries(buckets)) {
      const wanted = books.filter((book) => fits(book.price))
      await price.selectOption(bucket)
      await expect(found).toHaveText(counted(wanted.length))
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

  await test.step('/resources is the same shelf under its own banner, and stays at its address', async () => {
    await page.goto('/resources')
    const banner = page.getByRole('heading', { level: 1 })
    await expect(banner).toHaveText('Educational Resources')
    await expect(found).toHaveText(counted(books.length))
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
    await expect(found).toHaveText(counted(wide.length))
    await next.click()
    await expect(titles).toHaveText(wide.slice(24).map(({ title }) => title))
    await expect(page).toHaveURL(`/resources?search=${letter}&page=2`)
    await page.reload()
    await expect(banner).toHaveText('Educational Resources')
    await expect(price).toHaveValue('')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a shared address shows the same books', async ({ page, request }) => {
    const wanted = (await booksOf(request)).filter(
      (book) => book.price > 50 && contains('the')(book) && book.category === 'Novel',
    )
    await page.goto('/books?search=THE&category=Novel&price=over-50')
    const { titles, search, category, price, found } = shelf(page)
    await expect(titles).toHaveText(titlesOf(wanted))
    await expect(found).toHaveText(
      `${wanted.length} ${wanted.length === 1 ? 'Book' : 'Books'} Found`,
    )
    await expect(search).toHaveValue('THE')
    await expect(category).toHaveValue('Novel')
    await expect(price).toHaveValue('over-50')
  })
})

test.describe('on a bad connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('the shelf shows skeletons, then the last search typed, and stays as it was if none arrives', async ({
    page,
    request,
  }) => {
    const books = await booksOf(request)
    await page.goto('/books')
    const { search, skeletons, cards, empty, found, titles } = shelf(page)

    await test.step('eight skeletons while books load', async () => {
      const arrive = await holdBack(page, partRequest)
      await search.fill('harmattan term')
      await expect(skeletons).toHaveCount(8)
      await expect(cards).toHaveCount(0)
      arrive()
      await expect(cards).toHaveCount(1)
      await expect(skeletons).toHaveCount(0)
      await page.unroute(partRequest)
    })

    await test.step('a search without results says so and how to continue', async () => {
      await search.fill('zzzz')
      await expect(empty).toBeVisible()
      await expect(found).toHaveText('0 Books Found')
      await expect(cards).toHaveCount(0)
      await search.fill('')
      await expect(cards).toHaveCount(24)
      await expect(empty).toBeHidden()
    })

    await test.step('the last search wins over a slower earlier one', async () => {
      const wanted = titlesOf(books.filter(contains('borehole')))
      const arrive = await holdBack(page, /search=market/)
      const first = page.waitForRequest(/search=market/)
      await search.fill('market')
      await first
      await search.fill('borehole')
      await expect(titles).toHaveText(wanted)
      const slow = page.waitForResponse(/search=market/)
      arrive()
      await (await slow).finished()
      await expect(skeletons).toHaveCount(0)
      await expect(titles).toHaveText(wanted)
      await page.unroute(/search=market/)
    })

    await test.step('a search that fails leaves the shelf as it was', async () => {
      await page.goto('/books')
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

    await test.step('also while an earlier one hangs', async () => {
      await page.goto('/books')
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
})

test('a reader comes from the shelf to a book, and finds everything about it on its page', async ({
  page,
  request,
}) => {
  const books = await booksOf(request)
  await test.step('by its cover and by Buy Now', async () => {
    await page.goto('/books')
    const card = shelf(page).cards.first()
    await card.locator('img').click()
    await expect(page).toHaveURL(eitherAddress('book', books[0]))
    await page.goBack()
    await card.getByRole('link', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(eitherAddress('book', books[0]))
  })

  const book = await bookTitled(request, 'Small Chops, Big Plans')
  const { content, description } = await (await request.get(`/api/books/${book.id}`)).json()
  await page.goto(`/book/${book.id}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title)
  await expect(main.getByText(`by ${book.authorName}`, { exact: true })).toBeVisible()
  // The price, and again as the total of the purchase box and on its button.
  await expect(main.getByText('₦1,250.50', { exact: true })).toHaveCount(3)
  await expect(main.getByText(/^\([\d.]+ stars\)$/)).toHaveText(
    `(${Number(book.rating.toFixed(2))} stars)`,
  )
  // None of the five stars is filled; with a rating they are in library.spec.ts.
  expect(await filledStars(page, 'Not yet rated')).toEqual([5, 0])
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
  await expect(page).toHaveURL(eitherAddress('book', book))

  await crumbs.getByRole('link', { name: book.category }).click()
  await expect(page).toHaveURL('/books?category=Guide')
  await expect(shelf(page).titles.filter({ hasText: book.title })).toHaveCount(1)
})
