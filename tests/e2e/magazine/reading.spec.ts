import type { BrowserContext, Page } from 'playwright/test'
import { eitherAddress, type Story, storiesOf } from '../support/content.ts'
import { password, signedIn } from '../support/readers.ts'
import { desktop, expect, test } from '../support/test.ts'
import { watchRequests } from '../support/traffic.ts'

const popup = (page: Page) => page.getByRole('dialog', { name: 'Achievement Unlocked!' })
const note = (page: Page) => page.getByText('You are where you stopped reading.')
const tile = (page: Page, name: string) =>
  page.locator('[data-journey] .tiles li').filter({ hasText: name }).locator('b')

/** Opens a story and reads it for so long, at the pace of the test's own clock. */
async function readFor(page: Page, story: Story, seconds: number) {
  if (!eitherAddress('story', story).test(page.url())) {
    await page.goto(`/story/${story.id}`)
    // The first sign of life brings what measures; it is there once its module has run.
    const measures = page.waitForResponse(/track-reading/)
    await page.keyboard.press('ArrowDown')
    const module = (await measures).url()
    await page.evaluate((address) => import(address), module)
  }
  for (let left = seconds; left > 0; left -= 20) {
    await page.keyboard.press('Shift')
    await page.clock.runFor(Math.min(left, 20) * 1000)
  }
}

const toLastLine = (page: Page) =>
  page
    .locator('[data-story-text] > p')
    .last()
    .evaluate((line) => line.scrollIntoView({ block: 'end', behavior: 'instant' }))

/** Reads a story to its end, a third of its read time and a little more. */
async function finish(page: Page, story: Story) {
  await readFor(page, story, story.readTimeMinutes * 20 + 15)
  await toLastLine(page)
  await page.clock.runFor(11_000)
}

async function toJourney(page: Page) {
  await page.goto('/')
  await page.mouse.wheel(0, 10)
  await page.locator('#journey').scrollIntoViewIfNeeded()
}

async function shortStories(page: Page): Promise<Story[]> {
  const stories = await storiesOf(page.request)
  return stories.sort((a, b) => a.readTimeMinutes - b.readTimeMinutes)
}

test.beforeEach(({ page }) => page.clock.install())

test('a reader who reads a story to its end sees it counted once and unlocks the first achievement', async ({
  page,
}) => {
  const [story, other] = (await shortStories(page)) as [Story, Story]
  await readFor(page, story, 25)
  await toLastLine(page)
  await page.clock.runFor(11_000)
  await expect(popup(page), 'a third of the read time is not over').toHaveCount(0)
  await finish(page, story)
  await expect(popup(page)).toContainText('First Steps')
  await expect(popup(page)).toContainText('Common')
  await page.getByRole('button', { name: 'Awesome!' }).click()
  await expect(popup(page)).toHaveCount(0)

  await page.goto('/about')
  await finish(page, story)
  await toJourney(page)
  await expect(tile(page, 'Stories Read')).toHaveText('1')
  await expect(tile(page, 'Categories')).toHaveText('1')
  await expect(tile(page, 'Day Streak')).toHaveText('1')
  await expect(tile(page, 'Reading Time')).toHaveText(/^0h [1-9]\d*m$/)
  await expect(popup(page)).toHaveCount(0)

  const panel = page.locator('[data-journey]')
  await expect(panel.getByText('1 of 5')).toBeVisible()
  await expect(panel.getByText('20%')).toBeVisible()
  await page.getByRole('tab', { name: 'In Progress (5)', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Unlocked (1)' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Unlocked (1)' })).toContainText('First Steps')
  await expect(page.getByRole('tabpanel', { name: 'In Progress (5)' })).toBeHidden()

  // A story that is only begun adds its minutes and nothing else.
  await readFor(page, other, 65)
  await toJourney(page)
  await expect(tile(page, 'Stories Read')).toHaveText('1')

  await page.goto('/account')
  await expect(page.locator('[data-stat=storiesRead]')).toHaveText('1')
  await expect(page.locator('[data-stat=achievementsUnlocked]')).toHaveText('1')
  await page.getByRole('button', { name: 'Clear my history' }).click()
  await page.getByRole('button', { name: 'Yes, clear my history' }).click()
  await expect(page.locator('[data-stat=storiesRead]')).toHaveText('0')
  await toJourney(page)
  await page.getByRole('tab', { name: 'Unlocked (0)' }).click()
  await expect(
    page.getByText('No achievements unlocked yet. Start reading to earn your first badge!'),
  ).toBeVisible()
})

