import { bookTitled } from '../support/content.ts'
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false, expectedErrors: /status of 404/ })

test('without script a reader comes to the search from everywhere, and finds what they misspell', async ({
  page,
  request,
}) => {
  const field = page.getByRole('searchbox', { name: 'Words to look for' })
  const search = page.getByRole('button', { name: 'Search' })

  await test.step('from the menu, the stories and the end of a page', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: /^Search/ }).click()
    await expect(page).toHaveURL('/search')
    await page.goto('/')
    await page.locator('#stories').getByRole('link', { name: 'Search stories' }).click()
    await expect(page).toHaveURL('/search')
    await page.goto('/about')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL('/search')
  })

  await test.step('a book by a word of its title, an author, a publication', async () => {
    const book = await bookTitled(request, 'The Quiet Climb')
    const [{ name, slug }] = await (await request.get('/api/authors')).json()
    const others = page.getByRole('region', { name: 'Books, publications and authors' })
    for (const [words, title, path] of [
      ['climb', book.title, `/book/${book.id}`],
      [name, name, `/author/${slug}`],
      ['growing right', 'Growing Right', '/publications/growing-right'],
    ] as const) {
      await field.fill(words)
      await search.click()
      await expect(others.getByRole('link', { name: title })).toHaveAttribute('href', path)
    }
  })

  await test.step('nothing at all', async () => {
    await field.fill('zzyzxqwv')
    await search.click()
    await expect(page.getByText('No story has these words.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Explore Stories' })).toBeVisible()
  })

  await test.step('a story, from a page that is missing', async () => {
    await page.goto('/stories-of-akara')
    await page.getByRole('searchbox').fill('akra')
    await search.click()
    await expect(page).toHaveURL('/search?q=akra')
    await expect(page.getByRole('heading', { name: '1 story found for “akra”' })).toBeVisible()
    await expect(field).toHaveValue('akra')
    await page.getByRole('link', { name: /^She sold akara/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/She sold akara/)
  })
})
