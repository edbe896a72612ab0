import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { approvedBy } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { openBusiness } from '#api/operations/business/live-business.ts'
import { waiting } from '#api/registry.ts'
import { postRefund } from '#api/shop/ledgers/ledger.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { originalDigestTimes } from '#contract/newsletter/digest-times.ts'
import { type Role, roles } from '#contract/roles.ts'
import type { OrderProblem } from '#contract/shop/order-problems.ts'
import { sql, transaction } from '#db/sql.ts'
import { aDraft as draftFields } from '#tests/magazine/drafts.ts'
import { aDraft as anIssue, subscribers } from '#tests/magazine/sent-issues.ts'
import { aBook, aPublishingRequest, aStory, aVisitor, startApp, theStaff } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'
import { anInvoice, aShopWithInvoices, daysPass, inDays } from '#tests/shop/invoices.ts'
import { anAccount, postedAt } from '#tests/shop/ledgers.ts'
import { findOff } from './find-off.ts'
import { findTasks } from './find-tasks.ts'
import { isOwnBrand, listFirstSteps } from './first-steps.ts'

// What needs somebody is of the whole magazine: each test begins with an empty one.
beforeEach(
  () =>
    sql`truncate orders, stories, story_drafts, publishing_requests, letters, subscribers, site_builds, backup_runs cascade`,
)

const tasksOf = async (role: (typeof roles)[number], base?: string) =>
  (await theStaff(role, base)).call('GET /admin/tasks', {})
const kindsOf = async (role: (typeof roles)[number], base?: string) =>
  (await tasksOf(role, base)).tasks.map(({ kind }) => kind)

const aProblem = {
  title: 'Disk',
  state: 'problem' as const,
  found: 'It is full.',
  todo: 'Make room.',
}

async function anOrderInReview({ code, kobo }: OrderProblem, createdAt = new Date()) {
  const { id, reference } = await anOrder((await aBook()).id)
  await sql`
    update orders set state = 'needs_review', problem_code = ${code}, problem_kobo = ${kobo ?? null}, amount_kobo = 350000, unit_kobo = 350000,
      quantity = 1, created_at = ${createdAt} where id = ${id}`
  return reference
}

async function aRequest(createdAt: string) {
  const { id, reference } = await (await aVisitor()).call(
    'POST /books/publish',
    aPublishingRequest(),
  )
  await sql`update publishing_requests set created_at = ${createdAt} where id = ${id}`
  return reference
}

const aSubmission = (authorName: string, createdAt: string) =>
  aStory({ isPublished: false, authorName, createdAt } as object)

async function everythingAtOnce() {
  await anOrderInReview({ code: 'otherAmount', kobo: 300_000 })
  await aSubmission('Tobi Alarape', '2026-11-21T09:00:00Z')
  await aRequest('2026-11-18T09:00:00Z')
  await anIssue({ state: 'scheduled', sendAt: new Date(Date.now() - 2 * 3600_000) })
  await anIssue({
    state: 'paused',
    startedAt: new Date(),
    whyPaused: 'The mail server is full.',
    mailSubject: 'x',
    mailHtml: '',
    mailText: '',
  })
  await sql`insert into site_builds (version, started_at, error) values (1, now(), 'No disk')`
}

