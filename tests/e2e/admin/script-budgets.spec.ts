import type { Response } from 'playwright/test'
import { expect, isHydrated, phone, test } from '../support/test.ts'
import { countTraffic, forgetVisits, kilobytes } from '../support/traffic.ts'
import { withAdminSession } from './publisher.ts'

/** KB of 1024 without headers, and files; until the page is quiet, with what is loaded ahead. */
const budgets = [
  { name: 'the dashboard', path: '/admin/dashboard', most: 150, files: 25 },
  { name: 'a new story', path: '/admin/stories/new', most: 260, files: 50 },
]

test.describe('on a phone that opens the admin pages for the first time', () => {
  test.use(phone)

  test('the dashboard and a new story cost at most so much script as is allowed for them', async ({
    page,
  }) => {
    for (const { name, path, most, files } of budgets) {
      await test.step(`${name}: at most ${most} KB of script in ${files} files`, async () => {
        await forgetVisits(page)
        await withAdminSession(page)
        const traffic = await countTraffic(page)
        const sizes: number[] = []
        const weigh = (response: Response) => {
          if (response.request().resourceType() === 'script')
            sizes.push(Number(response.headers()['content-length']))
        }
        page.on('response', weigh)
        await page.goto(path)
        await isHydrated(page)
        if (path.endsWith('new'))
          await expect(page.locator('.ProseMirror'), 'the rich editor').toBeVisible()
        await traffic.isQuiet()
        page.off('response', weigh)
        await traffic.stop()
        const scripts = traffic.scripts()
        const total = kilobytes(sizes.reduce((sum, bytes) => sum + bytes, 0))
        console.log(
          `${name}: ${total} of ${most} KB of script in ${scripts.length} of ${files} files`,
        )
        for (const { url, encoding, bytes } of scripts) {
          expect(bytes, `${url} comes from the network`).toBeGreaterThan(0)
          if (bytes > 1500) expect(encoding, url).toBe('br')
        }
        expect(sizes.length).toBe(scripts.length)
        expect(total).toBeLessThanOrEqual(most)
        expect(scripts.length, scripts.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(files)
      })
    }
  })
})
