import type { Page } from 'playwright/test'
import { aToken } from './admin/publisher.ts'
import { anOrder } from './shop/buyers.ts'
import { storiesOf, storyTitled } from './support/content.ts'
import { signedIn } from './support/readers.ts'
import { expect, phone, test } from './support/test.ts'
import { watchRequests } from './support/traffic.ts'

// The service worker is real, and the network really cut.
test.use({
  ...phone,
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/,
})

test('the stories of this week are saved in one tap, listed with their size, and deleted again', async ({
  page,
  context,
}) => {
  await test.step('Offline reading shows what it has when a part of its script cannot be fetched', async () => {
    await page.route(/save-week/, (route) => route.abort())
    // A rejection that nobody catches fails the test.
    const asked = page.waitForRequest(/save-week/)
    await page.goto('/offline')
    await asked
    await expect(page.getByRole('region', { name: 'Read before' })).toBeVisible()
  })

  await page.unroute(/save-week/)
  await test.step('the stories of this week are saved in one tap, listed with their size, and deleted again', async () => {
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Save this week’s stories' })
    await button.scrollIntoViewIfNeeded()
    const box = page.locator('[data-week]')
    await expect(box.getByRole('status')).toHaveText(/^\d+ stor(y|ies), about \d+ KB: text/)
    const number = Number((await box.getByRole('status').textContent())?.split(' ')[0])
    await button.click()
    await expect(box.getByRole('status')).toHaveText(/^\d+ stor(y|ies) saved, \d+ KB of data\.$/, {
      timeout: 15_000,
    })
    await page.goto('/offline')
    const saved = page.getByRole('region', { name: 'Saved for offline' })
    await expect(saved.getByRole('listitem')).toHaveCount(number)
    await expect(page.getByText(/^\d+ KB of 10 MB used$/)).toBeVisible()
    await expect(box.getByRole('status')).toHaveText(
      'This week’s stories are on your device already.',
    )

    await context.setOffline(true)
    const link = saved.getByRole('link').first()
    const title = (await link.textContent()) ?? ''
    await link.click()
    await expect(heading(page)).toHaveText(title)
    await page.goto('/offline')
    await page.getByRole('button', { name: 'Delete all' }).click()
    await expect(saved.getByRole('listitem')).toHaveCount(0)
    await expect(saved.getByRole('heading')).toBeFocused()
    await page.goto('/about')
    await expect(heading(page)).toHaveText('Offline reading')
  })
})

/** What lies on the device, by cache. */
async function keptOn(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const found: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      found[name.replace(/-[0-9a-f]{12}$/, '')] = requests.map(({ url }) => new URL(url).pathname)
    }
    return found
  })
}

