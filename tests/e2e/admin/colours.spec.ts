import { palettesInUse, unlistedPairs, violationsInLook } from '../support/colours.ts'
import { desktop, expect, isHydrated, test } from '../support/test.ts'
import { openEach } from './pages.ts'

test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ timeout: 120_000 })

test('admin pages can be read in other looks, and every pair of their colours is in the list', async ({
  page,
}) => {
  const found: string[] = []
  const paths = ['/admin/login', '/admin/dashboard', '/admin/books/new', '/admin/stories']
  await openEach(page, paths, async (path) => {
    await isHydrated(page)
    found.push(...(await unlistedPairs(page, path, ['light', 'dark'])))
    for (const palette of palettesInUse)
      found.push(...(await violationsInLook(page, palette, path, ['light', 'dark'])))
  })
  expect(found).toEqual([])
})