describe('the tasks of the dashboard', () => {
  test('come in order of urgency, each role with its own', async () => {
    await everythingAtOnce()
    const base = await startApp({ examine: async () => [aProblem] })
    await (await theStaff('owner', base)).call('GET /admin/doctor', {})
    const all = [
      'ordersToReview',
      'newslettersOverdue',
      'newslettersPaused',
      'buildFailed',
      'checksFailed',
      'storiesToReview',
      'publishingRequests',
    ]
    const without = (...kinds: string[]) => all.filter((kind) => !kinds.includes(kind))
    expect(await kindsOf('owner', base)).toEqual(all)
    expect(await kindsOf('editor', base)).toEqual(
      without('ordersToReview', 'checksFailed', 'publishingRequests'),
    )
    expect(await kindsOf('shopkeeper', base)).toEqual([
      'ordersToReview',
      'buildFailed',
      'publishingRequests',
    ])
    expect(await kindsOf('author', base)).toEqual([])
  })

  test('say of an order what was paid instead of what, or what else was wrong with it', async () => {
    const reference = await anOrderInReview({ code: 'otherAmount', kobo: 300_050 })
    const [task] = (await tasksOf('shopkeeper')).tasks
    expect(task).toEqual({
      kind: 'ordersToReview',
      count: 1,
      path: `/admin/orders?order=${reference}`,
      paid: '₦3,000.50',
      due: '₦3,500',
    })
    await anOrderInReview({ code: 'testPayment' }, new Date('2026-01-01'))
    const [oldest] = (await tasksOf('shopkeeper')).tasks
    expect(oldest).toEqual({
      kind: 'ordersToReview',
      count: 2,
      path: '/admin/orders?status=needs_review',
      note: 'A test payment for a real order.',
    })
  })

  test('say which transfer waits for a second person, and which invoice is overdue', async () => {
    const shop = await aShopWithInvoices()
    const [toConfirm, overdue] = [await anInvoice(shop), await anInvoice(shop)]
    const keeper = await theStaff('shopkeeper')
    await theStaff('owner')
    await keeper.call('POST /admin/invoices/:reference/transfers', {
      reference: toConfirm.reference,
      amount: 1,
      bankReference: randomUUID(),
      paidOn: inDays(0),
    })
    await daysPass(overdue.id, 15)
    const school = { name: 'Harmony Secondary School, Jos', due: '₦3,752.25', count: 1 }
    const tasks = (await tasksOf('shopkeeper')).tasks.filter(({ path }) => /invoice/.test(path))
    expect(tasks).toEqual([
      {
        kind: 'transfersToConfirm',
        ...school,
        dueOn: inDays(14),
        path: `/admin/invoices?invoice=${toConfirm.reference}`,
      },
      {
        kind: 'invoicesOverdue',
        ...school,
        dueOn: inDays(-1),
        path: `/admin/invoices?invoice=${overdue.reference}`,
      },
    ])
    expect(await kindsOf('editor')).not.toContain('invoicesOverdue')
    await anInvoice(shop).then(({ id }) => daysPass(id, 16))
    expect((await tasksOf('shopkeeper')).tasks).toContainEqual(
      expect.objectContaining({ count: 2, path: '/admin/invoices?status=overdue' }),
    )
  })

  test('name the author to pay from the end of a month until the payout is written down', async () => {
    const book = await aBook()
    const { id, keeper } = await anAccount({ [book.id]: 40 })
    const task = {
      kind: 'authorsToPay',
      count: 1,
      path: '/admin/statements',
      name: 'Simi Odu-Bello',
      due: '₦1,400.20',
    }
    await anOrder(book.id)
    // Midnight in Lagos is of this month already.
    await postedAt(id, 0)
    expect((await tasksOf('owner')).tasks).toEqual([])
    await postedAt(id, -1)
    for (const role of ['owner', 'shopkeeper'] as const)
      expect((await tasksOf(role)).tasks, role).toEqual([task])
    for (const role of ['editor', 'author'] as const)
      expect((await tasksOf(role)).tasks, role).toEqual([])
    await anOrder(book.id)
    expect((await tasksOf('owner')).tasks).toEqual([task])
    const paid = { amount: 1400.2, paidOn: dayOf(new Date()), reference: 'GTB 0042' }
    const { payouts, balance } = await keeper.call('POST /admin/author-accounts/:id/payouts', {
      id,
      ...paid,
    })
    expect(balance).toBe(1400.2)
    await anOrder(book.id)
    expect((await tasksOf('owner')).tasks).toEqual([])
    await keeper.call('POST /admin/payouts/:id/take-back', { id: payouts[0]?.id ?? '' })
    expect((await tasksOf('owner')).tasks).toEqual([task])
    await keeper.call('POST /admin/author-accounts/:id/payouts', { id, ...paid, amount: 1000 })
    expect((await tasksOf('owner')).tasks).toEqual([{ ...task, due: '₦400.20' }])
  })

  test('count no author who owes, whatever is sold or given back in this month', async () => {
    const refund = async ({ id }: { id: string }) => {
      await refundNow(id)
      await transaction(() => postRefund(id))
    }
    const [book, other] = [await aBook(), await aBook()]
    const { id } = await anAccount({ [book.id]: 40 })
    const before = await anOrder(book.id)
    await postedAt(id, -1)
    const [task] = (await tasksOf('owner')).tasks
    expect(task).toMatchObject({ kind: 'authorsToPay', due: '₦1,400.20' })
    // What was sold in this month and given back changes nothing that is due.
    await refund(await anOrder(book.id))
    expect((await tasksOf('owner')).tasks).toEqual([task])
    await refund(before)
    await anOrder(book.id)
    expect((await tasksOf('owner')).tasks).toEqual([])
    const owes = await anAccount({ [other.id]: 40 })
    const paidOut = await anOrder(other.id)
    await owes.keeper.call('POST /admin/author-accounts/:id/payouts', {
      id: owes.id,
      amount: 1400.2,
      paidOn: dayOf(new Date()),
      reference: 'GTB 0043',
    })
    await refund(paidOut)
    await postedAt(owes.id, -1)
    expect((await tasksOf('owner')).tasks).toEqual([])
    // Nor does what one owes lower what others are due.
    await postedAt(id, -1)
    const third = await aBook()
    const { id: thirdId } = await anAccount({ [third.id]: 40 }, 'Ada Obi')
    await anOrder(third.id)
    await postedAt(thirdId, -1)
    expect((await tasksOf('owner')).tasks).toMatchObject([{ count: 2, due: '₦2,800.40' }])
  })

  test('name who sent the story that waits longest, and when', async () => {
    const { id } = await aSubmission('Tobi Alarape', '2026-11-21T09:00:00.000Z')
    const [task] = (await tasksOf('editor')).tasks
    expect(task).toEqual({
      kind: 'storiesToReview',
      count: 1,
      path: `/admin/stories?story=${id}`,
      name: 'Tobi Alarape',
      since: '2026-11-21T09:00:00.000Z',
    })
    await aSubmission('Ngozi Bala', '2026-11-20T09:00:00.000Z')
    const { waitingStories } = await (await theStaff('editor')).call('GET /admin/stats', {})
    expect((await tasksOf('editor')).tasks).toMatchObject([
      { count: waitingStories, name: 'Ngozi Bala', path: '/admin/stories?status=submitted' },
    ])
  })

  test('include changes of a published story that were sent for review', async () => {
    const { call, member } = await theStaff('editor')
    const id = randomUUID()
    const save = (base: number, title: string) =>
      call('PUT /admin/drafts/:id', {
        id,
        base,
        saveId: randomUUID(),
        fields: { ...draftFields(), title },
      })
    await save(0, 'A borehole for nine neighbours')
    await call('POST /admin/drafts/:id/publish', { id, number: 1 })
    await save(1, 'A borehole for ten neighbours')
    await call('POST /admin/drafts/:id/send', { id, number: 2 })
    expect((await tasksOf('editor')).tasks).toMatchObject([
      { kind: 'changesToReview', count: 1, path: `/admin/stories/${id}/edit`, name: member.name },
    ])
  })

  test('show an author the stories that came back, and nobody else’s', async () => {
    const author = await theStaff('author')
    const { id } = await aStory({
      isPublished: false,
      authorId: author.member.id,
      title: 'The well that kept accounts',
    })
    await sql`update stories set status = 'returned'`
    await aSubmission('Tobi Alarape', '2026-11-21T09:00:00Z')
    await sql`update stories set status = 'returned' where id <> ${id}`
    expect((await author.call('GET /admin/tasks', {})).tasks).toMatchObject([
      {
        kind: 'storiesReturned',
        count: 1,
        path: `/admin/stories/${id}/edit`,
        name: 'The well that kept accounts',
      },
    ])
  })

  test('say by which day a request must be answered', async () => {
    await aRequest('2025-04-15T09:00:00Z')
    const reference = await aRequest('2025-04-14T09:00:00Z')
    expect((await tasksOf('shopkeeper')).tasks).toEqual([
      { kind: 'publishingRequests', count: 2, path: '/admin/requests', dueOn: '2025-04-23' },
    ])
    await sql`delete from publishing_requests where created_at > '2025-04-15'`
    expect((await tasksOf('shopkeeper')).tasks[0]?.path).toBe(
      `/admin/requests?status=all&search=${reference}`,
    )
  })

  test('name failed checks to the owner alone, and say when none have been made', async () => {
    const warning = { ...aProblem, state: 'warning' as const, title: 'Memory' }
    const base = await startApp({ examine: async () => [warning, aProblem] })
    expect((await tasksOf('owner', base)).areChecksPending).toBe(true)
    await expect
      .poll(() => tasksOf('owner', base))
      .toMatchObject({
        tasks: [
          {
            kind: 'checksFailed',
            count: 1,
            path: '/admin/server',
            name: 'Disk',
            note: 'It is full.',
          },
        ],
      })
    expect(await tasksOf('owner', base)).not.toHaveProperty('areChecksPending')
    expect(await kindsOf('editor', base)).toEqual([])
    const countOf = async (role: (typeof roles)[number]) =>
      (await (await theStaff(role, base)).call('GET /admin/stats', {})).failedChecks
    expect(await countOf('owner')).toBe(1)
    expect(await countOf('editor')).toBeUndefined()
  })
})

