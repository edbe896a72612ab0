import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { dayOf } from '#contract/dates.ts'
import { weekOf, weekTitle } from '#contract/pages/week-editions.ts'
import { violationsOf } from '#tests/e2e/support/axe.ts'
import { releaseMs } from '#tests/e2e/support/service.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'
import { aWrittenStory } from './drafts.ts'

test.use({ ...phone, expectedErrors: /status of 4(04|10)/ })

test('the stories of a week go out in one file, which is read without a network and shared whole', async ({
  page,
  browser,
}, info) => {
  const admin = await withAdminSession(page)
  const title = `The ferry ${randomUUID()}`
  await aWrittenStory(admin, title)
  await page.goto('/admin/editions')
  await page.getByRole('button', { name: 'Make this week' }).first().click()
  await expect(page.getByText('Edition Made')).toBeVisible()
  const week = weekTitle(weekOf(dayOf(new Date())))
  const row = page.getByRole('listitem').filter({ hasText: week })
  const seen = page.waitForEvent('download')
  await row.getByRole('button', { name: /^HTML, \d+ KB/ }).click()
  const file = info.outputPath('edition.html')
  await (await seen).saveAs(file)
  expect(await violationsOf(page, 'the admin')).toEqual([])
  await row.getByRole('button', { name: 'Let it go out' }).click()
  await row.getByRole('link', { name: week }).click()

  await test.step('offline, from the downloads of the phone', async () => {
    const reader = await browser.newContext({ ...phone, offline: true, javaScriptEnabled: false })
    const copy = await reader.newPage()
    await copy.goto(pathToFileURL(file).href)
    await copy.getByRole('link', { name: title }).click()
    await expect(copy.getByRole('article', { name: title })).toBeInViewport()
    await expect(copy.getByRole('img')).toHaveCount(0)
    await reader.close()
  })

  const share = page.getByRole('link', { name: 'Share the HTML' })
  await test.step('where files are shared, the file itself', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(week, {
      timeout: releaseMs,
    })
    expect(await tooWide(page, 'the edition')).toEqual([])
    expect(await violationsOf(page, 'the edition')).toEqual([])
    await page.evaluate(() => {
      navigator.canShare = ({ files = [] } = {}) => files.length === 1
      navigator.share = async ({ files = [] } = {}) => {
        const [file] = files
        document.title = `${file?.name} ${file?.type} ${(await file?.text())?.slice(0, 15)}`
      }
    })
    await share.click()
    await expect(page).toHaveTitle(/^ascend-\d{4}-\d\d\.html text\/html <!doctype html>$/)
  })
  await test.step('where they are not, a download', async () => {
    await page.evaluate(() => {
      navigator.canShare = () => false
    })
    const download = page.waitForEvent('download')
    await share.click()
    expect((await download).suggestedFilename()).toMatch(/^ascend-\d{4}-\d\d\.html$/)
  })

  const address = page.url()
  await page.goto('/admin/editions')
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Edition Withdrawn')).toBeVisible()
  await expect(async () => expect((await page.goto(address))?.status()).toBe(410)).toPass()
})
