import type { Page } from 'playwright/test'
import { dayOf } from '#contract/dates.ts'
import { formatNaira } from '#contract/money.ts'
import { firstStepWords } from '#contract/settings/first-steps.ts'
import { anAuthor, aSaleFor } from '../shop/statements.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { desktop, expect, holdBack, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { withAdminSession } from './publisher.ts'

/** In Lagos it is a quarter past two of a Monday. */
const now = new Date('2026-11-23T13:15:00Z')

/** As in the design. */
const busy = {
  tasks: [
    {
      kind: 'ordersToReview',
      count: 1,
      path: '/admin/orders?order=ASC-1',
      paid: '₦3,000',
      due: '₦3,500',
    },
    {
      kind: 'storiesToReview',
      count: 2,
      path: '/admin/stories?status=submitted',
      name: 'Tobi Alarape',
      since: '2026-11-21T09:00:00.000Z',
    },
    { kind: 'publishingRequests', count: 1, path: '/admin/requests', dueOn: '2026-11-25' },
  ],
  comingUp: [
    {
      kind: 'story',
      at: '2026-11-24T06:00:00.000Z',
      title: 'The girl who taught Kano’s tailors to code',
      path: '/admin/stories/a/edit',
    },
    {
      kind: 'weeklyDigest',
      at: '2026-11-28T07:00:00.000Z',
      readers: 3204,
      path: '/admin/letters',
    },
    {
      kind: 'newsletter',
      at: '2026-12-01T06:00:00.000Z',
      title: 'Ascend Quarterly: The Road Issue',
      path: '/admin/letters/b',
    },
  ],
  stats: {
    totalBooks: 2008,
    publishedBooks: 6,
    totalRevenue: 1_284_500,
    totalSales: 412,
    testRevenue: 3500,
    testSales: 1,
  },
}
const stats = { ...busy.stats, waitingStories: 0, openRequests: 0, overdueRequests: 0 }
const quiet = { ...busy, tasks: [], comingUp: [] }

/** Opens the dashboard with these tasks; resolves to what changes them. */
async function openWith(page: Page, tasks: object | undefined, options = {}) {
  let answer = tasks
  await page.clock.install({ time: now })
  await page.route('**/api/admin/tasks', (route) =>
    answer ? route.fulfill({ json: answer }) : route.fulfill({ status: 503, json: {} }),
  )
  // Where books are changed, the cards follow these.
  await page.route('**/api/admin/stats', (route) =>
    answer ? route.fulfill({ json: stats }) : route.fulfill({ status: 503, json: {} }),
  )
  await withAdminSession(page, options)
  await page.goto('/admin/dashboard')
  return (next: object | undefined) => {
    answer = next
  }
}

const rows = (page: Page) =>
  page.getByRole('region', { name: 'What needs you' }).getByRole('listitem')
const ahead = (page: Page) => page.getByRole('region', { name: 'Coming up' })