describe('the papers of data protection', () => {
  const none = { number: '', validUntil: '', lastReturn: '' }
  const due = async (registration: Partial<typeof none>, day: string, role: Role = 'owner') => {
    const facts = {
      waiting,
      arePaymentsTests: () => false,
      diagnosis: () => undefined,
      steps: undefined,
      digestTimes: () => originalDigestTimes,
      registration: () => ({ ...none, ...registration }),
    }
    const viewer = { role, id: randomUUID(), readerId: null }
    const { tasks } = await findTasks(viewer, facts, new Date(`${day}T12:00:00Z`))
    return tasks.map(({ kind, dueOn }) => `${kind} ${dueOn}`)
  }

  test.each<[string, Partial<typeof none>, string, string[]]>([
    ['nothing is said of one that nobody has', {}, '2027-03-31', []],
    ['61 days before its end', { validUntil: '2027-03-02' }, '2026-12-31', []],
    ['60 days before', { validUntil: '2027-03-01' }, '2026-12-31', ['registrationEnds 2027-03-01']],
    ['after it', { validUntil: '2026-12-01' }, '2026-12-31', ['registrationEnds 2026-12-01']],
    ['61 days before a return', { number: 'A1' }, '2027-01-29', []],
    ['60 days before a return', { number: 'A1' }, '2027-01-30', ['returnDue 2027-03-31']],
    ['once it was sent', { number: 'A1', lastReturn: '2027-01-30' }, '2027-03-31', []],
    [
      'when it was not sent',
      { number: 'A1', lastReturn: '2026-03-30' },
      '2027-05-01',
      ['returnDue 2027-03-31'],
    ],
    ['of a magazine that registered in April', { number: 'A1' }, '2027-04-01', []],
  ])('%s', async (_, registration, day, tasks) => {
    expect(await due(registration, day)).toEqual(tasks)
    expect(await due(registration, day, 'editor')).toEqual([])
  })

  test('are told of by what the owner has set', async () => {
    const base = await startApp()
    const owner = await theStaff('owner', base)
    const validUntil = dayOf(Date.now() + 10 * 86_400_000)
    await publishSetting(owner, 'dataProtection', { number: 'NDPC/1', validUntil })
    onTestFinished(() => publishSetting(owner, 'dataProtection', {}))
    expect((await tasksOf('owner', base)).tasks).toContainEqual({
      kind: 'registrationEnds',
      count: 1,
      path: '/admin/studio/dataProtection',
      dueOn: validUntil,
    })
    expect(await kindsOf('editor', base)).toEqual([])
  })
})

