import { type Role, roles } from '#contract/roles.ts'
import { adminPlaces, settings } from '#site/admin/lib/places.ts'
import { expect, isHydrated, test } from '../support/test.ts'
import { aColleague } from './colleagues.ts'
import { aDraftOf } from './magazine/drafts.ts'
import { openEach, pagesOf } from './pages.ts'

// `npm run test:long` alone: what the owner's pages keep is tried in every-page.spec.ts.

test.describe.configure({ timeout: 180_000 })

type Entry = { path: string; roles: readonly Role[] }
const entries: readonly Entry[] = [
  ...adminPlaces.flatMap(({ sections }) => sections),
  ...settings.flatMap((group): readonly Entry[] => group.entries),
]
/** The pages that the role may use: it is led away from others before they draw anything. */
const usedBy = (role: Role, paths: string[]) =>
  paths.filter((path) =>
    entries.some(
      (entry) => entry.roles.includes(role) && new RegExp(`^${entry.path}(?![\\w-])`).test(path),
    ),
  )

test.describe('for each role', () => {
  // Of stories of others.
  test.use({ expectedErrors: /status of 40[34]/ })

  // What is drawn anew loses what was typed by then. The fixture fails a page whose drawing differs (test.ts).
  test('every admin page hydrates without a mismatch for every other role', async ({
    page,
    request,
  }) => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      await test.step(role, async () => {
        const { token } = await aColleague(request, role)
        const paths = ['/admin/login', ...usedBy(role, await pagesOf(request))]
        if (role === 'author') {
          const id = await aDraftOf(request, token)
          paths.push(`/admin/stories/${id}/edit`, `/admin/stories/${id}/revisions`)
        }
        const opened: string[] = []
        const check = async (path: string) => {
          await isHydrated(page)
          if (new URL(page.url()).pathname === path) opened.push(path)
        }
        await openEach(page, paths, check, token)
        expect(opened).toContain('/admin/dashboard')
        expect(opened.includes('/admin/stories/new')).toBe(role !== 'shopkeeper')
        expect(await page.evaluate(() => document.documentElement.dataset['role'])).toBe(role)
        await page.evaluate(() => localStorage.clear())
      })
    }
  })
})