const headline = (page: Page) => page.locator('[data-headline]')
const figure = (page: Page, name: string) => page.locator(`[data-stat="${name}"]`)

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })
    const isPhone = device === 'phone'

    test(`what needs the publisher comes first on a ${device}, and the climber stands a step below the top for each`, async ({
      page,
    }) => {
      const change = await openWith(page, busy)
      const found: string[] = []

      await test.step('each task leads on with one click', async () => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
        await expect(page.getByText('Monday 23 November')).toBeVisible()
        await expect(headline(page)).toHaveText('Four things need you')
        await expect(rows(page)).toHaveCount(3)
        for (const [index, [path, ...texts]] of [
          ['/admin/orders?order=ASC-1', '1', 'Order needs review', '₦3,000 paid, ₦3,500 due'],
          [
            '/admin/stories?status=submitted',
            '2',
            'Stories to review',
            'Tobi Alarape sent one on Saturday',
          ],
          ['/admin/requests', '1', 'Publishing request', 'Reply due Wednesday'],
        ].entries()) {
          const row = rows(page).nth(index).getByRole('link')
          await expect(row).toHaveAttribute('href', path as string)
          for (const text of texts) await expect(row).toContainText(text)
          expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        }
        await expect(ahead(page).getByRole('listitem')).toHaveText([
          /Tue 07:00\s*The girl who taught Kano’s tailors to code/,
          /Sat 08:00\s*Weekly digest, 3,204 readers/,
          /1 Dec\s*Ascend Quarterly: The Road Issue/,
        ])
        await expect(page.getByRole('link', { name: 'Review stories' })).toBeVisible({
          visible: !isPhone,
        })
        for (const [name, text] of [
          ['totalBooks', '2,008'],
          ['totalRevenue', '₦1,284,500.00'],
        ] as const)
          await expect(figure(page, name)).toHaveText(text)
      })

      await test.step('it stays at its top when its books have come', async () => {
        await expect(page.getByRole('heading', { name: 'Manage Publications' })).toBeVisible()
        await expect(page.getByRole('group', { name: 'Which books' })).toBeVisible()
        await expect(page.locator('main li h3').first()).toBeVisible()
        expect(await page.evaluate(() => scrollY)).toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
          size.viewport.width,
        )
        found.push(...(await violationsInLightAndDark(page, 'the busy dashboard')))
        if (isPhone) found.push(...(await tooWide(page, 'the busy dashboard')))
        await page.setViewportSize(size.viewport)
      })

      await test.step('the climber stands where the tasks leave it', async () => {
        const [order] = busy.tasks
        for (const [count, said] of [
          [0, 'All caught up'],
          [1, 'One thing needs you'],
          [23, '23 things need you'],
        ] as const) {
          change({ ...quiet, tasks: count === 0 ? [] : [{ ...order, count }] })
          await page.reload()
          await expect(headline(page)).toHaveText(said)
          if (count === 0) {
            await expect(rows(page)).toHaveCount(0)
            await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
            if (isPhone) found.push(...(await violationsInLightAndDark(page, 'a quiet one')))
          }
          const band = await page.locator('[data-dashboard-band]').boundingBox()
          const climber = await page.locator('#climber').boundingBox()
          const stairs = await page.locator('svg:has(#climber)').boundingBox()
          if (!band || !climber || !stairs) throw new Error('The band has no climber')
          const tile = (34 / 238) * stairs.width
          const [feet, top] = [climber.y + climber.height, stairs.y + (48 / 252) * stairs.height]
          const below = Math.min(count, isPhone ? 5 : 6)
          expect((feet - top) / tile, said).toBeCloseTo(below, 0)
          expect(climber.y, said).toBeGreaterThanOrEqual(band.y)
          expect(feet, said).toBeLessThanOrEqual(band.y + band.height + 1)
        }
      })
      expect(found).toEqual([])
    })
  })
}

