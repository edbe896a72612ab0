import type { Page } from 'playwright/test'
import { dayOf } from '#contract/days.ts'
import { formatNaira } from '#contract/money.ts'
import { violationsInLightAndDark, violationsOf } from '../axe.ts'
import { anAuthor, aSaleFor } from '../statements.ts'
import { desktop, expect, holdBack, phone, test } from '../test.ts'
import { aColleague, withToken } from './colleagues.ts'
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
    totalBooks: 8,
    publishedBooks: 6,
    totalRevenue: 1_284_500,
    totalSales: 412,
    testRevenue: 3500,
    testSales: 1,
  },
}
const quiet = { ...busy, tasks: [], comingUp: [] }

/** Opens the dashboard with these tasks; resolves to what changes them. */
async function openWith(page: Page, tasks: object | undefined) {
  let answer = tasks
  await page.clock.setFixedTime(now)
  await page.route('**/api/admin/tasks', (route) =>
    answer ? route.fulfill({ json: answer }) : route.fulfill({ status: 503, json: {} }),
  )
  await withAdminSession(page)
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

test('it opens at its top, and stays there when its books have come', async ({ page }) => {
  await openWith(page, busy)
  await expect(page.getByRole('group', { name: 'Which books' })).toBeVisible()
  await expect(page.locator('main li h3').first()).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })

    test(`what needs the publisher comes first on a ${device}, each with one click`, async ({
      page,
    }) => {
      await openWith(page, busy)
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
      await expect(page.getByRole('heading', { name: 'Manage Publications' })).toBeVisible()
      const review = page.getByRole('link', { name: 'Review stories' })
      await expect(review).toBeVisible({ visible: device === 'desktop' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
        size.viewport.width,
      )
      expect(await violationsInLightAndDark(page, 'the busy dashboard')).toEqual([])
    })

    test(`the climber on a ${device} stands a step below the top for each task`, async ({
      page,
    }) => {
      const [order] = busy.tasks
      const change = await openWith(page, quiet)
      await expect(headline(page)).toHaveText('All caught up')
      await expect(rows(page)).toHaveCount(0)
      await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
      expect(await violationsInLightAndDark(page, 'the quiet dashboard')).toEqual([])
      const stair = page.locator('.dashboard-stairs')
      for (const [count, said] of [
        [0, 'All caught up'],
        [1, 'One thing needs you'],
        [3, 'Three things need you'],
        [5, 'Five things need you'],
        [23, '23 things need you'],
      ] as const) {
        change({ ...quiet, tasks: count === 0 ? [] : [{ ...order, count }] })
        await page.reload()
        await expect(headline(page)).toHaveText(said)
        const band = await page.locator('[data-dashboard-band]').boundingBox()
        const climber = await page.locator('#climber').boundingBox()
        const stairs = await stair.boundingBox()
        if (!band || !climber || !stairs) throw new Error('The band has no climber')
        const tile = (34 / 238) * stairs.width
        const [feet, top] = [climber.y + climber.height, stairs.y + (48 / 252) * stairs.height]
        const below = Math.min(count, device === 'phone' ? 5 : 6)
        expect((feet - top) / tile, said).toBeCloseTo(below, 0)
        expect(climber.y, said).toBeGreaterThanOrEqual(band.y)
        expect(feet, said).toBeLessThanOrEqual(band.y + band.height + 1)
      }
    })

    test(`first steps on a ${device} say what is done and lead to what is not`, async ({
      page,
    }) => {
      const names = ['brand', 'story', 'payments', 'mail', 'backup']
      const firstSteps = names.map((name, index) => ({ name, isDone: index === 0 }))
      const change = await openWith(page, { ...quiet, firstSteps })
      const steps = page.getByRole('region', { name: 'First steps' })
      await expect(steps.getByRole('listitem')).toHaveText([
        /Set the brand\s*Done/,
        /Publish the first story/,
        /Take payments/,
        /Send mail/,
        /Make a backup/,
      ])
      await expect(headline(page)).toHaveText('Four first steps left')
      await expect(steps.getByRole('link', { name: 'Open' })).toHaveCount(4)
      await expect(steps.getByRole('link', { name: 'Open' }).first()).toHaveAttribute(
        'href',
        '/admin/stories/new',
      )
      expect(await violationsInLightAndDark(page, 'the dashboard of a new magazine')).toEqual([])
      change(quiet)
      await page.reload()
      await expect(headline(page)).toHaveText('All caught up')
      await expect(steps).toBeHidden()
    })
  })
}

