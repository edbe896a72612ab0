import { booksOf, linesOf, magazinePages, storiesOf } from './support/content.ts'
import { desktop, expect, phone, queryOf, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test('everything is there to be read, searched and paged', async ({ page, request }) => {
  await test.step('the landing page is whole: sections, a row of six slides, stories, publications, books and the menu', async () => {
    const stories = await storiesOf(request)
    const books = await booksOf(request)
    await page.goto('/')
    for (const heading of [
      'Celebrating Success and Achievement',
      'Discover Amazing Stories',
      'Featured Story',
      'Magazine Features',
      'Read Our Publications',
      'Educational Resources',
      'Join the Conversation',
    ]) {
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
    }
    const slides = page.locator('[aria-roledescription=slide]')
    await expect(slides.getByRole('heading')).toHaveText(
      stories.slice(0, 6).map(({ title }) => title),
    )
    await expect(page.locator('#stories').getByRole('article').getByRole('heading')).toHaveText(
      stories.slice(0, 6).map(({ title }) => title),
    )
    const publications = page.getByRole('region', { name: 'Read Our Publications' })
    await expect(publications.getByRole('listitem')).toHaveCount(4)
    for (const link of await publications.getByRole('link', { name: /^Read Online/ }).all()) {
      await expect(link).toHaveAttribute('href', /^\/api\/magazines\/[a-z-]+\.pdf$/)
      await expect(link).toHaveAttribute('target', '_blank')
    }
    const shop = page.getByRole('region', { name: 'Educational Resources' })
    await expect(shop.getByRole('article').getByRole('heading')).toHaveText(
      books.slice(0, 4).map(({ title }) => title),
    )
    await expect(shop.getByRole('link', { name: 'Browse All Books' })).toHaveAttribute(
      'href',
      '/books',
    )
    await expect(page.getByRole('contentinfo')).toBeVisible()

    await test.step('the carousel is a row that scrolls to its sixth slide', async () => {
      await slides.first().scrollIntoViewIfNeeded()
      await expect(slides.nth(5)).not.toBeInViewport()
      // Chromium lets the focus scroll a row, as a thumb or a keyboard does.
      const link = slides.nth(5).getByRole('link', { name: 'Read Full Story' })
      await link.focus()
      await expect(slides.nth(5)).toBeInViewport({ ratio: 0.5 })
      await link.click()
      await expect(page).toHaveURL(`/story/${stories[5]?.id}`)
    })

    await test.step('the menu opens, navigates and closes', async () => {
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect(drawer).toBeHidden()
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(drawer).toBeVisible()
      await drawer.getByRole('button', { name: 'Close menu' }).click()
      await expect(drawer).toBeHidden()
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      for (const [name, text] of [
        ['Home', 'Latest stories and features'],
        ['About', 'Our mission and vision'],
        ['Resources', 'Educational materials'],
        ['All Books', 'Browse the full collection'],
        ['Search', 'Find a story by its words'],
      ] as const) {
        await expect(drawer.getByRole('link', { name: `${name} ${text}` })).toBeVisible()
      }
      await drawer.getByRole('link', { name: 'All Books' }).click()
      await expect(page).toHaveURL('/books')
    })
  })

  await test.step('the journey shows its empty state, without dead tabs', async () => {
    await page.goto('/')
    const time = page.locator('[data-journey] .tiles li').filter({ hasText: 'Reading Time' })
    await expect(time.locator('b')).toHaveText('0h 0m')
    await expect(page.locator('[data-achievement]')).toHaveCount(6)
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.locator('[data-continue]')).toBeHidden()
  })

  await test.step('Filter is a form, Load More a link', async () => {
    const all = await storiesOf(request)
    const faith = await storiesOf(request, 'Faith and Inspiration')
    await page.goto('/')
    const stories = page.locator('#stories')
    const titles = stories.getByRole('article').getByRole('heading')
    await stories.getByRole('link', { name: 'Load More Stories' }).click()
    await expect(titles).toHaveText(all.slice(6, 12).map(({ title }) => title))
    await expect(page.getByRole('heading', { name: 'Magazine Features' })).toBeInViewport()
    await stories.getByLabel('Category').selectOption('Faith and Inspiration')
    await stories.getByRole('button', { name: 'Filter' }).click()
    await expect(titles).toHaveText(faith.map(({ title }) => title))
    expect(queryOf(page)).toEqual({ category: 'Faith and Inspiration' })
    await expect(stories.getByLabel('Category')).toHaveValue('Faith and Inspiration')
    await expect(stories.getByRole('link', { name: 'Load More Stories' })).toBeHidden()
    await page.goto('/?category=Nothing+Yet')
    await expect(stories.getByText('No stories found for the selected category.')).toBeVisible()
    for (let shown = 6; shown < all.length; shown += 6) {
      await page.goto(`/?page=${shown / 6 + 1}`)
      await expect(titles).toHaveText(all.slice(shown, shown + 6).map(({ title }) => title))
    }
    await expect(stories.getByRole('link', { name: 'Load More Stories' })).toBeHidden()
  })

  await test.step('books are searched by a form and paged by links', async () => {
    const books = await booksOf(request)
    await page.goto('/books')
    const main = page.getByRole('main')
    const titles = main.getByRole('article').getByRole('heading')
    await main.getByRole('link', { name: 'Next' }).click()
    await expect(titles).toHaveText(books.slice(24).map(({ title }) => title))
    await main.getByRole('searchbox').fill('BOREHOLE committee')
    await main.getByLabel('Price').selectOption('over-50')
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(titles).toHaveText(['The Borehole Committee'])
    await expect(main.getByRole('heading', { name: '1 Book Found' })).toBeVisible()
    expect(queryOf(page)).toMatchObject({ search: 'BOREHOLE committee', price: 'over-50' })

    await page.goto('/resources')
    await main.getByRole('searchbox').fill('borehole committee')
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(titles).toHaveText(['The Borehole Committee'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Educational Resources')
  })

  await test.step('a story and a book read in full', async () => {
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    for (const line of await linesOf(request, story?.id ?? '')) {
      await expect(page.getByText(line, { exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to Stories' }).click()
    await expect(page).toHaveURL('/#stories')

    const [book] = await booksOf(request)
    await page.goto(`/book/${book?.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(book?.title ?? '')
    await page.getByRole('link', { name: 'Read a sample' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(book?.title ?? '')
    const { content } = await (await request.get(`/api/books/${book?.id}`)).json()
    await expect(page.getByText(String(content).split('\n')[0]?.trim() ?? '')).toBeVisible()
  })
})

test('no control without a function is shown, on a phone or on a desktop', async ({
  page,
  request,
}) => {
  const [story] = await storiesOf(request)
  const [book] = await booksOf(request)
  const dead: string[] = []
  for (const path of [
    '/',
    '/books',
    `/story/${story?.id}`,
    `/book/${book?.id}`,
    '/about',
    '/submit',
    '/publish',
    '/orders/find',
    '/redeem',
    ...magazinePages,
  ]) {
    await page.goto(path)
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size.viewport)
      const buttons = await page
        .getByRole('button')
        .evaluateAll((all) =>
          (all as HTMLButtonElement[])
            .filter(
              (it) =>
                !it.hasAttribute('popovertarget') &&
                !(['submit', 'file'].includes(it.type) && it.form),
            )
            .map((it) => it.ariaLabel ?? it.innerText),
        )
      const links = await page
        .getByRole('link')
        .evaluateAll((all) =>
          (all as HTMLAnchorElement[])
            .filter((it) => !/^(\/|#\w|https?:|mailto:|tel:)/.test(it.getAttribute('href') ?? ''))
            .map((it) => it.innerText),
        )
      for (const label of [...buttons, ...links]) dead.push(`${label} on ${path}`)
    }
  }
  expect(dead).toEqual([])
})
