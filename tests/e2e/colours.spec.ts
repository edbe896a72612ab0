import { palettesInUse, unlistedPairs, violationsInLook } from './support/colours.ts'
import { booksOf, storiesOf } from './support/content.ts'
import { desktop, expect, isHydrated, test } from './support/test.ts'

test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ timeout: 120_000 })

test("readers' pages can be read in other looks, and every pair of their colours is in the list", async ({
  page,
  request,
}) => {
  const [story] = await storiesOf(request)
  const [book] = await booksOf(request)
  // The styles of the modes are where a reader who comes back has them: before all others.
  await page.addInitScript(() => localStorage.setItem('ascend.reading', '{"readingMode":"sepia"}'))
  const found: string[] = []
  for (const path of [
    '/',
    `/story/${story?.id}`,
    `/book/${book?.id}`,
    '/books',
    '/publish',
    '/about',
  ]) {
    await page.goto(path)
    await isHydrated(page)
    found.push(...(await unlistedPairs(page, path, ['light', 'dark', 'sepia'])))
    for (const palette of palettesInUse)
      found.push(...(await violationsInLook(page, palette, path, ['light', 'dark', 'sepia'])))
  }
  expect(found).toEqual([])

  await page.evaluate(() => {
    const words = document.createElement('p')
    words.style.cssText = 'color: var(--star); background: var(--line)'
    words.textContent = 'Words that nobody can read'
    document.querySelector('main')?.append(words)
  })
  expect(await unlistedPairs(page, 'what a page must not have', ['light'])).toEqual([
    expect.stringMatching(/^star on line, 4.5: /),
  ])
})
