import type { CDPSession, Page } from 'playwright/test'
import { storiesOf } from './content.ts'
import { desktop, expect, phone, test } from './test.ts'

/** A slide takes 320 ms to come. */
const soon = { intervals: [50, 100] }

/** The carousel; `wake` engages with the page as a reader does and waits until it turns. */
function carouselOf(page: Page) {
  const section = page.locator('section[aria-roledescription=carousel]')
  const slides = section.locator('[aria-roledescription=slide]')
  return {
    section,
    slides,
    count: section.getByText(/^\d of \d$/),
    button: (name: string) => section.getByRole('button', { name, exact: true }),
    dots: section.getByRole('button', { name: /^Story \d: / }),
    /** The reader's attention goes elsewhere. */
    async leave() {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.mouse.move(1, 1)
    },
    async wake() {
      await section.scrollIntoViewIfNeeded()
      await page.evaluate(() => dispatchEvent(new Event('scroll')))
      await expect(slides.nth(1)).toHaveJSProperty('inert', true)
    },
    /** The one slide in view has this number, is the only one that can be used, and is told. */
    async shows(number: number) {
      await expect(section.getByText(`${number} of 6`, { exact: true })).toBeVisible()
      const usable = Array.from({ length: 6 }, (_, index) => index + 1 === number)
      // Seen in one moment: on a slow machine the next slide comes while somebody looks twice.
      await expect
        .poll(
          () =>
            section.evaluate((element, at) => {
              const all = [...element.querySelectorAll<HTMLElement>('[aria-roledescription=slide]')]
              const left = all[at]?.getBoundingClientRect().x ?? Number.NaN
              return {
                left: Math.round(left - element.getBoundingClientRect().x),
                usable: all.map(({ inert }) => !inert),
              }
            }, number - 1),
          soon,
        )
        .toEqual({ left: 0, usable })
    },
  }
}

/** Opens the landing page with a clock that can be turned; `runs` turns it without anybody touching the page. */
async function openWithClock(page: Page) {
  await page.clock.install()
  await page.goto('/')
  const carousel = carouselOf(page)
  await carousel.wake()
  await carousel.leave()
  return { ...carousel, runs: (ms: number) => page.clock.runFor(ms) }
}

test('six slides show the newest stories, each with all that helps to choose', async ({
  page,
  request,
}) => {
  const stories = (await storiesOf(request)).slice(0, 6)
  await page.goto('/')
  const { slides, count } = carouselOf(page)
  await expect(slides).toHaveCount(6)
  await expect(count).toHaveText('1 of 6')
  for (const [index, story] of stories.entries()) {
    const slide = slides.nth(index)
    await expect(slide).toHaveAttribute('aria-label', `${index + 1} of 6`)
    await expect(slide.getByRole('heading')).toHaveText(story.title)
    for (const text of [
      story.category,
      story.authorName,
      `${story.readTimeMinutes} min read`,
      /\d+ views/,
      /\d\.\d/,
    ]) {
      await expect(slide).toContainText(text)
    }
    const { content } = await (await request.get(`/api/stories/${story.id}`)).json()
    const excerpt = await slide.getByText(/…$/).innerText()
    const start = excerpt.replace(/\s+/g, ' ').slice(0, -1)
    expect(start).toBe(
      Array.from(content as string)
        .slice(0, 200)
        .join('')
        .replace(/\s+/g, ' ')
        .trimEnd(),
    )
  }
})

for (const [name, size] of Object.entries({ phone: {}, desktop })) {
  test.describe(`on a ${name}`, () => {
    // Nothing turns by itself, which would hide a button that does nothing.
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })

    test(`a reader turns the carousel by its buttons and dots, around both ends, on a ${name}`, async ({
      page,
    }) => {
      await page.goto('/')
      const { button, dots, shows, wake } = carouselOf(page)
      await wake()
      await shows(1)
      await button('Previous story').click()
      await shows(6)
      await button('Next story').click()
      await shows(1)
      await button('Next story').click()
      await shows(2)
      await expect(dots).toHaveCount(6)
      await dots.nth(4).click()
      await shows(5)
      await expect(dots.nth(4)).toHaveAttribute('aria-current', 'true')
      await expect(dots.nth(1)).not.toHaveAttribute('aria-current')
    })
  })
}