test.describe('while the server does not answer', () => {
  test.use({ expectedErrors: /status of 503/, contextOptions: { reducedMotion: 'reduce' } })

  test('the dashboard says so in place, shows the last answer, asks again, and forgets it with the session', async ({
    page,
  }) => {
    const change = await openWith(page, undefined, { isOwn: true })
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })

    await test.step('it keeps what it knew and tries again', async () => {
      await expect(alert).toContainText('What is to do could not be loaded.')
      for (const name of ['totalBooks', 'publishedBooks', 'totalRevenue', 'totalSales'])
        await expect(figure(page, name)).toHaveText('—')
      change(busy)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(headline(page)).toHaveText('Four things need you')
      await expect(alert).toBeHidden()
      change(undefined)
      await page.reload()
      await expect(alert).toContainText(/This is how it was at 14:1\d\./)
      await expect(rows(page)).toHaveCount(3)
      expect(await violationsInLightAndDark(page, 'what could not be loaded')).toEqual([])
    })

    await test.step('the last answer is shown while the new one loads', async () => {
      change(busy)
      const release = await holdBack(page, /\/api\/admin\/(tasks|stats)$/)
      await page.reload()
      await expect(headline(page)).toHaveText('Four things need you')
      await expect(rows(page)).toHaveCount(3)
      await expect(figure(page, 'totalRevenue')).toHaveText('₦1,284,500.00')
      await expect(page.locator('[data-test-sales]')).toHaveText(
        'Tests, not counted above: ₦3,500.00 for 1 copy. No money has moved.',
      )
      await expect(page.locator('[data-tasks]')).toHaveAttribute('aria-busy', 'true')
      release()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await page.unroute(/\/api\/admin\/(tasks|stats)$/)
    })

    await test.step('checks that are still under way are asked for again', async () => {
      change({ ...quiet, areChecksPending: true })
      await page.reload()
      await expect(headline(page)).toHaveText('All caught up')
      const failed = {
        kind: 'checksFailed',
        count: 2,
        path: '/admin/server',
        name: 'Disk',
        note: 'It is full.',
      }
      change({ ...quiet, tasks: [failed] })
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await page.clock.fastForward(5_000)
      await expect(headline(page)).toHaveText('Two things need you')
      await expect(rows(page)).toContainText('Disk: It is full.')
      await expect(rows(page).getByRole('link')).toHaveAttribute('href', '/admin/server')
    })

    await test.step('first steps that are left lead to their pages', async () => {
      const names = ['brand', 'story', 'payments', 'mail', 'backup'] as const
      const firstSteps = names.map((name, index) => ({
        name,
        isDone: index === 0,
        ...firstStepWords[name],
      }))
      change({ ...quiet, firstSteps })
      await page.reload()
      const steps = page.getByRole('region', { name: 'First steps' })
      await expect(steps.getByRole('listitem')).toHaveText([
        /Publish the first story/,
        /Payments/,
        /Mail/,
        /Make a backup/,
      ])
      await expect(headline(page)).toHaveText('Four first steps left')
      const links = steps.getByRole('listitem').getByRole('link')
      await expect(links).toHaveCount(4)
      await expect(links.first()).toHaveAttribute('href', '/admin/stories/new')
      expect(await violationsInLightAndDark(page, 'the dashboard of a new magazine')).toEqual([])
      change(quiet)
      await page.reload()
      await expect(headline(page)).toHaveText('All caught up')
      await expect(steps).toBeHidden()
    })

    const kept = () => page.evaluate(() => localStorage.getItem('adminTasks'))
    expect(await kept()).not.toBeNull()
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page).toHaveURL('/admin/login')
    expect(await kept()).toBeNull()
  })
})

test('an author to pay for a month that has ended is a task until the payout is written down', async ({
  page,
}) => {
  const { ask } = await withAdminSession(page)
  const author = { ...anAuthor(), name: `Zainab ${crypto.randomUUID()}` }
  const { id } = await ask('POST', '/admin/author-accounts', author)
  const monthBegin = Date.parse(`${dayOf(new Date()).slice(0, 7)}-01T00:00+01:00`)
  const { amount } = await aSaleFor(page.request, id, new Date(monthBegin - 1000))
  const due = formatNaira(amount * 0.4)
  await page.goto('/admin/dashboard')
  const task = rows(page).filter({ hasText: `${author.name}: ${due}` })
  await expect(task).toContainText('Author to pay')
  await task.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/statements')
  // It is first in the list, whatever its name.
  const account = page.getByRole('main').getByRole('listitem').first()
  await expect(account).toContainText(author.name)
  await expect(account).toContainText(`${due} to pay out`)
  expect(await violationsInLightAndDark(page, 'an account with something to pay out')).toEqual([])
  await account.getByRole('link', { name: author.name }).click()
  await page.getByLabel('Reference').fill('GTB 0042')
  await page.getByRole('button', { name: 'Record the payout' }).click()
  await expect(page.locator('.toast')).toContainText('Payout Recorded')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByText('to pay out')).toHaveCount(0)
  await page.goto('/admin/dashboard')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(rows(page).filter({ hasText: /to pay/ })).toHaveCount(0)
})
