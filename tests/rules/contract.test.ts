import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { linesOf } from '#api/http/serve.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { contract } from '#contract/endpoints/contract.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type ErrorName, errors } from '#contract/errors.ts'
import { type PageRoute, pageRoutes } from '#contract/pages/page-routes.ts'
import {
  composeWith,
  issuesOfTests,
  unsetBusiness,
  unsetSettings,
} from '../fixtures/mail-sender.ts'
import { sourceFiles } from '../source-files.ts'

const lines = Object.entries(contract as Record<string, Endpoint>)

describe('the contract', () => {
  const { router } = buildApp({
    publicUrl: 'https://ascend.example',
    brand: composeWith.brand,
    settings: unsetSettings,
    business: unsetBusiness,
    files: folderFiles('/nowhere'),
    publications: [],
    site: () => undefined,
    trustProxy: 0,
    issues: issuesOfTests,
    examine: async () => [],
    orderSecret: Buffer.alloc(32),
    log: pino({ level: 'silent' }),
  })

  test.each(lines.map(([address]) => address))('%s is served exactly once', (address) => {
    expect([...linesOf(router).keys()]).toContain(address)
    const [method = '', path = ''] = address.split(' ')
    const routes = router.stack.filter(
      (layer) => layer.path === path && layer.methods.includes(method),
    )
    expect(routes).toHaveLength(1)
  })

  test('lists everything that is served', () => {
    expect([...linesOf(router).keys()].sort()).toEqual(lines.map(([address]) => address).sort())
    expect(router.stack).toHaveLength(lines.length)
  })

  test('names each endpoint by method and path', () => {
    for (const [address, line] of lines) {
      expect(address).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/[\w/:.-]+$/)
      const inPath = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
      const fields = Object.keys(line.input.def.shape)
      expect(fields, address).toEqual(expect.arrayContaining(inPath))
      if (line.missing) expect(errors[line.missing][0]).toBe(404)
    }
  })

  test('phrases every error below /admin for the staff', () => {
    const admin = lines.filter(([address]) => address.includes(' /admin/'))
    const others = admin.filter(([, { who, isForStaff }]) => typeof who === 'string' && !isForStaff)
    expect(others.map(([address]) => address)).toEqual([])
  })

  test('puts no secret of an address into the front server’s log', () => {
    const rules = readFileSync('deploy/front/nginx.conf', 'utf8')
    const secret = lines.filter(([, { isSecret }]) => isSecret)
    expect(secret).not.toEqual([])
    const pages = Object.entries<PageRoute>(pageRoutes).filter(
      ([path, { isSecret }]) => isSecret && path.includes(':token'),
    )
    expect(pages).not.toEqual([])
    const paths = [
      ...secret.map(([address]) => `/api${address.slice(address.indexOf('/'))}`),
      ...pages.map(([path]) => path),
    ]
    for (const path of paths) {
      expect(rules).toContain(`~^${path.slice(0, path.indexOf(':'))} ${path};`)
    }
    // The one page whose path is a secret by itself.
    expect(rules).toContain('~^/gift/ /gift/:token;')
  })
})

