import type { Page } from 'playwright/test'
import { ask, chromium, chromiumWith, decode } from '#tests/differences.ts'
import { aWrittenStory } from './admin/magazine/drafts.ts'
import { withAdminSession } from './admin/publisher.ts'
import { booksOf, storiesOf } from './support/content.ts'
import { longChapters } from './support/long-chapters.ts'
import { ownService } from './support/own-service.ts'
import { releaseMs, serviceAddress } from './support/service.ts'
import { expect, phone, test } from './support/test.ts'
import { countTraffic, kilobytes } from './support/traffic.ts'

// Pages as differences (decision 67).
ownService(undefined, { weighs: true })

test.use({ ...phone, expectedErrors: /status of (404|410)/ })
test.describe.configure({ mode: 'default', timeout: 180_000 })

/** Readers after the first get it so: the difference to `dictionary` is ready. Resolves to its bytes. */
async function isReady(path: string, dictionary: Buffer, id?: string) {
  let sent = await ask(serviceAddress(), path, chromiumWith(dictionary, id))
  await expect
    .poll(async () => {
      sent = await ask(serviceAddress(), path, chromiumWith(dictionary, id))
      return sent.headers['content-encoding']
    })
    .toBe('dcz')
  return sent.body.length
}

/** As a dictionary. */
const pageAt = async (path: string) => decode(await ask(serviceAddress(), path, chromium))

async function open(page: Page, traffic: Awaited<ReturnType<typeof countTraffic>>, path: string) {
  const before = traffic.totalBytes()
  await page.goto(path)
  await traffic.isQuiet()
  const document = traffic.all().findLast(({ kind }) => kind === 'Document')
  return { bytes: traffic.totalBytes() - before, encoding: document?.encoding }
}

test('a reading session of five pages weighs at most 88 KB, and its second story 7', async ({
  page,
  request,
}) => {
  const [first, second] = await storiesOf(request)
  const [book] = await booksOf(request)
  const stories = [`/story/${first?.id}`, `/story/${second?.id}`] as const
  const paths = ['/', ...stories, '/books', `/book/${book?.id}`]
  for (const path of [...paths, ...paths])
    await request.get(path, { headers: { 'Accept-Encoding': 'br' } })
  const landing = await pageAt('/')
  for (const path of [stories[0], '/books', `/book/${book?.id}`]) await isReady(path, landing)
  await isReady(stories[1], await pageAt(stories[0]), stories[0])

  const traffic = await countTraffic(page)
  const visits = []
  for (const path of paths) visits.push(await open(page, traffic, path))
  const total = kilobytes(traffic.totalBytes())
  console.log(
    `a reading session as differences: ${total} of 88 KB (${visits.map(({ bytes }) => kilobytes(bytes)).join(' + ')})`,
  )
  expect(visits.map(({ encoding }) => encoding)).toEqual(['br', 'dcz', 'dcz', 'dcz', 'dcz'])
  expect(total).toBeLessThanOrEqual(88)
  expect(kilobytes(visits[2]?.bytes ?? 0)).toBeLessThanOrEqual(7)
})

test('the next chapter of a book weighs at most 8 KB', async ({ page, request }) => {
  const [first = '', second = ''] = await longChapters(request)
  for (const path of [first, second, first, second])
    await request.get(path, { headers: { 'Accept-Encoding': 'br' } })
  await isReady(second, await pageAt(first), first)
  const traffic = await countTraffic(page)
  await open(page, traffic, first)
  const { bytes, encoding } = await open(page, traffic, second)
  console.log(`the next chapter as a difference: ${kilobytes(bytes)} of 8 KB`)
  expect(encoding).toBe('dcz')
  expect(kilobytes(bytes)).toBeLessThanOrEqual(8)
})

test('a landing page and two stories after two publications weigh at most 30 KB', async ({
  page,
  request,
}) => {
  const stories = (await storiesOf(request)).map(({ id }) => `/story/${id}`)
  const traffic = await countTraffic(page)
  for (const path of ['/', ...stories.slice(0, 2)]) await open(page, traffic, path)
  const landing = await pageAt('/')
  const storyOfLastWeek = await pageAt(stories[1] as string)

  const admin = await withAdminSession(page)
  for (const title of ['What the river took', 'Nine letters to a carpenter'])
    await aWrittenStory(admin, title)
  await expect
    .poll(async () => String(await pageAt('/')), { timeout: releaseMs })
    .toContain('Nine letters to a carpenter')
  const [third, fourth] = stories.slice(2, 4) as [string, string]
  await isReady('/', landing)
  await isReady(third, storyOfLastWeek, stories[1])
  await isReady(fourth, await pageAt(third), third)

  const before = traffic.totalBytes()
  const visits = []
  for (const path of ['/', third, fourth]) visits.push(await open(page, traffic, path))
  expect(visits.map(({ encoding }) => encoding)).toEqual(['dcz', 'dcz', 'dcz'])
  // By then the browser has forgotten the stories: the first is a difference to the landing page.
  const forgotten =
    (await isReady(third, await pageAt('/'))) - (await isReady(third, storyOfLastWeek, stories[1]))
  const total = kilobytes(traffic.totalBytes() - before + forgotten)
  console.log(
    `a landing page and two stories a week later: ${total} of 30 KB (${visits.map(({ bytes }) => kilobytes(bytes)).join(' + ')}, and ${kilobytes(forgotten)})`,
  )
  expect(total).toBeLessThanOrEqual(30)
})

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(serviceWorkers === 'allow' ? 'with the service worker' : 'without one', () => {
    test.use({ serviceWorkers })

    test('a story that is taken down is not shown at the next visit', async ({ page }) => {
      const admin = await withAdminSession(page)
      const title = `The well of Ama ${serviceWorkers}`
      const { id } = await aWrittenStory(admin, title)
      const path = `/story/${id}`
      const heading = page.getByRole('heading', { level: 1 })
      await page.goto('/about')
      if (serviceWorkers === 'allow') {
        await page.evaluate(() => scrollBy(0, 200))
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      }
      for (let visit = 0; visit < 2; visit++) {
        const answer = await page.goto(path)
        expect(answer?.headers()['use-as-dictionary']).toContain('/story/*')
        await expect(heading).toHaveText(title)
        await page.goto('/')
      }
      await admin.ask('DELETE', `/admin/stories/${id}`)
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(410)
      await expect(heading).not.toHaveText(title)
      await expect(page.getByText('Story Not Found')).toBeVisible()
    })
  })
}

test('a reader with the service worker gets differences, and pages that open without a network', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({
    ...phone,
    baseURL: serviceAddress(),
    serviceWorkers: 'allow',
  })
  const page = await context.newPage()
  const [first, second, third] = (await storiesOf(request)).map(({ id }) => `/story/${id}`)
  await page.goto('/')
  await page.evaluate(() => scrollBy(0, 200))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(first as string)
  await isReady(second as string, await pageAt(first as string), first)
  const answer = await page.goto(second as string)
  expect(answer?.fromServiceWorker()).toBe(true)
  expect(answer?.headers()['use-as-dictionary']).toContain(second)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // It was a dictionary itself: the third is asked for as a difference to it.
  const asked = new Promise<string | undefined>((resolve) => {
    context.on('request', async (one) => {
      if (one.serviceWorker() && one.url().endsWith(third as string))
        resolve((await one.allHeaders())['dictionary-id'])
    })
  })
  await page.goto(third as string)
  expect(await asked).toBe(`"${second}"`)
  await context.setOffline(true)
  await page.goto(second as string)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${serviceAddress()}${second}`)
  await context.close()
})
