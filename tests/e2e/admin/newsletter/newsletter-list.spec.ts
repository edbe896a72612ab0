import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { mailsTo } from '#tests/e2e/support/readers.ts'
import { inDatabase } from '#tests/e2e/support/service.ts'
import { expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ ...phone, expectedErrors: /status of (400|500)/ })

/** Somebody who asked for the newsletter, and maybe answered the mail. */
async function subscribed(page: Page, isConfirmed: boolean) {
  const email = `simi.${randomUUID()}@ascend.example`
  const answer = await page.request.post('/api/newsletter', {
    data: { email },
    headers: { 'X-Forwarded-For': anAddress() },
  })
  expect(answer.status()).toBe(202)
  if (isConfirmed) {
    const [mail = ''] = await mailsTo(email)
    const [, token] = /confirm\?token=([\w-]+)/.exec(mail) ?? []
    await page.request.get(`/api/newsletter/confirm?token=${token}`)
  }
  return email
}

test('the publisher sees who gets the newsletter, page by page, and is told of loads that fail', async ({
  page,
}) => {
  await test.step('the publisher sees who gets the newsletter, downloads the list, looks up a consent and unblocks an address', async () => {
    const confirmed = await subscribed(page, true)
    const waiting = await subscribed(page, false)
    const gone = `gone.${randomUUID()}@ascend.example`
    await inDatabase(
      (db) => db`
      insert into suppressions (email, reason, detail) values (${gone}, 'bounced', 'Permanent General')`,
    )
    await withAdminSession(page)
    await page.goto('/admin/newsletter')
    const list = page.getByRole('main').getByRole('listitem')
    await expect(list.filter({ hasText: confirmed })).toContainText('Confirmed')
    await expect(list.filter({ hasText: waiting })).toContainText('Pending')
    for (const index of [0, 1]) {
      await expect(page.getByRole('definition').nth(index)).toHaveText(/^[1-9]\d*$/)
    }
    await page.getByRole('button', { name: 'Pending' }).click()
    await expect(list.filter({ hasText: confirmed })).toHaveCount(0)
    await expect(list.filter({ hasText: waiting })).toBeVisible()

    await test.step('the list as a file', async () => {
      const release = await holdBack(page, /newsletter\.csv$/)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await expect(page.getByRole('button', { name: 'Downloading...' })).toBeVisible()
      release()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^ascend-newsletter-\d{4}-\d\d-\d\d\.csv$/)
      const text = await readFile(await download.path(), 'utf8')
      expect(text.split('\r\n')[0]).toBe(
        '"email","confirmedAt","unsubscribeUrl","askedAt","wording","source"',
      )
      expect(text).toContain(`"${confirmed}"`)
      expect(text).not.toContain(waiting)
      await expect(page.locator('.toast')).toContainText('List Downloaded')
    })
    await test.step('when an address asked and confirmed, and the text it agreed to', async () => {
      const record = page.getByRole('region', { name: 'Consent log' })
      const email = record.getByLabel('Email address')
      const found = record.getByRole('status')
      await email.fill(confirmed)
      await email.press('Enter')
      await expect(found).toContainText(/Asked .+ by the form of the site · confirmed /)
      await expect(found).toContainText(
        'Beside the field: “Under 18? Ask a parent first. We send a link first',
      )
      await email.fill('nobody@ascend.example')
      await record.getByRole('button', { name: 'Look up' }).click()
      await expect(found).toHaveText('Nothing is recorded of nobody@ascend.example.')
      await email.fill('nobody')
      await record.getByRole('button', { name: 'Look up' }).click()
      await expect(record.getByText('Please enter a valid email address')).toBeVisible()
      expect(await violationsInLightAndDark(page, 'the newsletter’s list')).toEqual([])
      expect(await tooWide(page, 'the newsletter’s list')).toEqual([])
    })
    await test.step('an address to which no mail goes any more', async () => {
      const row = page.getByRole('listitem').filter({ hasText: gone })
      await expect(row).toContainText('Hard bounce')
      await row.getByRole('button', { name: /^Restore/ }).press('Enter')
      await expect(page.getByText('Address Restored', { exact: true })).toBeVisible()
      await expect(row).toHaveCount(0)
    })
  })

  await test.step('the list tells of failed loads and downloads, is turned page by page, and says when it is empty', async () => {
    await inDatabase(
      (sql) => sql`
      insert into subscribers (email, confirmed_at, created_at)
      select 'old-' || n || '@ascend.example', now(), now() - make_interval(days => 400 + n)
      from generate_series(1, 40) n on conflict do nothing`,
    )
    await withAdminSession(page)
    const numbers = page.getByRole('definition')
    await test.step('a service that fails', async () => {
      await page.route(/\/api\/admin\/newsletter/, (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await page.goto('/admin/newsletter?status=confirmed')
      await expect(
        page.getByRole('alert').filter({ hasText: 'The subscribers could not be loaded.' }),
      ).toBeVisible()
      await expect(numbers).toHaveText(['–', '–'])
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await expect(page.getByText('The file could not be downloaded.')).toBeVisible()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(numbers.first()).toHaveText(/^\d/)
    })
    await test.step('pages', async () => {
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(page.getByRole('heading', { name: 'Subscribers', level: 2 })).toBeFocused()
      await expect(page.getByText(/^25–\d+ of \d+ subscribers$/)).toBeVisible()
      await page.goto('/admin/newsletter?page=900')
      await page.getByRole('button', { name: 'To the first page' }).click()
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(24)
    })
    await test.step('nobody yet', async () => {
      await page.route(/\/api\/admin\/newsletter/, (route) =>
        route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible()
      await expect(numbers).toHaveText(['0', '0'])
      await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)
    })
  })
})