test('two tabs with one story count its time once', async ({ page, context }) => {
  const [story] = (await shortStories(page)) as [Story]
  const second = await context.newPage()
  for (const one of [page, second]) await readFor(one, story, 1)
  // Side by side, both seen and both in use: a minute has sixty seconds all the same.
  for (let tens = 0; tens < 6; tens++) {
    for (const one of [page, second]) await one.keyboard.press('Shift')
    // One clock for all tabs of a browser.
    await page.clock.runFor(10_000)
  }
  const { events } = await keptOn(page)
  expect(events).toHaveLength(1)
  expect(events[0]?.seconds).toBeGreaterThanOrEqual(45)
  expect(events[0]?.seconds).toBeLessThanOrEqual(75)
})

test('a browser that forbids storage counts in memory, without an error', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('', 'SecurityError')
      },
    })
  })
  const [story] = (await shortStories(page)) as [Story]
  await finish(page, story)
  await expect(popup(page)).toContainText('First Steps')
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await toJourney(page)
  await expect(tile(page, 'Stories Read')).toHaveText('0')
})

test('invalid stored data and a full storage cause no error', async ({ page }) => {
  const [story] = (await shortStories(page)) as [Story]
  await page.goto('/about')
  await page.evaluate((id) => {
    localStorage.setItem('ascend.journey', '{"events":[{"id":7}],"account":{"days":"x"}')
    localStorage.setItem('ascend.places', `["${id}", null, {"storyId":"${id}"}]`)
  }, story.id)
  await toJourney(page)
  await expect(tile(page, 'Stories Read')).toHaveText('0')
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await finish(page, story)
  await expect(popup(page)).toContainText('First Steps')
})

test('what was read on two devices adds up with the account, and is celebrated once', async ({
  page,
  browser,
  baseURL,
}) => {
  const [first, second, third] = (await shortStories(page)) as [Story, Story, Story]
  const person = await signedIn(page)
  await finish(page, first)
  await page.getByRole('button', { name: 'Awesome!' }).click()
  await expect.poll(async () => (await keptOn(page)).account?.unlocked.length).toBe(1)

  const laptop = await aDevice(browser, baseURL)
  const there = await laptop.newPage()
  await there.clock.install()
  const answer = await there.request.post('/api/auth/sign-in', {
    data: { email: person.email, password },
  })
  expect(answer.ok()).toBe(true)
  await toJourney(there)
  await expect(tile(there, 'Stories Read')).toHaveText('1')
  await expect(there.getByRole('tab', { name: 'Unlocked (1)' })).toBeVisible()
  await finish(there, second)
  await expect.poll(async () => (await keptOn(there)).account?.stories.length).toBe(2)
  await expect(popup(there)).toHaveCount(0)

  // Back on the phone, where a third story is finished without a network: it is sent when that is back.
  const { isQuiet } = await watchRequests(page)
  await readFor(page, third, 20)
  await isQuiet()
  await page.context().setOffline(true)
  await finish(page, third)
  expect((await keptOn(page)).account?.stories).toHaveLength(2)
  await page.context().setOffline(false)
  await expect.poll(async () => (await keptOn(page)).account?.stories.length).toBe(3)
  await page.goto('/account')
  await expect(page.locator('[data-stat=storiesRead]')).toHaveText('3')
  await laptop.close()

  // Signed out, the device knows nothing of the account any more.
  await page.goto('/api/logout')
  await toJourney(page)
  await expect.poll(async () => (await keptOn(page)).account).toBeUndefined()
  await expect(tile(page, 'Stories Read')).toHaveText('0')
})

