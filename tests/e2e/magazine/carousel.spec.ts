import type { CDPSession, Page } from 'playwright/test'
import { eitherAddress, storiesOf } from '../support/content.ts'
import { desktop, expect, holdBack, phone, test } from '../support/test.ts'

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

test.describe('on a phone whose reader wants less motion', () => {
  // Nothing turns by itself, which would hide a button that does nothing and a swipe the wrong way.
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('a reader looks through the newest stories by buttons, dots and swipes, and opens one', async ({
    page,
    request,
  }) => {
    const stories = (await storiesOf(request)).slice(0, 6)
    await page.clock.install()
    await page.goto('/')
    const { section, slides, count, button, dots, shows, leave } = carouselOf(page)

    await test.step('six slides show all that helps to choose', async () => {
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

    await test.step('buttons turn it around both ends, the first of them by the click that hydrates it', async () => {
      await button('Next story').click()
      await shows(2)
      await button('Previous story').click()
      await shows(1)
      await button('Previous story').click()
      await shows(6)
      await button('Next story').click()
      await shows(1)
    })

    await test.step('it does not turn by itself', async () => {
      await expect(button('Play')).toBeVisible()
      await leave()
      await page.clock.runFor(10_000)
      await shows(1)
    })

    await test.step('dots lead to their slide', async () => {
      await expect(dots).toHaveCount(6)
      await dots.nth(4).click()
      await shows(5)
      await expect(dots.nth(4)).toHaveAttribute('aria-current', 'true')
      await expect(dots.nth(1)).not.toHaveAttribute('aria-current')
    })

    await test.step('swipes turn it around both ends; a slow short drag changes nothing', async () => {
      const thumb = await page.context().newCDPSession(page)
      const art = async () => {
        const box = await section.boundingBox()
        if (!box) throw new Error('No carousel in view')
        return { x: box.x + box.width / 2, y: Math.max(box.y, 80) + 60 }
      }
      for (const [by, number] of [
        [-120, 6],
        [-120, 1],
        [-120, 2],
        [120, 1],
        [120, 6],
        [120, 5],
      ] as const) {
        await drag(thumb, await art(), by)
        await shows(number)
      }
      // 40 px in two seconds: 800 px · px/s, far below 10,000.
      await drag(thumb, await art(), -40, () => page.clock.runFor(2000))
      await shows(5)
    })

    await test.step('Read Full Story leads to its story', async () => {
      await slides.nth(4).getByRole('link', { name: 'Read Full Story' }).click()
      await expect(page).toHaveURL(eitherAddress('story', stories[4]))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(stories[4]?.title ?? '')
    })
  })
})

test.describe('on a desktop', () => {
  test.use(desktop)

  test('left alone it turns every four seconds; pointer, focus, a hidden tab and Pause stop it', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/')
    const { section, slides, button, dots, shows, leave, wake } = carouselOf(page)
    await wake()
    await slides.first().getByRole('heading').hover()
    // From here on the clock stands still but for `runs`.
    await page.clock.pauseAt(Date.now() + 60_000)
    const runs = (ms: number) => page.clock.runFor(ms)
    await shows(1)
    await leave()

    await test.step('it turns, and from the last to the first', async () => {
      await runs(4100)
      await shows(2)
      await runs(4000)
      await shows(3)
      await runs(12_000)
      await shows(6)
      await runs(4000)
      await shows(1)
    })

    await test.step('it pauses while hovered, and continues afterwards', async () => {
      await slides.first().getByRole('heading').hover()
      await runs(10_000)
      await shows(1)
      await leave()
      await runs(4100)
      await shows(2)
    })

    await test.step('it pauses in a hidden tab, and continues when the tab is visible', async () => {
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
      await shows(2)
      await tabIs('visible')
      await runs(4100)
      await shows(3)
    })

    await test.step('keyboard focus pauses it until Play is pressed', async () => {
      const link = slides.nth(2).getByRole('link')
      await link.focus()
      await runs(10_000)
      await shows(3)
      await expect(link).toBeFocused()
      await leave()
      await runs(10_000)
      await shows(3)
      // With the focus on the button itself it turns: that is what was asked for.
      await button('Play').focus()
      await page.keyboard.press('Enter')
      await runs(4100)
      await shows(4)
      await expect(button('Pause')).toBeFocused()
      await page.keyboard.press('Enter')
      await runs(10_000)
      await shows(4)
    })

    await test.step('the arrow keys turn it while the focus is on its buttons, and nowhere else', async () => {
      await page.keyboard.press('ArrowLeft')
      await shows(3)
      await page.keyboard.press('ArrowRight')
      await shows(4)
      await expect(button('Play')).toBeFocused()
      await slides.nth(3).getByRole('link').focus()
      await page.keyboard.press('ArrowRight')
      await shows(4)
    })

    await test.step('Tab reaches its controls before its slides, Pause first', async () => {
      await expect(section.getByRole('button').first()).toHaveAccessibleName('Play')
      await button('Play').focus()
      await page.keyboard.press('Tab')
      await expect(button('Previous story')).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(button('Next story')).toBeFocused()
      for (const dot of await dots.all()) {
        await page.keyboard.press('Tab')
        await expect(dot).toBeFocused()
      }
      await page.keyboard.press('Tab')
      await expect(slides.nth(3).getByRole('link')).toBeFocused()
      await expect(section.getByRole('group', { name: 'Choose a story' })).toBeVisible()
      await expect(section.getByRole('group', { name: '4 of 6' })).toBeVisible()
    })

    await test.step('Pause stops it until Play', async () => {
      const shape = await button('Play').locator('svg path').boundingBox()
      expect(shape?.width).toBeGreaterThan(8)
      await button('Play').click()
      await expect(button('Pause')).toBeVisible()
      await leave()
      await runs(4100)
      await shows(5)
      await button('Pause').click()
      await expect(button('Play')).toBeVisible()
      await leave()
      await runs(10_000)
      await shows(5)
    })
  })
})

test('what a reader did before the script came holds: the slide they tabbed to, the focus, the pointer', async ({
  page,
}) => {
  await page.clock.install()
  const { slides, shows } = carouselOf(page)
  const isAwake = (hidden: number) => expect(slides.nth(hidden)).toHaveJSProperty('inert', true)

  await test.step('tabbed to the third slide', async () => {
    const release = await holdBack(page, /\/_astro\/Carousel\./)
    await page.goto('/')
    const link = slides.nth(2).getByRole('link', { name: 'Read Full Story' })
    await link.focus()
    await page.evaluate(() => dispatchEvent(new Event('scroll')))
    release()
    await isAwake(0)
    await shows(3)
    await expect(link).toBeFocused()
  })

  for (const by of ['focus', 'hover'] as const) {
    await test.step(`paused by ${by}`, async () => {
      await page.goto('/')
      await slides.first().getByRole('link')[by]()
      await isAwake(1)
      await page.clock.runFor(10_000)
      await shows(1)
    })
  }
})

test.describe('by touch, on a slow connection', () => {
  test.use(phone)

  test('a story is opened at once, without the script of the carousel', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }),
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await holdBack(page, /\/_astro\/Carousel\./)
    await page.goto('/')
    await page.evaluate(() => dispatchEvent(new Event('scroll')))
    await page.waitForFunction(() => (self as { Astro?: { engaged?: object } }).Astro?.engaged)
    await carouselOf(page).slides.first().getByRole('link').tap()
    await expect(page).toHaveURL(/\/story\//)
    expect(asked.filter((address) => address.includes('/Carousel.'))).toEqual([])
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