/** Opens a page and begins to read it, until the worker is there and what was read first is kept too. */
async function beginReading(page: Page, path: string, referer?: string) {
  await page.goto(path, { ...(referer && { referer }) })
  await page.evaluate(() => scrollBy(0, 200))
  await expect.poll(async () => (await keptOn(page))['ascend-read'] ?? []).toContain(path)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const save = (page: Page) => page.getByRole('button', { name: 'Save for offline', exact: true })

test('a story says its words in the address bar, and opens by both addresses from one copy', async ({
  page,
  context,
  request,
}) => {
  const [story, other] = await storiesOf(request)
  await page.goto(`/story/${story?.id}?utm_source=whatsapp#main`)
  await page.evaluate(() => scrollBy(0, 200))
  await expect(page).toHaveURL(`/story/${story?.slug}?utm_source=whatsapp#main`)
  await expect
    .poll(async () => (await keptOn(page))['ascend-read'])
    .toContain(`/story/${story?.id}`)
  await page.goto(`/story/${other?.slug}`)
  await expect
    .poll(async () => (await keptOn(page))['ascend-read'])
    .toContain(`/story/${other?.id}`)
  await save(page).first().click()
  await expect
    .poll(async () => (await keptOn(page))['ascend-saved'] ?? [])
    .toContain(`/story/${other?.id}`)
  await context.setOffline(true)
  for (const { id, slug, title } of [story, other].filter((one) => one !== undefined)) {
    for (const address of [id, slug]) {
      await page.goto(`/story/${address}`)
      await expect(heading(page)).toHaveText(title)
      await page.evaluate(() => scrollBy(0, 200))
      await expect(page).toHaveURL(`/story/${slug}`)
    }
  }
  await page.reload()
  await expect(heading(page)).toHaveText(other?.title ?? '')
  const kept = Object.values(await keptOn(page)).flat()
  expect(kept.filter((path) => path.startsWith('/story/')).sort()).toEqual(
    [story, other].map((one) => `/story/${one?.id}`).sort(),
  )
})

test('the worker is small, and without a network a page that was read opens again, and any other lists what is saved', async ({
  page,
  context,
  request,
}) => {
  const [first, second, third] = await storiesOf(request)
  // Left before there was a worker.
  await page.goto('/terms')
  await beginReading(page, `/story/${first?.id}`, page.url())
  await expect.poll(async () => (await keptOn(page))['ascend-read']).toContain('/terms')
  await page.goto(`/story/${second?.id}?utm_source=whatsapp`)
  await page.goto('/about')
  await expect.poll(async () => (await keptOn(page))['ascend-read']).toContain('/about')

  await test.step('the worker is revalidated at every load, and precaches little', async () => {
    const worker = await request.get('/sw.js', { headers: { 'Accept-Encoding': 'br' } })
    expect(worker.headers()['cache-control']).toBe('no-cache')
    expect(Number(worker.headers()['content-length'])).toBeLessThanOrEqual(6 * 1024)
    let bytes = 0
    for (const path of (await keptOn(page))['ascend-offline'] ?? []) {
      const answer = await request.get(path, { headers: { 'Accept-Encoding': 'br' } })
      bytes += Number(answer.headers()['content-length'])
    }
    console.log(
      `the worker: ${worker.headers()['content-length']} bytes; its precache: ${bytes} bytes`,
    )
    expect(bytes).toBeGreaterThan(5000)
    expect(bytes).toBeLessThanOrEqual(40 * 1024)
  })
  await context.setOffline(true)

  await test.step('the favicon loads', async () => {
    const kind = await page.evaluate(async () => {
      const answer = await fetch('/favicon.svg', { cache: 'no-store' })
      return answer.headers.get('Content-Type')
    })
    expect(kind).toContain('image/svg+xml')
  })

  for (const story of [first, second]) {
    await page.goto(`/story/${story?.id}`)
    await expect(heading(page)).toHaveText(story?.title ?? '')
    await expect(page.locator('.body p').first()).toBeVisible()
  }
  await test.step('a visitor who likes a story is told to go online', async () => {
    const like = page.locator('.body').locator(`[data-like="${second?.id}"]`)
    await like.click()
    await expect(page.getByRole('alert')).toContainText('Go online and sign in')
    await expect(like).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('also where the phone says that it is online, as one whose data is used up', async () => {
    await page.goto(`/story/${second?.id}`)
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => true }))
    const like = page.locator('.body').locator(`[data-like="${second?.id}"]`)
    await like.click()
    await expect(page.getByRole('alert')).toContainText('Go online and sign in')
    await expect(like).toHaveAttribute('aria-pressed', 'false')
  })
  await page.goto('/terms')
  await expect(heading(page)).toContainText('Terms')
  await page.goto(`/story/${third?.id}`)
  await expect(heading(page)).toHaveText('Offline reading')
  await expect(page.getByText('this page is not on your device')).toBeVisible()
  const read = page.getByRole('region', { name: 'Read before' })
  await read.getByRole('link', { name: first?.title ?? '' }).click()
  await expect(heading(page)).toHaveText(first?.title ?? '')

  await page.goto('/offline')
  await read.getByRole('button', { name: `Delete ${second?.title}` }).click()
  await expect(page.getByText(`${second?.title} deleted.`)).toBeAttached()
  await expect(read.getByRole('link', { name: second?.title ?? '' })).toHaveCount(0)
  await page.goto(`/story/${second?.id}`)
  await expect(heading(page)).toHaveText('Offline reading')
})

