import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { inDatabase } from '#tests/e2e/support/service.ts'
import { expect, isHydrated, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'
import { aSubscriber } from './issues.ts'

test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ })

/** A draft, one that is scheduled and one that was sent, with a word of their own. */
async function oneOfEach() {
  const word = `w${randomUUID().slice(0, 8)}`
  await inDatabase(
    (db) => db`
      insert into letters (state, subject, created_by, send_at, started_at, finished_at, mail_subject, mail_html, mail_text)
      values ('draft', ${`Draft ${word}`}, 'Ada', null, null, null, null, null, null),
        ('scheduled', ${`Planned ${word}`}, 'Ada', now() + interval '9 days', null, null, null, null, null),
        ('sent', ${`Past ${word}`}, 'Ada', null, now(), now(), '', '', '')`,
  )
  return word
}

const rows = (page: Page) => page.locator('[data-rows] > *')

/** Shows the page as long as nobody has written any. */
const withoutNewsletters = (page: Page) =>
  page.route(/\/api\/admin\/letters\?/, (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('newsletters stand by what is to be done about them, and who has written none reads what one is for', async ({
    page,
  }) => {
    await test.step('who has written no newsletter reads what one is for, and sees a sample', async () => {
      await aSubscriber()
      await withAdminSession(page)
      await withoutNewsletters(page)
      await page.goto('/admin/letters')
      await expect(page.getByRole('heading', { name: 'Write to your readers' })).toBeVisible()
      await expect(page.getByText(/asked for your newsletter/)).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveCount(0)
      expect(await violationsInLightAndDark(page, 'no newsletters')).toEqual([])
      expect(await tooWide(page, 'no newsletters')).toEqual([])
      await page.setViewportSize(phone.viewport)

      await page.getByRole('button', { name: 'See a sample' }).press('Enter')
      const sample = page.getByRole('dialog', { name: 'A sample' })
      const mail = page.frameLocator('iframe')
      await expect(mail.getByText('this is a sample.')).toBeVisible()
      await expect(mail.getByRole('link').first()).toBeVisible()
      await sample.getByLabel('Dark mode').check()
      await expect(page.locator('iframe')).toHaveAttribute('src', /&dark=on$/)
      await sample.getByRole('button', { name: 'Plain text' }).click()
      await expect(sample.getByText(/nobody gets it/)).toBeVisible()
      expect(await violationsInLightAndDark(page, 'the sample')).toEqual([])
      expect(await tooWide(page, 'the sample')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(sample).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'See a sample' })).toBeFocused()
    })

    await page.unrouteAll()
    await page.setViewportSize(phone.viewport)
    await test.step('newsletters stand by what is to be done about them, with counts, a search and arrows', async () => {
      const word = await oneOfEach()
      await withAdminSession(page)
      await page.goto('/admin/letters')
      await isHydrated(page)
      await page.getByRole('button', { name: 'Search newsletters' }).click()
      await page.getByRole('searchbox', { name: 'Search newsletters' }).fill(word)
      await expect(rows(page)).toHaveCount(3)
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        'All newsletters',
        'Scheduled',
        'Drafts',
        'Sent',
      ])
      const chips = page.getByRole('group', { name: 'Which newsletters' })
      await chips.getByRole('button', { name: /^Drafts [1-9]/ }).click()
      await expect(rows(page)).toHaveText([/^Draft/])
      await page.getByRole('searchbox').fill(`${word}x`)
      await expect(page.getByText(`No drafts with “${word}x”`)).toBeVisible()
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect(page).toHaveURL('/admin/letters')
      await expect(rows(page).nth(1)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(rows(page).nth(1).locator(':focus')).toHaveCount(1)

      await test.step('without a network the last list is there', async () => {
        await page.route('**/api/admin/letters?*', (route) => route.abort())
        await page.reload()
        await expect(page.getByText(/^Last list, from \d\d:\d\d/)).toBeVisible()
        await expect(rows(page).nth(1)).toBeVisible()
      })
    })
  })
})
