import {
  booksOf,
  eitherAddress,
  engagementOf,
  linesOf,
  storiesOf,
  storyTitled,
} from '../support/content.ts'
import { expect, inNewTab, test } from '../support/test.ts'

test('a reader opens a story directly, or from the landing page, and finds everything about it', async ({
  page,
  request,
}) => {
  await test.step('a reader who opens a story directly finds everything about it, and the way to the others', async () => {
    const story = await storyTitled(
      request,
      'Before you choose a course, ask these seven questions',
    )
    const lines = await linesOf(request, story.id)
    const answer = await page.goto(`/story/${story.id}`)
    expect(answer?.status()).toBe(200)
    await expect(page).toHaveTitle(new RegExp(`^${story.title.replaceAll('?', '\\?')}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(story.title)
    const main = page.getByRole('main')
    for (const text of [
      story.category,
      story.summary,
      story.authorName,
      `${story.readTimeMinutes} min read`,
    ]) {
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    }
    const date = main.locator('time')
    await expect(date).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expect(date).toHaveText(
      new Date(story.publishedAt).toLocaleDateString('en-US', {
        timeZone: 'Africa/Lagos',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
      }),
    )
    const paragraphs = (await main.getByRole('paragraph').allInnerTexts()).map((text) =>
      text.trim(),
    )
    const from = paragraphs.indexOf(lines[0] ?? '')
    expect(paragraphs.slice(from, from + lines.length)).toEqual(lines)
    await expect(main.locator('.body').getByText(/^\d+ shares$/)).toBeVisible()
    await expect(main.getByRole('button', { name: 'Share Story' })).toBeVisible()

    await test.step('on a narrow phone the logo keeps its width, and a hidden Listen button takes no space', async () => {
      await page.setViewportSize({ width: 320, height: 700 })
      expect((await page.locator('header .logo svg').boundingBox())?.width).toBe(36)
      await page.setViewportSize({ width: 360, height: 800 })
      const listen = page.locator('[data-tool=listen]')
      await listen.evaluate((button) => button.setAttribute('data-voiceless', ''))
      await expect(listen).toBeHidden()
      expect((await page.locator('.tools').boundingBox())?.height).toBe(44)
    })

    await test.step('Back to Stories leads to the stories section', async () => {
      await page.getByRole('link', { name: 'Back to Stories' }).click()
      await expect(page).toHaveURL('/#stories')
      await expect(page.getByRole('heading', { name: 'Magazine Features' })).toBeInViewport()
    })
  })

  await test.step('a reader looks over the landing page, opens a story from it, and comes back to where they were', async () => {
    const stories = (await storiesOf(request)).slice(0, 6)
    const [story] = stories
    await page.goto('/')
    await test.step('its sections stand in their order', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Celebrating Success and Achievement',
      )
      await expect(
        page.getByText('Inspiring stories of triumph, achievement and positive living', {
          exact: true,
        }),
      ).toBeVisible()
      const headings = await page.getByRole('main').getByRole('heading').allInnerTexts()
      const order = [
        'Celebrating Success and Achievement',
        'Discover Amazing Stories',
        'Featured Story',
        'Magazine Features',
        'Read Our Publications',
        'Educational Resources',
        'Join the Conversation',
      ]
      const found = headings
        .map((heading) => heading.replace(/\s+/g, ' '))
        .filter((heading) => order.includes(heading))
      expect(found).toEqual(order)
      const [main, footer] = await Promise.all(
        ['main', 'contentinfo'].map((role) => page.getByRole(role as 'main').boundingBox()),
      )
      expect(footer?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0) - 1)
    })

    await test.step('what is far below is laid out once it comes near, and before a jump to it', async () => {
      // On a phone of another width than that from which the heights were taken.
      await page.setViewportSize({ width: 412, height: 800 })
      await page.reload()
      const publications = page.locator('#publications')
      const heading = publications.getByRole('heading', { level: 3 }).first()
      const isLaidOut = () =>
        heading.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      expect(await isLaidOut()).toBe(false)
      await page.evaluate(() => location.assign('#publications'))
      // That of the header and a little air: `scroll-padding-top`.
      const top = () => publications.evaluate((element) => element.getBoundingClientRect().top)
      await expect.poll(async () => Math.round(await top())).toBe(84)
      expect(await isLaidOut()).toBe(true)
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto('/')
    })

    await test.step('a card shows badge, read time, title, summary, author and share', async () => {
      const cards = page.locator('#stories').getByRole('article')
      await expect(cards).toHaveCount(6)
      for (const [index, story] of stories.entries()) {
        const card = cards.nth(index)
        await expect(card.getByRole('heading')).toHaveText(story.title)
        for (const text of [
          story.category,
          `${story.readTimeMinutes} min read`,
          story.summary,
          story.authorName,
        ]) {
          await expect(card.getByText(text, { exact: true })).toBeVisible()
        }
        await expect(card.getByRole('button', { name: `Share: ${story.title}` })).toBeVisible()
        await expect(card.locator('img')).toHaveJSProperty('alt', '')
      }
    })

    await test.step('the featured story shows its date and author, and links to the full text', async () => {
      const story = await storyTitled(request, 'The girl who taught Kano’s tailors to code')
      const featured = page.getByRole('region', { name: 'Featured Story' })
      await expect(featured.getByText('Featured', { exact: true })).toBeVisible()
      const date = new Date(story.publishedAt).toLocaleDateString('en-US', {
        timeZone: 'Africa/Lagos',
        month: 'long',
        day: 'numeric',
        year: 'numeric',
      })
      for (const text of [date, story.title, story.summary, story.authorName, story.authorRole]) {
        await expect(featured.getByText(text, { exact: true })).toBeVisible()
      }
      await expect(featured.getByRole('button', { name: 'Share Story' })).toBeVisible()
      await featured.getByRole('link', { name: 'Read Full Story' }).click()
      await expect(page).toHaveURL(eitherAddress('story', story))
      await page.goBack()
    })

    await test.step('a click anywhere on a card opens its story', async () => {
      const card = page
        .locator('#stories')
        .getByRole('article')
        .filter({ hasText: story?.title ?? '' })
      for (const place of [
        card.locator('img'),
        card.getByText(story?.category ?? ''),
        card.getByText(story?.summary ?? ''),
        card.getByText(story?.authorName ?? ''),
      ]) {
        const [around, box] = await Promise.all([card.boundingBox(), place.boundingBox()])
        if (!around || !box) throw new Error('The card shows less than it should')
        await card.click({
          position: { x: box.x - around.x + box.width / 2, y: box.y - around.y + box.height / 2 },
        })
        await expect(page).toHaveURL(eitherAddress('story', story))
        await page.goBack()
      }
    })

    await test.step('a card opens its story by keyboard', async () => {
      const link = page
        .locator('#stories')
        .getByRole('link', { name: story?.title ?? '', exact: true })
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(eitherAddress('story', story))
    })

    await test.step('Back to Stories goes back, not on', async () => {
      const steps = await page.evaluate(() => history.length)
      const back = page.getByRole('link', { name: 'Back to Stories' })
      const tab = await inNewTab(back)
      await expect(tab).toHaveURL('/#stories')
      await tab.close()
      await back.click()
      await expect(page).toHaveURL('/')
      expect(await page.evaluate(() => history.length)).toBe(steps)
      await page.goForward()
      await expect(page).toHaveURL(eitherAddress('story', story))
    })
  })
})

test.describe('a missing story', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('is explained with a way back, and is not the same as a missing page', async ({ page }) => {
    for (const id of [
      '6f0f5c3e-8d6c-4a7e-9b0f-2f1d3c4b5a69',
      'no-such-story',
      '%F0%9F%98%80',
      "1'--",
    ]) {
      const answer = await page.goto(`/story/${id}`)
      expect(answer?.status(), id).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story Not Found')
      await expect(
        page.getByText("The story you're looking for doesn't exist.", { exact: true }),
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to Stories' }).click()
    await expect(page).toHaveURL('/#stories')
    for (const path of ['/nowhere', '/story', '/live/home', '/_image']) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    }
  })
})

test('a reading is counted once a day for each visitor, who gets no cookie and no id', async ({
  browser,
  baseURL,
  request,
}) => {
  const story = await storyTitled(request, 'The well that kept accounts')
  const [book] = await booksOf(request)
  const others = (await storiesOf(request)).filter(({ id }) => id !== story.id).slice(0, 2)
  const { views: before } = await engagementOf(request, story.id)
  const views = async () => (await engagementOf(request, story.id)).views
  const read = async (
    visitor: Awaited<ReturnType<typeof browser.newContext>>,
    { isReported }: { isReported: boolean },
  ) => {
    const page = await visitor.newPage()
    const reports: string[] = []
    page.on('request', (sent) => sent.url().endsWith('/view') && reports.push(sent.url()))
    await page.clock.install()
    const loaded = page.waitForResponse(/count-page/)
    await page.goto(`/story/${story.id}`)
    await page.clock.fastForward(10_000)
    await page.evaluate((module) => import(module), (await loaded).url())
    if (isReported) await expect.poll(() => reports).toHaveLength(1)
    await page.close()
    return reports.length
  }
  const one = await browser.newContext({ baseURL: baseURL ?? '' })
  const hosts = new Set<string>()
  one.on('request', (sent) => hosts.add(new URL(sent.url()).host))
  await read(one, { isReported: true })
  await expect.poll(views).toBe(before + 1)
  expect(await read(one, { isReported: false })).toBe(0)
  expect(await views()).toBe(before + 1)

  await test.step('a walk over home, stories, book, search and the share dialog leaves neither', async () => {
    const page = await one.newPage()
    const stories = [...others, story].map(({ id }) => `/story/${id}`)
    for (const path of ['/', `/book/${book?.id}`, '/search?q=well', ...stories]) {
      await page.goto(path)
      await page.mouse.wheel(0, 400)
    }
    const shared = page.waitForResponse(/\/share$/)
    await page.getByRole('button', { name: 'Share Story' }).click()
    expect((await shared).status()).toBe(200)
    expect(await one.cookies()).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify(localStorage))
    expect(stored).toContain('ascend.counted')
    const known = [story, ...others].map(({ id }) => id)
    const ids = stored.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    expect(ids.filter((id) => !known.includes(id))).toEqual([])
    expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
  })

  const quiet = await browser.newContext({ baseURL: baseURL ?? '' })
  await quiet.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  for (let opening = 0; opening < 2; opening++) await read(quiet, { isReported: true })
  await expect.poll(views).toBe(before + 3)
  const { origins, cookies } = await quiet.storageState()
  expect([origins, cookies]).toEqual([[], []])
  await Promise.all([one.close(), quiet.close()])
})