test('a reader who wants no reading remembered has no page of it on the phone, but what is saved later', async ({
  page,
  request,
}) => {
  const [story, other] = await storiesOf(request)
  const remember = page.getByLabel('Remember my reading on this phone')
  const pagesIn = async (name: string) =>
    ((await keptOn(page))[name] ?? []).filter((path) => path.startsWith('/story/'))
  await beginReading(page, `/story/${story?.id}`)
  await save(page).click()
  await expect.poll(() => pagesIn('ascend-saved')).toEqual([`/story/${story?.id}`])
  await beginReading(page, `/story/${other?.id}`)

  await page.goto('/account')
  await remember.uncheck()
  await expect(page.getByText('Reading Deleted')).toBeVisible()
  expect(Object.keys(await keptOn(page))).toEqual(['ascend-offline', 'ascend-unremembered'])
  await page.getByRole('button', { name: 'Undo' }).click()
  // Only when all of it is back.
  await expect(remember).toBeChecked()
  expect(await pagesIn('ascend-read')).toEqual([`/story/${other?.id}`])
  const length = (path: string) =>
    page.evaluate(async (key) => (await (await caches.match(key))?.text())?.length, path)
  expect(await length(`/story/${story?.id}`)).toBeGreaterThan(1000)

  await remember.uncheck()
  await expect.poll(() => pagesIn('ascend-saved')).toEqual([])
  await page.goto(`/story/${other?.id}`)
  await page.mouse.wheel(0, 200)
  await save(page).click()
  await expect.poll(() => pagesIn('ascend-saved')).toEqual([`/story/${other?.id}`])
  await page.goto(`/story/${story?.id}`)
  await page.goto('/offline')
  expect(await pagesIn('ascend-read')).toEqual([])
  await expect(page.getByText('Nothing yet. Pages that you read')).toBeVisible()
})

test('saved pages open without a network, and signing out deletes all', async ({
  page,
  context,
  request,
}) => {
  await signedIn(page)
  const [story] = await storiesOf(request)
  await beginReading(page, `/story/${story?.id}`)
  await save(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved for Offline' })).toContainText(
    story?.title ?? '',
  )
  const pressed = page.getByRole('button', { name: 'Saved for offline', exact: true })
  await expect(pressed).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/publications/growing-right')
  await save(page).click()
  await expect(pressed).toBeVisible()
  await page.getByRole('button', { name: /^PDF, 85 KB/ }).click()
  await expect(page.getByRole('button', { name: /^PDF.*Saved for offline/ })).toBeVisible()

  await page.goto('/about')
  await context.setOffline(true)
  await page.goto(`/story/${story?.id}`)
  await expect(heading(page)).toHaveText(story?.title ?? '')
  await expect(page.locator('.picture').first()).toHaveJSProperty('complete', true)
  await page.goto('/publications/growing-right')
  await expect(heading(page)).toHaveText('Growing Right')
  const pdf = await page.evaluate(async () => {
    const address = '/api/magazines/growing-right.pdf'
    const whole = await fetch(address)
    const part = await fetch(address, { headers: { Range: 'bytes=0-7' } })
    const download = await fetch(`${address}?download=1`)
    return {
      status: whole.status,
      size: (await whole.blob()).size,
      partStatus: part.status,
      partRange: part.headers.get('Content-Range'),
      part: await part.text(),
      disposition: download.headers.get('Content-Disposition'),
    }
  })
  expect(pdf).toMatchObject({
    status: 200,
    partStatus: 206,
    part: expect.stringMatching(/^%PDF-1/),
  })
  expect(pdf.partRange).toBe(`bytes 0-7/${pdf.size}`)
  expect(pdf.disposition).toContain('attachment')
  await context.setOffline(false)
  const { isQuiet } = await watchRequests(page)
  await page.goto('/about')
  // What is on its way when the session ends would be refused.
  await isQuiet()
  await page.evaluate(() => {
    localStorage.setItem('ascend.queued-likes', '[["gone",true]]')
    location.assign('/api/logout')
  })
  await page.waitForURL('/')
  // The worker hands the navigation on as one: the session has ended on the server, too.
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
  await page.mouse.wheel(0, 300)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('ascend.queued-likes')))
    .toBeNull()
  await expect
    .poll(async () => {
      const { 'ascend-saved': saved = [], 'ascend-read': read = [] } = await keptOn(page)
      return [...saved, ...read].filter((path) =>
        /^\/(story|publications|api\/magazines)\//.test(path),
      )
    })
    .toEqual([])
})

