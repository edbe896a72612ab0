import type { Locator, Page } from 'playwright/test'
import { desktop, expect, holdBack, test } from './support/test.ts'

const toggle = (page: Page) => page.getByRole('button', { name: 'Dark theme' })
const theme = (page: Page) => page.locator('html')
const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const light = 'rgb(251, 245, 232)'
const dark = 'rgb(14, 18, 40)'

test('the toggle flips light and dark, and every page has the choice before its first paint', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const changes: { theme: string | undefined; hadBody: boolean }[] = []
    Object.assign(window, { changes })
    new MutationObserver(() => {
      changes.push({
        theme: document.documentElement.dataset['theme'],
        hadBody: document.body !== null,
      })
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-theme'] })
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')

  await test.step('until then the theme is the system’s', async () => {
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await toggle(page).click()
    await page.reload()
    await expect(theme(page)).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(theme(page)).toHaveAttribute('data-theme', 'light')
  })

  await test.step('the choice is remembered', async () => {
    expect(await paperOf(page)).toBe(light)
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
    await toggle(page).click()
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await paperOf(page)).toBe(dark)
    for (const path of ['/', '/books', '/about']) {
      await page.goto(path)
      await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
      await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
      expect(
        await page.evaluate(() => (window as unknown as { changes: unknown[] }).changes),
        path,
      ).toEqual([{ theme: 'dark', hadBody: false }])
    }
    await toggle(page).click()
    await page.reload()
    await expect(theme(page)).toHaveAttribute('data-theme', 'light')
  })
})

test('a system theme that changes before the script loads is followed, and invalid stored data falls back to the defaults', async ({
  page,
}) => {
  await test.step('a system theme that changes before the script loads is followed', async () => {
    const send = await holdBack(page, /\.js$/)
    await page.goto('/about', { waitUntil: 'commit' })
    await expect(theme(page)).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    send()
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
  })

  await page.unroute(/\.js$/)
  await page.emulateMedia({ colorScheme: 'light' })
  await test.step('invalid stored data falls back to the defaults, and a new choice is still stored, if it may be', async () => {
    await page.goto('/about')
    for (const stored of [
      '{broken',
      'null',
      '"dark"',
      '{"theme":"purple","readingMode":"dim","fontSize":99,"lineHeight":null}',
      '{"theme":{"a":1},"readingMode":["sepia"],"fontSize":"Large"}',
    ]) {
      await page.evaluate((text) => localStorage.setItem('ascend.reading', text), stored)
      await page.reload()
      await expect(theme(page), stored).toHaveAttribute('data-theme', 'light')
      for (const name of ['data-mode', 'data-size', 'data-lines']) {
        await expect(theme(page), stored).not.toHaveAttribute(name)
      }
      await toggle(page).click()
      await page.reload()
      await expect(theme(page), stored).toHaveAttribute('data-theme', 'dark')
    }

    await test.step('where storage is forbidden, the theme flips all the same', async () => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('', 'SecurityError')
          },
        })
      })
      await page.reload()
      await expect(theme(page)).toHaveAttribute('data-theme', 'light')
      await toggle(page).click()
      await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
      await page.getByRole('button', { name: 'Theme', exact: true }).click()
      await page.getByRole('radio', { name: 'Sepia' }).click()
      await expect(theme(page)).toHaveAttribute('data-mode', 'sepia')
    })
  })
})

test.describe('a tooltip', () => {
  test.use(desktop)
  const tooltip = (page: Page) => page.locator('#tooltip')
  /** They come with the first move of the mouse, and the network takes its own time. */
  const firstTooltip = (page: Page, over: Locator) =>
    expect(async () => {
      await page.mouse.move(1, 1)
      await over.hover()
      await page.clock.runFor(1000)
      await expect(tooltip(page)).toBeVisible({ timeout: 500 })
    }).toPass()

  test('opens after 700 ms of hover or at once after another and by keyboard, and closes on leaving', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/')
    const carousel = page.locator('section[aria-roledescription=carousel]')
    await carousel.scrollIntoViewIfNeeded()
    await expect(page.locator('[aria-roledescription=slide]').nth(1)).toHaveJSProperty(
      'inert',
      true,
    )
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.clock.pauseAt(Date.now() + 60_000)
    const open = async () => {
      await page.mouse.move(640, 500)
      await page.clock.runFor(1000)
      await expect(tooltip(page)).toHaveCount(0)
      await toggle(page).hover()
      await page.clock.runFor(690)
      await expect(tooltip(page)).toHaveCount(0)
      await page.clock.runFor(20)
      await expect(tooltip(page)).toBeVisible()
      await expect(tooltip(page)).toBeInViewport({ ratio: 1 })
    }
    await firstTooltip(page, toggle(page))
    await page.mouse.move(640, 500)
    await open()
    await page.mouse.move(640, 500)
    await expect(tooltip(page)).toHaveCount(0)
    await open()
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    await open()
    await page.mouse.wheel(0, 200)
    await expect(tooltip(page)).toHaveCount(0)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await open()
    await toggle(page).click()
    await expect(tooltip(page)).toHaveCount(0)

    // This comes within 300 ms of another one.
    await carousel.scrollIntoViewIfNeeded()
    await carousel.getByRole('button', { name: 'Previous story' }).hover()
    await page.clock.runFor(1000)
    await expect(tooltip(page)).toHaveText('Previous story')
    await carousel.getByRole('button', { name: 'Next story' }).hover()
    await page.clock.runFor(1)
    await expect(tooltip(page)).toHaveText('Next story')
    await page.mouse.move(1, 1)
    await expect(tooltip(page)).toHaveCount(0)

    await carousel.getByRole('button', { name: 'Previous story' }).focus()
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Next story')
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveCount(0)
  })
})