describe('what is coming up', () => {
  test('lists the next five: stories, newsletters and digests with their readers', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const days of [60, 61, 62, 2]) {
      await aStory({
        isPublished: false,
        title: `In ${days} days`,
        publishAt: inDays(days),
        ...approvedBy(null),
      } as object)
    }
    const issue = await anIssue({
      state: 'scheduled',
      subject: 'The Road Issue',
      sendAt: inDays(50),
    })
    await subscribers(3)
    await sql`update subscribers set digest = 'weekly'`
    const { comingUp } = await tasksOf('editor')
    expect(comingUp).toHaveLength(5)
    expect(comingUp?.map(({ at }) => at)).toEqual(comingUp?.map(({ at }) => at).toSorted())
    const digest = comingUp?.find(({ kind }) => kind === 'weeklyDigest')
    expect(digest).toMatchObject({ readers: 3 })
    // Saturday, eight in Lagos.
    expect(digest?.at).toMatch(/T07:00:00\.000Z$/)
    expect(new Date(dayOf(digest?.at ?? '')).getUTCDay()).toBe(6)
    expect(comingUp).toContainEqual({
      kind: 'newsletter',
      at: expect.any(String),
      title: 'The Road Issue',
      path: `/admin/letters/${issue}`,
    })
    expect(comingUp?.map(({ title }) => title)).not.toContain('In 62 days')
    expect(await tasksOf('shopkeeper')).not.toHaveProperty('comingUp')
    expect((await tasksOf('author')).comingUp).toEqual([])
  })
})

describe('the stats among the tasks', () => {
  test('are those of the stats, for roles with the shop', async () => {
    await aBook()
    for (const role of roles) {
      const { call } = await theStaff(role)
      const { stats } = await call('GET /admin/tasks', {})
      const { totalBooks, publishedBooks, ...all } = await call('GET /admin/stats', {})
      const { totalRevenue, totalSales, testRevenue, testSales } = all
      const hasShop = role === 'owner' || role === 'shopkeeper'
      expect(stats, role).toEqual(
        hasShop
          ? { totalBooks, publishedBooks, totalRevenue, totalSales, testRevenue, testSales }
          : undefined,
      )
    }
  })
})