test('a story opens where its reader stopped, at any width, and from the top on request', async ({
  page,
  context,
}) => {
  const stories = await shortStories(page)
  const story = stories.at(-1) as Story
  await readFor(page, story, 5)
  const paragraphs = page.locator('[data-story-text] > p')
  const middle = Math.floor((await paragraphs.count()) / 2)
  await paragraphs.nth(middle).evaluate((one) => one.scrollIntoView({ behavior: 'instant' }))
  await page.clock.runFor(11_000)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Continue reading' })).toContainText(/\d+ min left/)
  const wide = await context.newPage()
  await wide.setViewportSize(desktop.viewport)
  await wide.goto('/')
  await wide.getByRole('region', { name: 'Continue reading' }).getByRole('link').click()
  await expect(wide).toHaveURL(eitherAddress('story', story))
  await expect(note(wide)).toBeVisible()
  const top = await wide
    .locator('[data-story-text] > p')
    .nth(middle)
    .evaluate((one) => one.getBoundingClientRect().top)
  expect(Math.abs(top - 84)).toBeLessThan(12)
  await wide.getByRole('button', { name: 'Start from the top' }).click()
  await expect.poll(() => wide.evaluate(() => scrollY)).toBe(0)
  await expect(note(wide)).toHaveCount(0)

  const { isQuiet } = await watchRequests(page)
  await page.goto(`/story/${story.id}#main`)
  await isQuiet()
  await expect(note(page)).toHaveCount(0)
  await wide.goto('/')
  await expect(wide.locator('[data-continue]')).toBeHidden()
})

test('a reader who wants nothing remembered takes it back with Undo, or has nothing of it on the phone', async ({
  page,
}) => {
  const [story, other] = (await shortStories(page)) as [Story, Story]
  const remember = page.getByLabel('Remember my reading on this phone')
  const stored = () => page.evaluate(() => Object.keys(localStorage).sort())
  await finish(page, story)
  await page.getByRole('button', { name: 'Awesome!' }).click()
  await readFor(page, other, 25)
  const before = await stored()
  expect(before).toEqual(['ascend.counted', 'ascend.journey', 'ascend.visited'])

  await toJourney(page)
  await expect(tile(page, 'Stories Read')).toHaveText('1')
  await expect(remember).toBeChecked()
  await remember.press('Space')
  await expect(tile(page, 'Stories Read')).toHaveText('0')
  expect(await stored()).toEqual(['ascend.remember-reading'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(remember).toBeChecked()
  await expect(tile(page, 'Stories Read')).toHaveText('1')
  expect(await stored()).toEqual([...before, 'ascend.remember-reading'].sort())

  await remember.uncheck()
  await expect(tile(page, 'Stories Read')).toHaveText('0')
  await finish(page, other)
  await toJourney(page)
  await expect(remember).not.toBeChecked()
  await expect(tile(page, 'Stories Read')).toHaveText('0')
  await expect(popup(page)).toHaveCount(0)
  expect(await stored()).toEqual(['ascend.remember-reading'])
  await page.goto('/account')
  await remember.check()
  await finish(page, story)
  expect(await stored()).toContain('ascend.journey')
})

interface KeptOnDevice {
  events: { seconds: number }[]
  account?: { stories: unknown[]; unlocked: unknown[] }
}

function keptOn(page: Page): Promise<KeptOnDevice> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('ascend.journey') ?? '{"events":[]}'))
}

function aDevice(
  browser: { newContext(options: object): Promise<BrowserContext> },
  baseURL: string | undefined,
) {
  return browser.newContext({ baseURL, ...desktop })
}
