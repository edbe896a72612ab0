import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { dayOf } from '#contract/dates.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { inDatabase } from '../support/service.ts'
import { desktop, expect, phone, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

const dayMs = 24 * 60 * 60 * 1000
const yesterday = dayOf(new Date(Date.now() - dayMs))

const chart = (page: Page) => page.getByRole('slider', { name: 'Reads: choose a day' })
const picker = (page: Page) => page.getByRole('button', { name: /vs |no comparison/ })

/** A story of yesterday that sixty readers opened that day. */
async function yesterdaysStory() {
  const title = `The ledger of ${randomUUID()}`
  return inDatabase(async (sql) => {
    const [story] = await sql<{ id: string }[]>`
      insert into stories (title, summary, content, category, author_id, author_name, author_role, is_published,
        approved_hash, published_at)
      values (${title}, 'Nine neighbours and one pump.', ${'Everybody had an opinion about it. '.repeat(20)},
        'Lifestyle and Culture', gen_random_uuid(), 'Simi Odu-Bello', 'Student', true, 'this text',
        now() - interval '24 hours')
      returning id`
    if (!story) throw new Error('The story was not stored')
    await sql`
      insert into story_views (story_id, visitor_id, viewed_on)
      select ${story.id}, gen_random_uuid(), ${yesterday}::date from generate_series(1, 60)`
    // This is what the job does, which may have run a moment ago.
    await sql`
      insert into story_days (day, story_id, reads, finishes, seconds, likes, shares, offline_reads)
      values (${yesterday}, ${story.id}, 60, 0, 0, 0, 0, 0) on conflict do nothing`
    return { ...story, title }
  })
}

/** Which tread was pressed or chosen by keys is told. */
async function pressTheChart(page: Page) {
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /reads, so far/)
  const box = await chart(page).boundingBox()
  if (!box) throw new Error('The chart has no box')
  // The sixth of seven.
  await page.mouse.click(box.x + (box.width * 5.5) / 7, box.y + box.height / 2)
  const stat = page.getByRole('figure').first()
  await expect(stat.getByText(/^[\d,]+ reads$/)).toBeVisible()
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /\d reads, [\d,]+ previous/)
  await chart(page).press('ArrowRight')
  await expect(stat.getByText(/^[\d,]+ reads so far$/)).toBeVisible()
  await chart(page).press('Escape')
  await expect(stat.getByText(/^[\d,]+ reads so far$/)).toHaveCount(0)
}

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('the publisher chooses a period, a comparison and a measure, presses a day, and reads every list', async ({
    page,
  }) => {
    await yesterdaysStory()
    await withAdminSession(page)
    await page.goto('/admin/figures')

    await test.step('every list has a table', async () => {
      const stories = page.getByRole('region', { name: 'Top stories' })
      await stories.getByRole('button', { name: 'Show as a table' }).click()
      await expect(stories.getByRole('columnheader', { name: 'Finished' })).toBeAttached()
      const names = ['Sources', 'Categories', 'Authors', 'Books', 'Failed searches', 'Speed']
      for (const name of names) {
        await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
      }
      await page.getByText(/^More: Overview/).click()
      await expect(page.getByRole('region', { name: 'By newsletter' })).toBeVisible()
      await page.getByText('New stories', { exact: true }).click()
      expect(await violationsInLightAndDark(page, 'stats with everything open')).toEqual([])
    })

    await test.step('a measure, a period and a comparison are chosen, and the days downloaded', async () => {
      await page.reload()
      await expect(picker(page)).toContainText('Last 28 days vs previous 28 days')
      await expect(page.getByRole('button', { name: /^Reads/ })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await page.getByRole('button', { name: /^Finished/ }).click()
      await expect(page.getByRole('slider', { name: 'Finished: choose a day' })).toBeAttached()

      await picker(page).click()
      const dialog = page.getByRole('dialog', { name: 'Period' })
      await dialog.getByRole('radio', { name: '7 days' }).check()
      await dialog.getByRole('radio', { name: 'Same weekdays last year' }).check()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(picker(page)).toContainText('Last 7 days vs same weekdays last year')
      await expect(picker(page)).toBeFocused()
      await expect(page).toHaveURL(/period=7d/)
      await page.reload()
      await expect(picker(page)).toContainText('Last 7 days vs same weekdays last year')

      await page.getByRole('button', { name: 'Show as a table (Finished by day)' }).click()
      // Seven days and the head.
      await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(8)
      const downloading = page.waitForEvent('download')
      await page
        .getByRole('button', { name: 'CSV of Finished by day' })
        .filter({ visible: true })
        .click()
      expect((await downloading).suggestedFilename()).toMatch(/^ascend-days-.+\.csv$/)
      await page.goBack()
      await expect(picker(page)).toContainText('Last 28 days vs previous 28 days')
    })

    await test.step('a press and the arrow keys tell the value of a tread', async () => {
      await page.goto('/admin/figures?period=7d')
      await pressTheChart(page)
    })

    await test.step('an address of before opens the same days, and own days are typed in either order', async () => {
      await page.goto('/admin/figures?from=2026-03-10&to=2026-03-01&status=year')
      await expect(picker(page)).toContainText('1 Mar 2026 to 10 Mar 2026 vs previous year')
      await picker(page).click()
      await expect(page.getByRole('radio', { name: 'Own dates' })).toBeChecked()
      await expect(page.getByLabel('From')).toHaveValue('2026-03-01')
      await page.getByLabel('To', { exact: true }).fill('2026-03-05')
      await page.getByRole('radio', { name: 'No comparison' }).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(picker(page)).toContainText('1 Mar 2026 to 5 Mar 2026 no comparison')
    })

    await test.step('in the first week the page says what will be here', async () => {
      await page.route('**/api/admin/figures?*', async (route) => {
        const response = await route.fetch()
        const stats = await response.json()
        for (const measure of stats.measures) {
          measure.total = 0
          for (const tread of measure.chart.treads) tread.before = 0
        }
        for (const section of stats.sections) section.bars &&= []
        await route.fulfill({ response, json: stats })
      })
      await page.goto('/admin/figures')
      await expect(page.getByRole('heading', { name: 'Your first week' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Write a story' })).toBeVisible()
      expect(await violationsInLightAndDark(page, 'stats without data')).toEqual([])
    })
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('a press and the arrow keys tell the value of a tread', async ({ page }) => {
    await yesterdaysStory()
    await withAdminSession(page)
    await page.goto('/admin/figures?period=7d')
    await pressTheChart(page)
  })
})

test('it takes three presses from the dashboard to the stats of yesterday’s story', async ({
  page,
}) => {
  const story = await yesterdaysStory()
  await withAdminSession(page)
  // Other tests publish more stories than the ten that are listed.
  await page.route('**/api/admin/figures?*', async (route) => {
    const response = await route.fetch()
    const stats = await response.json()
    const published = [{ id: story.id, title: story.title, day: yesterday, reads: 60 }]
    await route.fulfill({ response, json: { ...stats, published } })
  })
  await page.goto('/admin/dashboard')
  let presses = 0
  const press = async (name: ReturnType<Page['getByRole']>) => {
    await name.click()
    presses += 1
  }
  await press(page.getByRole('link', { name: 'Audience' }).filter({ visible: true }))
  await press(page.getByText('New stories', { exact: true }))
  const entry = page.getByRole('link', { name: new RegExp(`${story.title}.*60 reads`) })
  await press(entry)
  await expect(page.getByRole('heading', { name: story.title })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reads 60/ })).toBeVisible()
  expect(presses).toBeLessThanOrEqual(3)
})
