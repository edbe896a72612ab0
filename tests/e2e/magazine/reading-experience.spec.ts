import type { Page } from 'playwright/test'
import { bookTitled, storiesOf } from '../support/content.ts'
import { desktop, expect, holdBack, phone, test } from '../support/test.ts'

const html = (page: Page) => page.locator('html')
const panel = (page: Page) => page.getByRole('dialog', { name: 'Reading Experience' })
const themeButton = (page: Page) => page.getByRole('button', { name: 'Theme', exact: true })
const badge = (page: Page) => page.getByRole('button', { name: /^Reading mode:/ })
const radio = (page: Page, name: string) => panel(page).getByRole('radio', { name, exact: true })
const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const rootSize = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).fontSize)

async function choose(page: Page, name: string) {
  await radio(page, name).click()
  await expect(radio(page, name)).toBeChecked()
}

/** What is set on the page. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const { theme, mode, size, lines } = document.documentElement.dataset
    return { theme, mode, size, lines }
  })

/** What can be pressed or filled in and lies under the Theme button. */
const coveredByThemeButton = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector('.theme-button')
    if (!button || getComputedStyle(button).opacity === '0') return []
    const mine = button.getBoundingClientRect()
    return [...document.querySelectorAll('main .btn, main button, main input')]
      .filter((one) => {
        const box = one.getBoundingClientRect()
        return (
          box.left < mine.right &&
          box.right > mine.left &&
          box.top < mine.bottom &&
          box.bottom > mine.top
        )
      })
      .map((one) => one.textContent)
  })