test('the last answer is shown while the new one loads, and ends with the session', async ({
  page,
}) => {
  await withAdminSession(page, { isOwn: true })
  await page.route('**/api/admin/tasks', (route) => route.fulfill({ json: busy }))
  await page.goto('/admin/dashboard')
  await expect(headline(page)).toHaveText('Four things need you')
  await page.unroute('**/api/admin/tasks')
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
  expect(await page.evaluate(() => localStorage.getItem('adminTasks'))).not.toBeNull()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminTasks'))).toBeNull()
})

test.describe('while the server does not answer', () => {
  test.use({ expectedErrors: /status of 503/ })

  test('the dashboard says so in place, keeps what it knew and tries again', async ({ page }) => {
    const change = await openWith(page, undefined)
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await expect(alert).toContainText('What is to do could not be loaded.')
    change(busy)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(headline(page)).toHaveText('Four things need you')
    await expect(alert).toBeHidden()
    change(undefined)
    await page.reload()
    await expect(alert).toContainText('This is how it was at 14:15.')
    await expect(rows(page)).toHaveCount(3)
    expect(await violationsOf(page, 'the dashboard that could not be loaded')).toEqual([])
  })
})

test('checks that are still under way are asked for again', async ({ page }) => {
  const change = await openWith(page, { ...quiet, areChecksPending: true })
  await expect(headline(page)).toHaveText('All caught up')
  const failed = {
    kind: 'checksFailed',
    count: 2,
    path: '/admin/server',
    name: 'Disk',
    note: 'It is full.',
  }
  change({ ...quiet, tasks: [failed] })
  await expect(headline(page)).toHaveText('Two things need you')
  await expect(rows(page)).toContainText('Disk: It is full.')
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', '/admin/server')
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
  // First in the list, whatever its name.
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

test('each role sees its own tasks, and the stat cards only with the shop', async ({
  page,
  request,
}) => {
  for (const { role, hasShop, isNewsroom } of [
    { role: 'editor', hasShop: false, isNewsroom: true },
    { role: 'author', hasShop: false, isNewsroom: true },
    { role: 'shopkeeper', hasShop: true, isNewsroom: false },
  ] as const) {
    const { token } = await aColleague(request, role)
    await withToken(page, token)
    await page.evaluate(() => localStorage.removeItem('adminMember'))
    const answered = page.waitForResponse('**/api/admin/tasks')
    await page.goto('/admin/dashboard')
    const { tasks, comingUp } = await (await answered).json()
    await expect(headline(page)).not.toBeEmpty()
    await expect(rows(page), role).toHaveCount(tasks.length)
    await expect(ahead(page)).toBeVisible({ visible: isNewsroom })
    expect(comingUp !== undefined, role).toBe(isNewsroom)
    const manage = page.getByRole('heading', { name: 'Manage Publications' })
    await expect(manage).toBeVisible({ visible: hasShop })
    await expect(page.getByText('Total Books')).toBeVisible({ visible: hasShop })
    await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden()
  }
})

test('the first screen is drawn by at most 15 KB of script, and none of it is React', async ({
  page,
}) => {
  await withAdminSession(page)
  const html = await (await page.request.get('/admin/dashboard')).text()
  const read = async (name: string) => (await page.request.get(`/_astro/${name}`)).text()
  const scripts = new Map<string, string>()
  const names = [...html.matchAll(/<script type="module" src="\/_astro\/([\w.-]+\.js)"/g)]
  for (const [, name = ''] of names) {
    const text = await read(name)
    if (text.includes('adminTasks') || text.includes('data-task-list')) scripts.set(name, text)
  }
  expect(scripts.size).toBeGreaterThan(0)
  // Static imports: what must be there before it runs.
  const waiting = [...scripts.values()]
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
      if (scripts.has(name)) continue
      const imported = await read(name)
      scripts.set(name, imported)
      waiting.push(imported)
    }
  }
  const bytes = [...scripts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(bytes, [...scripts.keys()].join(', ')).toBeLessThanOrEqual(15_000)
  expect([...scripts.values()].join('\n')).not.toMatch(/react|QueryClient/i)
})
