import type { Page } from 'playwright/test'
import type { ReadingSettings } from '#site/features/shell/theme/theme.store.ts'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { colourViolationsOf, violationsInLightAndDark, violationsOf } from './support/axe.ts'
import { booksOf, storiesOf } from './support/content.ts'
import { greetedAs, openAs, signedIn } from './support/readers.ts'
import { desktop, expect, phone, test } from './support/test.ts'
import { tooWideOnAPhone, withTextAt } from './support/too-wide.ts'

/** The address of a reader who has given no name: the header shows it. */
const longName = 'oluwaseun.adebayo-nwachukwu@federal-academy-of-sciences.example'.slice(0, 60)

/** Shows the page in another look without opening it anew. */
async function showAs(page: Page, look: Partial<ReadingSettings>) {
  await page.evaluate((settings) => window.ascendReading.show(settings), look)
}

/** A phone shows each state; a desktop, unless the run is long, one page of each kind. */
const each = <T>(device: string, sample: T[], more: T[]) =>
  device === 'phone' || process.env['LONG_RUNS'] ? [...sample, ...more] : sample

test.describe('every page keeps WCAG 2.2 AA on a phone', () => {
  test.use({
    ...phone,
    expectedErrors: /status of 404/,
    contextOptions: { reducedMotion: 'reduce' },
  })
  test.describe.configure({ timeout: 180_000 })

  // Pages as they are opened: every-page.spec.ts.
  test('in light and in dark, in every state', async ({ page, request }) => {
    const [story] = await storiesOf(request)
    const [book] = await booksOf(request)
    const found: string[] = []
    const check = async (where: string) => {
      found.push(...(await violationsInLightAndDark(page, where)))
    }
    await signedIn(page)
    await greetedAs(page, longName)
    await page.request.post('/api/stories', { data: aSubmission })
    await page.request.put(`/api/books/${book?.id}/saved`)
    for (const path of ['/', '/submit', '/account']) {
      await openAs(page, longName, path)
      await check(`${path} of a reader`)
      found.push(...(await tooWideOnAPhone(page, `${path} of a reader`)))
    }

    await page.goto(`/book/${book?.id}`)
    await check('a book')

    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await check('the menu')

    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await page.goto(`/story/${story?.id}`)
    await page.getByRole('button', { name: 'Share Story' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share This Story' })
    await expect(dialog).toBeVisible()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error())
    })
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await check('the share dialog with a destructive toast')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('status')).toBeVisible()
    await check('the share dialog with a toast')

    await page.goto('/')
    const carousel = page.locator('section[aria-roledescription=carousel]')
    await carousel.getByRole('button', { name: 'Next story' }).hover()
    await expect(carousel.locator('[aria-roledescription=slide]').nth(1)).toHaveJSProperty(
      'inert',
      true,
    )
    await check('the landing page with its carousel awake')
    expect(found).toEqual([])
  })

  test('in every reading mode, and fits a narrow phone in its largest letters', async ({
    page,
    request,
  }) => {
    const [story] = await storiesOf(request)
    const [book] = await booksOf(request)
    // The styles of the modes are where a reader who comes back has them: before all others.
    await page.addInitScript(() =>
      localStorage.setItem('ascend.reading', '{"readingMode":"focus"}'),
    )
    const panel = page.getByRole('dialog', { name: 'Reading Experience' })
    const found: string[] = []
    const check = async (where: string) => {
      await showAs(page, { readingMode: 'focus' })
      found.push(...(await violationsOf(page, `${where} in focus`)))
      for (const readingMode of ['sepia', 'contrast'] as const) {
        await showAs(page, { readingMode })
        const more = readingMode === 'contrast' ? ['color-contrast-enhanced'] : []
        found.push(...(await colourViolationsOf(page, `${where} in ${readingMode}`, ...more)))
      }
      for (const [look, least] of [
        [{ theme: 'light' }, 4.5],
        [{ theme: 'dark' }, 4.5],
        [{ readingMode: 'sepia' }, 4.5],
        [{ readingMode: 'contrast' }, 7],
      ] as const) {
        await showAs(page, look)
        const faint = await faintButtons(page, least)
        found.push(...faint.map((one) => `${where} in ${JSON.stringify(look)}: ${one}`))
      }
      await page.setViewportSize({ width: 320, height: 640 })
      for (const [readingMode, lineHeight] of [
        ['default', 'relaxed'],
        ['contrast', 'normal'],
        ['focus', 'normal'],
      ] as const) {
        await showAs(page, { readingMode, lineHeight, fontSize: 'large' })
        await expect(page.locator('html')).toHaveCSS('font-size', '18px')
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        if (needed > 320) found.push(`${where} in large letters and ${readingMode} needs ${needed}`)
        for (const open of await panel.all())
          expect(await open.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      }
      await page.setViewportSize(phone.viewport)
    }
    const pages = ['/', `/story/${story?.id}`, `/book/${book?.id}`, '/publish']
    const more = ['/books', '/about', '/sign-in', '/nowhere']
    for (const path of process.env['LONG_RUNS'] ? [...pages, ...more] : pages) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-mode', 'focus')
      await check(path)
    }

    await page.getByRole('button', { name: 'Reading mode: Focus' }).click()
    await expect(panel).toBeVisible()
    await check('the panel')
    for (const theme of ['light', 'dark'] as const) {
      await showAs(page, { theme })
      found.push(...(await colourViolationsOf(page, `the panel in ${theme}`)))
    }
    expect(found).toEqual([])
  })
})