test('what is one person’s alone is cached nowhere, and does not open without a network', async ({
  page,
  context,
  request,
}) => {
  const person = await signedIn(page)
  const [story] = await storiesOf(request)
  await beginReading(page, `/story/${story?.id}`)
  await save(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved for Offline' })).toBeVisible()

  // A walk through everything that is one person's alone.
  const order = await anOrder(page.request)
  const token = await aToken(request)
  await page.evaluate((stored) => localStorage.setItem('adminToken', stored), token)
  const privatePages = [
    '/account',
    `/order/${order.reference}?key=${order.key}`,
    '/orders/find',
    '/redeem',
    '/submit',
    '/admin/dashboard',
    '/admin/orders',
    '/sign-in',
    '/',
  ]
  const { isQuiet } = await watchRequests(page)
  for (const path of privatePages) {
    await page.goto(path)
    await isQuiet()
  }
  const allowed =
    /^\/(offline|about|favicon\.svg|(story|book|publications)\/[\w-]+|api\/magazines\/[\w-]+\.pdf|(_astro|api\/art|uploads)\/.+)?$/
  const stored = await keptOn(page)
  expect(Object.keys(stored).sort()).toEqual(['ascend-offline', 'ascend-read', 'ascend-saved'])
  expect(
    Object.values(stored)
      .flat()
      .filter((path) => !allowed.test(path)),
  ).toEqual([])
  expect(stored['ascend-read']).not.toContain('/')
  const texts = await page.evaluate(async () => {
    const all: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        all.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return all.join('\n')
  })
  for (const secret of [person.email, person.firstName, order.reference, order.key, token])
    expect(texts).not.toContain(secret)

  await context.setOffline(true)
  for (const path of privatePages) {
    await page.goto(path).catch(() => {})
    await expect(page.getByText(person.email)).toHaveCount(0)
    await expect(page.getByText(order.reference)).toHaveCount(0)
  }
})

test('a full device shows an error, and no page is saved by half', async ({ page, request }) => {
  const [story] = await storiesOf(request)
  await page.addInitScript(() => {
    const put = Cache.prototype.put
    Cache.prototype.put = function (key, answer) {
      const isStory = String(key).includes('/story/')
      return isStory
        ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
        : put.call(this, key, answer)
    }
  })
  await page.goto(`/story/${story?.id}`)
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('No Room Left')
  await expect(save(page)).toHaveAttribute('aria-pressed', 'false')
  expect((await keptOn(page))['ascend-saved']).toEqual([])
})

test('a browser without storage says so, and pages still open online', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('', 'SecurityError')
      },
    })
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('', 'SecurityError'))
  })
  await page.goto('/offline')
  await expect(page.getByText('This browser cannot keep pages')).toBeVisible()
  await page.goto('/publications/growing-right')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Could Not Save')
})