describe('first steps', () => {
  const stepsOf = async (base: string) =>
    Object.fromEntries(
      (await tasksOf('owner', base)).firstSteps?.map(({ name, isDone }) => [name, isDone]) ?? [],
    )

  test('are done by the fact, and gone when all are', async () => {
    await sql`delete from books`
    const base = await startApp({ hasOwnBrand: () => false })
    const open = {
      address: false,
      signIn: false,
      look: false,
      book: false,
      testSale: false,
      open: false,
      brand: false,
      words: false,
      story: false,
      payments: false,
      bank: false,
      mail: false,
      backup: false,
      recovery: false,
      live: false,
    }
    expect(await stepsOf(base)).toEqual(open)
    await aStory()
    expect(await stepsOf(base)).toEqual({ ...open, story: true })
    await sql`insert into backup_runs (kind, archive, started_at) values ('backup', 'a.tar', now())`
    expect(await stepsOf(base)).toEqual({ ...open, story: true, backup: true })
    expect(await tasksOf('editor', base)).not.toHaveProperty('firstSteps')
    const withMail = {
      SMTP_URL: 'smtps://mail.example:465',
      MAIL_FROM: 'a@b.ng',
      PUBLISHER_EMAIL: 'a@b.ng',
    }
    const asked = async (env: object, hasOwnBrand = () => true) => {
      const business = openBusiness({ ...withMail, ...env }, Buffer.from('a secret'))
      return tasksOf('owner', await startApp({ business, hasOwnBrand }))
    }
    // These are facts of tables: first-steps.test.ts.
    const { id: bookId } = await aBook({ isPublished: true })
    await anOrder(bookId, { isTest: true })
    await sql`insert into settings (group_name, value) values ('look', '{}')`
    await sql`insert into first_steps (name, done_at) values ('open', now())`
    await sql`update staff set chose_password = true where role = 'owner'`
    await sql`insert into activity (who, action) values ('Ada', 'recoverySheetMade')`
    const own = { PUBLIC_URL: 'https://ascend.example' }
    // Not every shop sells to schools, or greets in words of its own.
    expect(await asked({ ...own, PAYSTACK_SECRET_KEY: 'sk_live_a' })).not.toHaveProperty(
      'firstSteps',
    )
    expect(await asked({ ...own, PAYMENTS: 'off' })).not.toHaveProperty('firstSteps')
    await sql`insert into settings (group_name, value) values ('hero', '{}')`
    const left = (await asked({ ...own, PAYMENTS: 'off' }, () => false)).firstSteps
    expect(left?.filter(({ isDone }) => !isDone)).toMatchObject([
      { name: 'brand', path: '/admin/studio/contact?first-steps' },
    ])
  })

  test('take no address for the brand’s that cannot exist', () => {
    const brands = ['', 'hello@ascend.example', 'hello@ascend.ng'].map((email) => ({ email }))
    expect(brands.map(isOwnBrand)).toEqual([false, false, true])
  })
})

test('the whole dashboard takes eight queries at most, whatever there is to do', async () => {
  await everythingAtOnce()
  const asked = vi.fn()
  sql.options.debug = asked
  onTestFinished(() => {
    sql.options.debug = false
  })
  const queriesOf = async (role: (typeof roles)[number]) => {
    asked.mockClear()
    const business = openBusiness({}, Buffer.from('a secret'))
    const doctor = { last: () => undefined }
    const known = {
      config: business.config,
      orderSecret: Buffer.from('a secret'),
      hasOwnBrand: () => false,
      doctor,
      name: () => 'Ascend',
    }
    const facts = {
      waiting,
      arePaymentsTests: () => false,
      diagnosis: () => undefined,
      steps: async () => listFirstSteps(await findOff(role, { business, doctor }), known),
      digestTimes: () => originalDigestTimes,
      registration: () => ({ number: '', validUntil: '', lastReturn: '' }),
    }
    await findTasks({ role, id: randomUUID(), readerId: null }, facts)
    return asked.mock.calls.length
  }
  const counts: Record<string, number> = {}
  for (const role of roles) counts[role] = await queriesOf(role)
  expect(counts).toEqual({ owner: 8, editor: 4, author: 2, shopkeeper: 3 })
})