/** Filled buttons whose words are not easily read. axe gives up on them: their colour is a layer behind the words. */
function faintButtons(page: Page, least: number): Promise<string[]> {
  return page.locator('.btn:not(.btn-outline)').evaluateAll((buttons, enough) => {
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const one = Number(part) / 255
        return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    return buttons.flatMap((button) => {
      const [words, behind] = [
        light(getComputedStyle(button).color),
        light(getComputedStyle(button, '::before').backgroundColor),
      ].sort((a, b) => b - a) as [number, number]
      const ratio = (words + 0.05) / (behind + 0.05)
      return ratio < enough ? [`${button.textContent?.trim()}: ${ratio.toFixed(2)}`] : []
    })
  }, least)
}

test('a keyboard and a screen reader find their way through the landing page', async ({ page }) => {
  await test.step('the first Tab leads to a link that skips to the content', async () => {
    for (const path of ['/books', '/about', '/']) {
      await page.goto(path)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => !!document.activeElement?.closest('main'))).toBe(true)
    }
  })

  await test.step('it is hidden until it is focused, whatever the size of text', async () => {
    const skip = page.getByRole('link', { name: 'Skip to content' })
    for (const percent of [100, 200, 400]) {
      await withTextAt(page, percent, async () => {
        await expect(skip, `${percent} %`).not.toBeInViewport()
        await skip.focus()
        await expect(skip, `${percent} %`).toBeInViewport({ ratio: 1 })
        await skip.blur()
      })
    }
  })

  await test.step('its parts have names', async () => {
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
    for (const name of [
      'Discover Amazing Stories',
      'Featured Story',
      'Magazine Features',
      'Read Our Publications',
      'Educational Resources',
      'Join the Conversation',
    ]) {
      await expect(page.getByRole('region', { name, exact: true }).first()).toBeVisible()
    }
    const levels = await page
      .locator('h1:visible,h2:visible,h3:visible,h4:visible')
      .evaluateAll((all) => all.map((heading) => Number(heading.localName[1])))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    }
  })

  await test.step('the menu traps the focus, and Escape closes it and restores the focus', async () => {
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(drawer).toBeVisible()
    const visited = new Set<string>()
    for (const key of [...Array(10).fill('Tab'), ...Array(10).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      const at = await page.evaluate(() => {
        const focused = document.activeElement
        if (focused === document.body) return 'the browser'
        return focused?.closest('dialog')
          ? (focused.getAttribute('href') ?? focused.ariaLabel ?? '')
          : 'outside'
      })
      visited.add(at)
    }
    expect([...visited]).not.toContain('outside')
    expect([...visited]).toEqual(
      expect.arrayContaining(['/', '/about', '/resources', '/books', 'Close menu']),
    )
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    await page.mouse.click(350, 400)
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await drawer.getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(device, () => {
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })

    test(`on a ${device}, Tab reaches every control, with a visible focus`, async ({
      page,
      request,
    }) => {
      const [story] = await storiesOf(request)
      const [book] = await booksOf(request)
      const pages = ['/', `/book/${book?.id}`]
      for (const path of each(device, pages, [`/story/${story?.id}`, '/books?category=Policy'])) {
        await page.goto(path)
        // What comes while somebody walks on was not there to be reached.
        const recommended = page.locator('[data-recommendations]')
        if (path === '/') {
          await page.evaluate(() => dispatchEvent(new Event('scroll')))
          await recommended.scrollIntoViewIfNeeded()
          await expect(recommended.locator('[aria-busy]')).toHaveCount(0)
          await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        }
        for (const key of ['Tab', 'Shift+Tab']) {
          const { unreached, unmarked, covered } = await walk(page, key)
          expect(unreached, `${path}: not reached by ${key}`).toEqual([])
          expect(unmarked, `${path}: no visible focus by ${key}`).toEqual([])
          expect(covered, `${path}: covered while focused by ${key}`).toEqual([])
        }
      }
    })
  })
}