/** What was on the page when the browser was first allowed to paint. */
async function watchFirstPaint(page: Page) {
  await page.addInitScript(() => {
    const changes: { name: string | null; hadBody: boolean }[] = []
    Object.assign(window, { changes })
    new MutationObserver((records) => {
      for (const { attributeName } of records) {
        changes.push({ name: attributeName, hadBody: document.body !== null })
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-mode', 'data-theme'] })
  })
  return () =>
    page.evaluate(() => {
      const [styles] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /modes\.[\w-]+\.css$/.test(name)) as (PerformanceResourceTiming & {
        renderBlockingStatus: string
      })[]
      const { changes } = window as unknown as { changes: { hadBody: boolean }[] }
      return { styles: styles?.renderBlockingStatus, late: changes.filter((one) => one.hadBody) }
    })
}

test.describe('on a phone', () => {
  test.use({
    ...phone,
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('a mode is chosen by keyboard alone, and the next page has it before its first paint', async ({
    page,
  }) => {
    const firstPaint = await watchFirstPaint(page)
    await page.goto('/about')
    await expect(badge(page)).toBeHidden()
    expect(await firstPaint(), 'who has no mode fetches none').toEqual({ late: [] })
    await themeButton(page).focus()
    for (const [mode, paper] of [
      ['Sepia', 'rgb(241, 226, 196)'],
      ['Contrast', 'rgb(0, 0, 0)'],
      ['Focus', 'rgb(251, 245, 232)'],
    ] as const) {
      await page.keyboard.press('Enter')
      await expect(panel(page)).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(radio(page, 'Auto')).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      await expect(radio(page, mode)).toBeChecked()
      await expect(html(page)).toHaveAttribute('data-mode', mode.toLowerCase())
      expect(await paperOf(page)).toBe(paper)
      await page.keyboard.press('Escape')
      await expect(panel(page)).toBeHidden()
      expect(
        await page.evaluate(() => document.activeElement?.matches('[aria-controls=theme-panel]')),
      ).toBe(true)

      await page.goto('/terms')
      expect(await firstPaint()).toEqual({ styles: 'blocking', late: [] })
      expect(await paperOf(page)).toBe(paper)
      await expect(badge(page)).toHaveAccessibleName(`Reading mode: ${mode}`)
      await badge(page).focus()
    }
    // What is left in focus mode is the text, and the way out.
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden()
    await expect(themeButton(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(radio(page, 'Default')).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(themeButton(page)).toBeFocused()
    await expect(badge(page)).toBeHidden()
  })

  test('sizes and spacing show at once, in the preview and in a story, and Reset takes all back', async ({
    page,
    request,
  }) => {
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    const textOf = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element)
        return [fontSize, Math.round((parseFloat(lineHeight) / parseFloat(fontSize)) * 100) / 100]
      })
    const story1 = '[data-story-page] .body > p >> nth=0'
    await themeButton(page).click()
    for (const [size, lines, px, height] of [
      ['Small', 'Compact', '15.75px', 1.48],
      ['Large', 'Relaxed', '20.25px', 1.88],
    ] as const) {
      await choose(page, size)
      await choose(page, lines)
      expect(await textOf('.reading-preview p')).toEqual([px, height])
      expect(await textOf(story1)).toEqual([px, height])
    }
    await choose(page, 'Dark')
    await choose(page, 'Sepia')
    await panel(page).getByRole('button', { name: 'Reset' }).click()
    await expect(panel(page).getByRole('status')).toHaveText('All settings are reset.')
    for (const name of ['Auto', 'Default', 'Medium', 'Normal']) {
      await expect(radio(page, name)).toBeChecked()
    }
    expect(await textOf(story1)).toEqual(['18px', 1.68])
    await page.reload()
    expect(await looksOf(page)).toEqual({ theme: 'light' })
  })

  test('panel, toggle and a second tab agree, and a mode that cannot be fetched changes nothing', async ({
    page,
    context,
    expectErrors,
  }) => {
    await page.goto('/about')
    const toggle = page.getByRole('button', { name: 'Dark theme' })

    await test.step('a mode that cannot be fetched says so, until it can', async () => {
      await page.route(/modes\.[\w-]+\.css/, (route) => route.abort())
      await themeButton(page).click()
      await expectErrors(/ERR_FAILED/, async () => {
        await radio(page, 'Sepia').click()
        await expect(panel(page).getByRole('status')).toContainText('could not be loaded')
      })
      await expect(radio(page, 'Default')).toBeChecked()
      await expect(html(page)).not.toHaveAttribute('data-mode')
      await page.unrouteAll()
      await choose(page, 'Sepia')
      await expect(html(page)).toHaveAttribute('data-mode', 'sepia')
      await choose(page, 'Default')
    })

    await test.step('the toggle leaves a mode with its own colours', async () => {
      await choose(page, 'Dark')
      await page.keyboard.press('Escape')
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await toggle.click()
      await themeButton(page).click()
      await expect(radio(page, 'Light')).toBeChecked()
      await choose(page, 'Contrast')
      await panel(page).getByRole('button', { name: 'Close' }).click()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await toggle.click()
      await expect(html(page)).not.toHaveAttribute('data-mode')
      expect(await paperOf(page)).toBe('rgb(251, 245, 232)')
      await expect(badge(page)).toBeHidden()
    })

    await test.step('another tab follows, and the system is followed only while the theme is Auto', async () => {
      const other = await context.newPage()
      await other.goto('/terms')
      await themeButton(page).click()
      await choose(page, 'Sepia')
      await choose(page, 'Large')
      await expect(badge(other)).toHaveAccessibleName('Reading mode: Sepia')
      await expect.poll(() => paperOf(other)).toBe('rgb(241, 226, 196)')
      await expect.poll(() => rootSize(other)).toBe('18px')
      await panel(page).getByRole('button', { name: 'Reset' }).click()
      await expect(badge(other)).toBeHidden()
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(html(page)).toHaveAttribute('data-theme', 'dark')
      await choose(page, 'Light')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(html(page)).toHaveAttribute('data-theme', 'light')
    })
  })

  test('the Theme button lies over nothing that is pressed or filled in, no link of the footer, and is not printed', async ({
    page,
    request,
  }) => {
    const { id } = await bookTitled(request, 'The Quiet Climb')
    await page.goto(`/book/${id}`)
    await expect(themeButton(page)).toHaveCSS('position', 'static')
    await page.goto('/books')
    await expect(themeButton(page)).toBeInViewport({ ratio: 1 })
    for (let step = 0; step < 12; step++) {
      await page.evaluate(async () => {
        scrollBy({ top: 130, behavior: 'instant' })
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      })
      // It comes with the first scroll, and fades.
      await expect.poll(() => coveredByThemeButton(page), `after ${step} steps`).toEqual([])
    }
    await page.emulateMedia({ media: 'print' })
    await expect(themeButton(page)).toBeHidden()
    await page.evaluate(() =>
      localStorage.setItem('ascend.reading', '{"fontSize":"large","lineHeight":"relaxed"}'),
    )
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/about')
    // It is tried at whatever width the footer wraps.
    for (const width of [320, 360, 412, 640]) {
      await page.setViewportSize({ width, height: 640 })
      const covered = await page.evaluate(async () => {
        const button = document.querySelector('.theme-button') as HTMLElement
        const links = [...document.querySelectorAll('.footer a, .footer button')]
        const underButton = () => {
          if (getComputedStyle(button).opacity === '0') return []
          const mine = button.getBoundingClientRect()
          return links.filter((one) => {
            const box = one.getBoundingClientRect()
            return (
              box.left < mine.right &&
              box.right > mine.left &&
              box.top < mine.bottom &&
              box.bottom > mine.top
            )
          })
        }
        await document.fonts.ready
        const hit: (string | null)[] = []
        for (let up = 0; up < 900; up += 60) {
          scrollTo({ top: document.body.scrollHeight - innerHeight - up, behavior: 'instant' })
          // It fades within a few frames; a busy machine paints few of them.
          for (let frame = 0; frame < 60; frame++) {
            await new Promise(requestAnimationFrame)
            if (frame > 2 && underButton().length === 0) break
          }
          hit.push(...underButton().map(({ textContent }) => textContent))
        }
        return hit
      })
      expect(covered, `${width} px`).toEqual([])
    }
  })
})

test.describe('on a desktop', () => {
  test.use(desktop)

  test('the header opens the panel, and focus leaves one column of text', async ({
    page,
    request,
  }) => {
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    await expect(themeButton(page)).toBeHidden()
    const opener = page.getByRole('button', { name: 'Reading Experience' })
    await opener.click()
    await choose(page, 'Focus')
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(opener).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.locator('[data-story-page] .art')).toBeHidden()
    const width = await page
      .locator('[data-story-page] .body > p >> nth=0')
      .evaluate((text) => text.getBoundingClientRect().width)
    expect(width).toBeLessThanOrEqual(680)
    await badge(page).click()
    await expect(panel(page)).toBeVisible()
  })
})

test('in sepia and contrast nothing but the paper is there until the styles of the mode have come', async ({
  page,
}) => {
  for (const [mode, paper] of [
    ['sepia', 'rgb(241, 226, 196)'],
    ['contrast', 'rgb(0, 0, 0)'],
  ] as const) {
    await page.addInitScript((readingMode) => {
      localStorage.setItem('ascend.reading', JSON.stringify({ readingMode }))
    }, mode)
    const release = await holdBack(page, /modes\.[\w-]+\.css/)
    await page.goto('/about', { waitUntil: 'commit' })
    const heading = page.locator('h1')
    await heading.waitFor({ state: 'attached' })
    await expect(heading).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('background-color', paper)
    release()
    await expect(heading).toBeVisible()
    await page.unrouteAll()
  }
})