test('a like without a network is shown and queued, and of two clicks only the last is sent', async ({
  page,
  context,
  request,
}) => {
  const story = await storyTitled(request, 'The councillor who pins up her fuel receipts')
  const other = await storyTitled(request, 'Follow the culvert')
  const likeOf = (title: string) =>
    page.locator('.body').getByRole('button', { name: `Like “${title}”`, exact: false })
  await signedIn(page)
  const likesNow = async () => {
    const answer = await page.request.get(`/api/stories/engagement?ids=${story.id}`)
    return ((await answer.json()) as { liked: boolean; likesCount: number }[])[0]
  }
  const before = (await likesNow()) ?? { likesCount: 0 }
  await beginReading(page, `/story/${other.id}`)
  await beginReading(page, `/story/${story.id}`)
  await context.setOffline(true)
  await likeOf(story.title).click()
  await expect(page.getByRole('status').filter({ hasText: 'You Are Offline' })).toContainText(
    'sent when the connection is back',
  )
  await expect(likeOf(story.title)).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/story/${other.id}`)
  await page.evaluate(() => scrollBy(0, 200))
  await likeOf(other.title).click()
  await expect(likeOf(other.title)).toHaveAttribute('aria-pressed', 'true')
  await likeOf(other.title).click()
  await expect(likeOf(other.title)).toHaveAttribute('aria-pressed', 'false')
  await page.goto(`/story/${story.id}`)
  await page.evaluate(() => scrollBy(0, 200))
  await expect(likeOf(story.title)).toHaveAttribute('aria-pressed', 'true')

  const sent: string[] = []
  // What reached the server: one that broke off while the network came back is tried again.
  context.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.endsWith('/like')) sent.push(`${answer.request().method()} ${pathname}`)
  })
  // A second tab is back at the same moment.
  const tab = await context.newPage()
  await tab.goto(`/story/${story.id}`)
  await tab.evaluate(() => scrollBy(0, 200))
  await expect(tab.locator(`[data-like="${story.id}"]`).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await context.setOffline(false)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('ascend.queued-likes')))
    .toBeNull()
  expect(sent.sort()).toEqual([
    `DELETE /api/stories/${other.id}/like`,
    `POST /api/stories/${story.id}/like`,
  ])
  const label = await likesNow()
  expect(label).toMatchObject({ liked: true, likesCount: before.likesCount + 1 })

  // Sent, it is shown on a cached page that is the same for everybody.
  await context.setOffline(true)
  await page.reload()
  await expect(likeOf(story.title)).toHaveAttribute('aria-pressed', 'true')
  await expect(likeOf(other.title)).toHaveCount(0)
})

test('under data saver a like without a network is queued too, nothing is prefetched, and the worker is installed with the first saved page', async ({
  page,
  context,
  request,
}) => {
  const { isQuiet } = await watchRequests(page)
  await test.step('under data saver a like without a network is queued too, and code that cannot load is no error', async () => {
    const story = await storyTitled(request, 'The mechanic who closes on Saturday')
    await page.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' })
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    })
    await signedIn(page)
    await page.goto(`/story/${story.id}`)
    await page.evaluate(() => scrollBy(0, 400))
    await isQuiet()
    await context.setOffline(true)
    const like = page.locator('.body').locator(`[data-like="${story.id}"]`)
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    // The button is back once one scrolls up. Its panel was never fetched: the press does nothing, and says nothing.
    await page.evaluate(() => scrollBy(0, -100))
    await page.getByRole('button', { name: 'Theme', exact: true }).click()
    await context.setOffline(false)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('ascend.queued-likes')))
      .toBeNull()
    const answer = await page.request.get(`/api/stories/engagement?ids=${story.id}`)
    expect(await answer.json()).toMatchObject([{ liked: true }])
  })

  await test.step('under data saver nothing is prefetched, and the worker is installed with the first saved page', async () => {
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    await page.evaluate(() => scrollBy(0, 400))
    await isQuiet()
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    expect(await workers()).toBe(0)
    await save(page).click()
    await expect(page.getByRole('button', { name: 'Saved for offline', exact: true })).toBeVisible()
    expect(await workers()).toBe(1)
  })
})
