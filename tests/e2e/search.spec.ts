import { bookTitled } from './content.ts'
import { expect, test } from './test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 404/ })

  test('a reader finds a story whose words they misspell, and opens it', async ({ page }) => {
    await page.goto('/search')
    await page.getByRole('searchbox', { name: 'Words to look for' }).fill('akra')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=akra')
    await expect(page.getByRole('heading', { name: '1 story found for “akra”' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('akra')
    await page.getByRole('link', { name: /^She sold akara/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/She sold akara/)
  })

  test('a reader finds a book by a word of its title, a publication, and an author', async ({
    page,
    request,
  }) => {
    const book = await bookTitled(request, 'The Quiet Climb')
    const authors = await (await request.get('/api/authors')).json()
    const [{ name, slug }] = authors as [{ name: string; slug: string }]
    const others = page.getByRole('region', { name: 'Books, publications and authors' })
    for (const [words, title, path] of [
      ['climb', book.title, `/book/${book.id}`],
      [name, name, `/author/${slug}`],
      ['growing right', 'Growing Right', '/publications/growing-right'],
    ] as const) {
      await page.goto('/search')
      await page.getByRole('searchbox').fill(words)
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(others.getByRole('link', { name: title })).toHaveAttribute('href', path)
    }
  })

  test('who finds nothing is told what to do', async ({ page }) => {
    await page.goto('/search?q=zzyzxqwv')
    await expect(page.getByText('No story has these words.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Explore Stories' })).toBeVisible()
  })

  test('search is linked in the menu, at the stories and at the end of every page', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('link', { name: /^Search/ })
      .click()
    await expect(page).toHaveURL('/search')
    await page.goto('/')
    await page.locator('#stories').getByRole('link', { name: 'Search stories' }).click()
    await expect(page).toHaveURL('/search')
    await page.goto('/about')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL('/search')
  })

  test('a missing page offers a search', async ({ page }) => {
    await page.goto('/stories-of-akara')
    await page.getByRole('searchbox').fill('akara')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('heading', { name: /found for “akara”/ })).toBeVisible()
  })
})

test('a search page is neither cached nor indexed', async ({ page }) => {
  const answer = await page.goto('/search?q=<script>alert(1)</script>')
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { name: /<script>alert/ })).toBeVisible()
})