test('Read Full Story on a slide leads to its story', async ({ page, request }) => {
  const story = (await storiesOf(request))[2]
  await page.goto('/')
  const { slides, dots, shows, wake } = carouselOf(page)
  await wake()
  await dots.nth(2).click()
  await shows(3)
  await slides.nth(2).getByRole('link', { name: 'Read Full Story' }).click()
  await expect(page).toHaveURL(`/story/${story?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(story?.title ?? '')
})

test('it advances every four seconds, and from the last to the first', async ({ page }) => {
  const { shows, runs } = await openWithClock(page)
  await shows(1)
  await runs(4100)
  await shows(2)
  await runs(4000)
  await shows(3)
  await runs(12_000)
  await shows(6)
  await runs(4000)
  await shows(1)
})

test('it pauses while hovered, and continues afterwards', async ({ page }) => {
  const { slides, shows, runs, leave } = await openWithClock(page)
  await slides.first().getByRole('heading').hover()
  await runs(10_000)
  await shows(1)
  await leave()
  await runs(4100)
  await shows(2)
})

test('keyboard focus pauses it until Play is pressed', async ({ page }) => {
  const { slides, button, shows, runs, leave } = await openWithClock(page)
  const link = slides.first().getByRole('link')
  await link.focus()
  await runs(10_000)
  await shows(1)
  await expect(link).toBeFocused()
  await leave()
  await runs(10_000)
  await shows(1)
  // With the focus on the button itself it turns: that is what was asked for.
  await button('Play').focus()
  await page.keyboard.press('Enter')
  await runs(4100)
  await shows(2)
  await expect(button('Pause')).toBeFocused()
  await page.keyboard.press('Enter')
  await runs(10_000)
  await shows(2)
})

test('Tab reaches its controls before its slides, Pause first', async ({ page }) => {
  await page.goto('/')
  const { section, slides, button, dots } = carouselOf(page)
  await expect(section.getByRole('button').first()).toHaveAccessibleName('Pause')
  await button('Pause').focus()
  await page.keyboard.press('Tab')
  await expect(button('Previous story')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button('Next story')).toBeFocused()
  for (const dot of await dots.all()) {
    await page.keyboard.press('Tab')
    await expect(dot).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(slides.first().getByRole('link')).toBeFocused()
  await expect(section.getByRole('group', { name: 'Choose a story' })).toBeVisible()
  await expect(section.getByRole('group', { name: '1 of 6' })).toBeVisible()
})

test('it pauses in a hidden tab, and continues when the tab is visible', async ({ page }) => {
  const { shows, runs } = await openWithClock(page)
  const tabIs = (state: 'hidden' | 'visible') =>
    page.evaluate((shown) => {
      Object.defineProperties(document, {
        hidden: { value: shown === 'hidden', configurable: true },
        visibilityState: { value: shown, configurable: true },
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await tabIs('hidden')
  await runs(10_000)
  await shows(1)
  await tabIs('visible')
  await runs(4100)
  await shows(2)
})

test('the arrow keys turn it while the focus is on its buttons, and nowhere else', async ({
  page,
}) => {
  const { button, slides, shows } = await openWithClock(page)
  await button('Pause').focus()
  await page.keyboard.press('ArrowLeft')
  await shows(6)
  await page.keyboard.press('ArrowRight')
  await shows(1)
  await expect(button('Play')).toBeFocused()
  await slides.first().getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await shows(1)
})

test('Pause stops it until Play', async ({ page }) => {
  const { button, shows, runs, leave } = await openWithClock(page)
  await button('Pause').click()
  await expect(button('Play')).toBeVisible()
  const shape = await button('Play').locator('svg path').boundingBox()
  expect(shape?.width).toBeGreaterThan(8)
  await leave()
  await runs(10_000)
  await shows(1)
  await button('Play').click()
  await expect(button('Pause')).toBeVisible()
  await leave()
  await runs(4100)
  await shows(2)
})

test.describe('hydrated by the click itself', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('it turns by that click, not only by the next one', async ({ page }) => {
    await page.goto('/')
    const { button, shows } = carouselOf(page)
    await button('Next story').click()
    await shows(2)
  })
})

for (const by of ['the pointer', 'the focus'] as const) {
  test(`it stays paused when ${by} was there before it hydrated`, async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    const { slides, shows } = carouselOf(page)
    const link = slides.first().getByRole('link')
    if (by === 'the pointer') await link.hover()
    else await link.focus()
    await expect(slides.nth(1)).toHaveJSProperty('inert', true)
    await page.clock.runFor(10_000)
    await shows(1)
  })
}

test.describe('a reader who wants less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('gets a carousel that does not advance by itself', async ({ page }) => {
    const { button, shows, runs, leave } = await openWithClock(page)
    await runs(10_000)
    await shows(1)
    await expect(button('Play')).toBeVisible()
    await button('Next story').click()
    await shows(2)
    await leave()
    await runs(10_000)
    await shows(2)
  })
})

test.describe('a thumb', () => {
  // Nothing turns by itself, which would hide a swipe that turned the wrong way.
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('swipes to the next story and back, around both ends; a slow short drag changes nothing', async ({
    page,
  }) => {
    const { shows, section } = await openWithClock(page)
    const thumb = await page.context().newCDPSession(page)
    const art = async () => {
      const box = await section.boundingBox()
      if (!box) throw new Error('No carousel in view')
      return { x: box.x + box.width / 2, y: Math.max(box.y, 80) + 60 }
    }
    for (const [by, number] of [
      [-120, 2],
      [-120, 3],
      [-120, 4],
      [120, 3],
      [120, 2],
    ] as const) {
      await drag(thumb, await art(), by)
      await shows(number)
    }
    // 40 px in two seconds: 800 px · px/s, far below 10,000.
    await drag(thumb, await art(), -40, () => page.clock.runFor(2000))
    await shows(2)
    for (const [by, number] of [
      [120, 1],
      [120, 6],
      [120, 5],
      [-120, 6],
      [-120, 1],
    ] as const) {
      await drag(thumb, await art(), by)
      await shows(number)
    }
  })
})

/** Drags sideways with one finger; `dawdle` passes time while the finger is down. */
async function drag(
  thumb: CDPSession,
  { x, y }: { x: number; y: number },
  by: number,
  dawdle: () => Promise<void> = async () => {},
) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    thumb.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    })
  await touch('touchStart', x)
  for (let step = 1; step <= 8; step++) await touch('touchMove', x + (by * step) / 8)
  await dawdle()
  await touch('touchEnd')
}

test('a reader who has tabbed to the third slide before the script came stays there', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_astro\/Carousel\./, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const carousel = carouselOf(page)
  const link = carousel.slides.nth(2).getByRole('link', { name: 'Read Full Story' })
  await link.focus()
  await page.evaluate(() => dispatchEvent(new Event('scroll')))
  release()
  await expect(carousel.slides.nth(0)).toHaveJSProperty('inert', true)
  await carousel.shows(3)
  await expect(link).toBeFocused()
})