describe('an error', () => {
  const sources = sourceFiles()
    // A contract line names what serve says for it.
    .filter((file) => /^(api|site|contract\/endpoints)\//.test(file))
    .filter((file) => /\.(ts|tsx|astro)$/.test(file))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

  test.each(Object.keys(errors) as ErrorName[])('%s is used', (name) => {
    expect(sources).toContain(`'${name}'`)
  })
})

// An island that is not named here fails the first test: give it what it needs to be drawn.
const story = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'Rice, three bags; complaints, nine',
}
const slide = {
  ...story,
  category: 'Lifestyle and Culture',
  badge: 'badge',
  excerpt: 'The pump came on a Tuesday.…',
  views: 3,
  readTimeMinutes: 5,
  rating: 4.5,
  authorName: 'Simi Odu-Bello',
  authorRole: 'Student',
  avatar: '/a.svg',
  path: '/story/a',
  picture: { src: '/a.svg', srcset: undefined, sizes: undefined, fallback: undefined },
}
const shared = { title: story.title, path: '/', label: 'Share it' }
const refused = {
  values: { title: 'Goat' },
  errors: { title: ['Too short'], category: ['Please select a category'] },
  sentence: 'Please check what you sent and try again.',
  status: 400,
}
const signedOut = { ...refused, errors: {}, sentence: 'Unauthorized', status: 401 }
const drawn: Record<string, { props: object; shows: string }[]> = {
  'site/admin/operations/dashboard/Dashboard.island.tsx': [{ props: {}, shows: 'Sales per month' }],
  'site/admin/operations/server/Server.island.tsx': [{ props: {}, shows: 'Rebuild site' }],
  'site/admin/shop/books/Books.island.tsx': [{ props: {}, shows: 'Manage Publications' }],
  'site/admin/shop/books/BookForm.island.tsx': [
    { props: { isNew: true, publisherName: 'Ascend' }, shows: 'Create Book' },
    { props: { isNew: true, publisherName: 'Ascend' }, shows: 'value="Ascend"' },
    { props: { isNew: false, publisherName: 'Ascend' }, shows: 'aria-busy="true"' },
  ],
  'site/admin/stats/Stats.island.tsx': [{ props: {}, shows: 'Loading the stats' }],
  'site/admin/operations/deleted/Deleted.island.tsx': [
    { props: {}, shows: 'Loading the deleted things' },
  ],
  'site/admin/staff/activity/ActivityLog.island.tsx': [
    { props: {}, shows: 'Loading the activity log' },
  ],
  'site/admin/magazine/stories/Stories.island.tsx': [
    { props: {}, shows: 'Search stories' },
    { props: {}, shows: 'Loading the stories' },
  ],
  'site/admin/magazine/stories/StoryRevisions.island.tsx': [
    { props: {}, shows: 'Loading the revisions' },
  ],
  'site/admin/magazine/stories/editor/StoryEditorForm.island.tsx': [
    { props: { isNew: true }, shows: 'Write a Story' },
    { props: { isNew: false }, shows: 'aria-busy="true"' },
  ],
  'site/admin/magazine/authors/Authors.island.tsx': [{ props: {}, shows: 'Loading the authors' }],
  'site/admin/newsletter/issues/IssueRevisions.island.tsx': [
    { props: {}, shows: 'Loading the revisions' },
  ],
  'site/admin/newsletter/issues/IssueEditorForm.island.tsx': [
    { props: { isNew: true }, shows: 'Write a Newsletter' },
    { props: { isNew: false }, shows: 'aria-busy="true"' },
  ],
  'site/admin/settings/mails/MailsForm.island.tsx': [{ props: {}, shows: 'data-admin-skeleton' }],
  'site/admin/settings/categories/CategoriesForm.island.tsx': [
    { props: {}, shows: 'data-admin-skeleton' },
  ],
  'site/admin/settings/menu/MenuForm.island.tsx': [{ props: {}, shows: 'data-admin-skeleton' }],
  'site/admin/settings/look/LookForm.island.tsx': [{ props: {}, shows: 'data-admin-skeleton' }],
  'site/admin/settings/first-steps/FirstSteps.island.tsx': [
    { props: { name: 'Ascend', tagline: 'Rise' }, shows: 'Loading the first steps' },
  ],
  'site/admin/settings/business/Business.island.tsx': [{ props: {}, shows: 'Loading what is set' }],
  'site/admin/settings/business/Payments.island.tsx': [
    { props: {}, shows: 'Loading the payments' },
  ],
  'site/admin/settings/business/RecoverySheet.island.tsx': [
    { props: { name: 'Ascend' }, shows: 'Show the sheet' },
  ],
  'site/admin/settings/SettingForm.island.tsx': [{ props: {}, shows: 'data-admin-skeleton' }],
  'site/admin/magazine/calendar/Calendar.island.tsx': [
    { props: {}, shows: 'Loading the calendar' },
  ],
  'site/admin/staff/sign-in/PublisherSignInForm.island.tsx': [
    { props: {}, shows: 'Access Dashboard' },
    // Until its script has come it goes nowhere.
    { props: {}, shows: 'method="dialog"' },
  ],
  'site/admin/staff/sign-in/ForgotForm.island.tsx': [{ props: {}, shows: 'Mail me a link' }],
  'site/admin/staff/sign-in/MailedLink.island.tsx': [
    { props: { kind: 'endSession' }, shows: 'End that session' },
    { props: { kind: 'linkReader' }, shows: 'Yes, link my account' },
  ],
  'site/admin/staff/account/JoinForm.island.tsx': [{ props: {}, shows: 'Looking up your link' }],
  'site/admin/staff/account/Account.island.tsx': [
    { props: {}, shows: 'Loading your sessions' },
    { props: {}, shows: 'Loading your two-step sign-in' },
  ],
  'site/admin/staff/people/People.island.tsx': [{ props: {}, shows: '>Invite' }],
  'site/features/shop/requests/PublishForm.island.tsx': [
    { props: {}, shows: 'Submit for Review' },
    { props: { refused }, shows: 'Please fix 2 fields' },
    { props: { reference: 'PR-1234ABCD' }, shows: 'PR-1234ABCD' },
  ],
  'site/admin/shop/requests/Requests.island.tsx': [{ props: {}, shows: 'Loading the requests' }],
  'site/admin/operations/data-requests/DataRequests.island.tsx': [
    { props: {}, shows: 'Loading the data requests' },
  ],
  'site/admin/operations/reports/Reports.island.tsx': [{ props: {}, shows: 'Loading the reports' }],
  'site/admin/shop/reviews/Reviews.island.tsx': [{ props: {}, shows: 'Loading the reviews' }],
  'site/admin/shop/orders/Orders.island.tsx': [{ props: {}, shows: 'Loading the orders' }],
  'site/admin/shop/statements/Statements.island.tsx': [
    { props: {}, shows: 'Loading the author accounts' },
  ],
  'site/admin/shop/discounts/Discounts.island.tsx': [
    { props: {}, shows: 'Loading the discount codes' },
  ],
  'site/admin/magazine/editions/Editions.island.tsx': [
    { props: {}, shows: 'Loading the editions' },
  ],
  'site/admin/shop/publications/Publications.island.tsx': [
    { props: { covers: {}, prices: { nairaPerGigabyte: 1 } }, shows: 'Loading the publications' },
  ],
  'site/admin/shop/invoices/Invoices.island.tsx': [{ props: {}, shows: 'Loading the invoices' }],
  'site/admin/newsletter/issues/Issues.island.tsx': [
    { props: {}, shows: 'Loading the newsletters' },
  ],
  'site/admin/newsletter/issues/IssueProgress.island.tsx': [
    { props: {}, shows: 'Loading the newsletter' },
  ],
  'site/admin/settings/business/MailDomain.island.tsx': [{ props: {}, shows: 'Checking the DNS' }],
  'site/admin/newsletter/imports/Import.island.tsx': [{ props: {}, shows: 'Choose a CSV file' }],
  'site/admin/newsletter/subscribers/Suppressions.island.tsx': [
    { props: {}, shows: 'Loading the addresses' },
  ],
  'site/admin/newsletter/subscribers/Subscribers.island.tsx': [
    { props: {}, shows: 'Download CSV' },
  ],
  'site/features/magazine/submissions/StoryForm.island.tsx': [
    { props: {}, shows: 'Drop files here or tap to choose' },
    { props: { refused }, shows: 'value="Goat"' },
    { props: { refused: signedOut }, shows: 'You are not signed in' },
    { props: { isSent: true }, shows: 'Your feature has been submitted for review.' },
    {
      props: {
        submission: { id: story.id, values: story, authorImageUrl: '', updatedAt: '2026-11-20' },
      },
      shows: `action="/api/account/stories/${story.id}?_method=PUT"`,
    },
  ],
  'site/features/magazine/carousel/Carousel.island.tsx': [
    { props: { slides: [slide, { ...slide, id: 'b' }] }, shows: 'The pump came on a Tuesday.…' },
    { props: { slides: [slide, { ...slide, id: 'b' }] }, shows: 'aria-label="2 of 2"' },
    { props: { slides: [slide] }, shows: 'Read Full Story' },
  ],
  'site/features/magazine/likes/LikeButton.island.tsx': [
    { props: { id: story.id, title: story.title, count: 12, look: 'card' }, shows: '12' },
    { props: { id: story.id, title: story.title, count: 0, look: 'outline' }, shows: story.title },
  ],
  'site/features/magazine/likes/StoryRating.island.tsx': [
    { props: { id: story.id }, shows: '5 stars' },
  ],
  'site/features/shell/theme/ThemePanel.island.tsx': [
    { props: {}, shows: 'Reading Experience' },
    { props: {}, shows: 'type="radio" name="theme" checked="" value="auto"' },
  ],
  'site/features/magazine/sharing/ShareButton.island.tsx': [
    {
      props: { ...shared, kind: 'story', id: story.id, look: 'card' },
      shows: 'aria-label="Share it"',
    },
    { props: { ...shared, kind: 'site', look: 'sunrise' }, shows: 'Share it' },
  ],
}
const islands = sourceFiles('.').filter((file) => /^site\/.*\.island\.tsx$/.test(file))
const modules = import.meta.glob('../../site/**/*.island.tsx')

describe('an island', () => {
  test('is found by this test', () => {
    expect(Object.keys(drawn).sort()).toEqual(islands.sort())
  })

  test.each(islands)('%s states why it is an island', (file) => {
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\*\* Why an island\? .{20,} \*\/$/m)
  })

  test.each(islands)('%s renders completely on the server', async (file) => {
    const exported = (await modules[`../../${file}`]?.()) as Record<string, ComponentType>
    const name = file.replace(/^.*\/|\.island\.tsx$/g, '')
    const component = exported[name]
    expect(component, `${file} exports ${name}`).toBeTypeOf('function')
    if (!component) return
    for (const { props, shows } of drawn[file] ?? []) {
      const html = renderToString(createElement(component, props))
      expect(html.replace(/<!-- -->/g, '')).toContain(shows)
    }
  })
})