interface Walk {
  unreached: string[]
  unmarked: string[]
  covered: string[]
}

/** Presses a key until the focus has gone round, and tells what it missed, hid or did not mark. */
async function walk(page: Page, key: string): Promise<Walk> {
  await page.evaluate(() => {
    const describe = (element: Element) =>
      `${element.localName} “${(element.ariaLabel ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}” ${element.getAttribute('href') ?? ''}`
    // What a ring or an underline can be made of, on the element or on the card around it.
    const look = (element: Element) =>
      [element, element.closest('article')].map((one) => {
        if (!one) return ''
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } =
          getComputedStyle(one)
        const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
        return `${outline} ${boxShadow} ${borderColor}`
      })
    const all = () =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'a[href],button,input,select,textarea,summary,[tabindex="0"]',
        ),
      ].filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.closest('[inert],dialog:not([open])') &&
          element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
      )
    // Tab stops at the chosen one of some radios; the arrow keys lead on to the others.
    const isLedToByArrows = (element: HTMLElement) =>
      element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      !element.checked &&
      [...(element.form?.elements ?? [])].some(
        (other) =>
          other instanceof HTMLInputElement &&
          other.name === element.name &&
          other.checked &&
          seen.has(other),
      )
    const resting = new WeakMap<Element, string[]>()
    for (const element of all()) resting.set(element, look(element))
    const seen = new WeakSet<Element>()
    const unmarked: string[] = []
    const covered: string[] = []
    let steps = 0
    const step = () => {
      const element = document.activeElement
      if (!element || element === document.body) return steps > 3
      steps++
      if (seen.has(element)) return steps > 3
      seen.add(element)
      const before = resting.get(element)
      if (before && String(look(element)) === String(before)) unmarked.push(describe(element))
      const box = element.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap((across) =>
        [0.1, 0.5, 0.9].map((down) => [across, down] as const),
      )
      const isSeen = points.some(([across, down]) => {
        const hit = document.elementFromPoint(
          box.left + box.width * across,
          box.top + box.height * down,
        )
        return (
          !!hit && (element.contains(hit) || hit.contains(element) || hit.closest('label') !== null)
        )
      })
      if (!isSeen) covered.push(describe(element))
      return false
    }
    const end = () => ({
      unreached: all()
        .filter((element) => !seen.has(element) && !isLedToByArrows(element))
        .map(describe),
      unmarked,
      covered,
    })
    ;(document.activeElement as HTMLElement | null)?.blur()
    Object.assign(window, { walk: { step, end } })
  })
  for (let press = 0; press < 400; press++) {
    await page.keyboard.press(key)
    if (await page.evaluate(() => (window as unknown as { walk: { step(): boolean } }).walk.step()))
      break
  }
  return page.evaluate(() => (window as unknown as { walk: { end(): Walk } }).walk.end())
}
