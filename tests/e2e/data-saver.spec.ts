import type { APIRequestContext, Page } from 'playwright/test'
import { violationsInLightAndDark } from './support/axe.ts'
import { booksOf, magazinePages, storiesOf } from './support/content.ts'
import { gatherLinks, type Links, lostLinks } from './support/links.ts'
import { desktop, expect, phone, test } from './support/test.ts'
import { countTraffic, kilobytes } from './support/traffic.ts'

const switchOn = (page: Page) => page.getByRole('button', { name: 'Turn data saver on' })
const switchOff = (page: Page) => page.getByRole('button', { name: 'Turn data saver off' })

test.describe('under data saver, on a phone', () => {
  test.use({
    ...phone,
    extraHTTPHeaders: { 'Save-Data': 'on' },
    contextOptions: { reducedMotion: 'reduce' },
  })

  const pages = {
    'of the magazine': async (request: APIRequestContext) => {
      const [story] = await storiesOf(request)
      return ['/', `/story/${story?.id}`, '/resources', '/about']
    },
    'of books and publications': async (request: APIRequestContext) => {
      const [book] = await booksOf(request)
      return ['/books', `/book/${book?.id}`, ...magazinePages]
    },
  }
  for (const [which, pathsOf] of Object.entries(pages))
    test(`no page ${which} loads a picture or a font unasked, every page has its full text, meets WCAG 2.2 AA and leads somewhere`, async ({
      page,
      request,
    }) => {
      const links: Links = new Map()
      for (const path of await pathsOf(request)) {
        const traffic = await countTraffic(page)
        await page.goto(path)
        await traffic.isQuiet()
        await traffic.scrollToEnd()
        await expect(page.getByText('Data saver is on.')).toBeVisible()
        const fetched = traffic.all().filter(({ kind, url }) => {
          return (kind === 'Image' && !url.endsWith('favicon.svg')) || kind === 'Font'
        })
        expect(
          fetched.map(({ url }) => url),
          path,
        ).toEqual([])
        console.log(
          `${path.slice(0, 7)} under data saver, to its end: ${kilobytes(traffic.totalBytes())} KB`,
        )
        await traffic.stop()
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide, path).toBeLessThanOrEqual(360)
        await gatherLinks(page, links)
        const levels = await page
          .locator('h1:visible,h2:visible,h3:visible')
          .evaluateAll((all) => all.map((heading) => Number(heading.localName[1])))
        const isSkipped = levels.some((level, index) => level - (levels[index - 1] ?? 0) > 1)
        expect(isSkipped, `${path} skips no level of headings`).toBe(false)
        if (path !== '/' && !path.startsWith('/story')) continue
        // Where the header covers nothing.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        expect(await violationsInLightAndDark(page, `${path} under data saver`)).toEqual([])
      }
      expect(await lostLinks(request, links)).toEqual([])
    })

  test('the front page omits carousel and progress alone, and pictures come one by one or all', async ({
    page,
    request,
    expectErrors,
  }) => {
    await page.goto('/')
    for (const name of [
      'Featured Story',
      'Magazine Features',
      'Read Our Publications',
      'Educational Resources',
      'Join the Conversation',
    ])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    for (const name of [
      'Discover Amazing Stories',
      'Track Your Reading Journey',
      'Recommended for You',
    ])
      await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
    // The system's letters are wider than ours.
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const lines = page.getByRole('heading', { level: 1 }).locator('span')
      for (const line of await lines.all()) {
        const [tops, right] = await line.evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const boxes = [...range.getClientRects()]
          return [boxes.length, Math.max(...boxes.map((box) => box.right))]
        })
        expect(tops, `${await line.textContent()} at ${width} px`).toBe(1)
        expect(right).toBeLessThanOrEqual(width - 16)
      }
    }

    await test.step('text takes the place of pictures, and covers are readable', () =>
      looksComplete(page))

    await test.step('a tap loads one picture, and a button loads all of them', async () => {
      const [story] = await storiesOf(request)
      await page.goto(`/story/${story?.id}`)
      const picture = page.getByRole('article').locator('img.picture')
      await expect(picture).toBeHidden()
      await page.getByRole('button', { name: /^Show the picture/ }).click()
      await expect(picture).toBeVisible()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await page.goto('/books')
      await expect(page.locator('img[data-src]').first()).toBeHidden()
      await page.getByRole('link', { name: 'Show the pictures' }).click()
      await expect(page.locator('img[data-src]')).toHaveCount(0)
      await expect(page.locator('.book-cover img').first()).toBeVisible()
    })

    await test.step('a picture of more than 50 KB shows its size and its cost before it is loaded', async () => {
      const [story] = await storiesOf(request)
      const upload = '/uploads/00000000-0000-4000-8000-000000000000/960.webp'
      await page.route(`**${upload}`, (route) =>
        route.fulfill({
          headers: { 'Content-Length': String(120 * 1024), 'Content-Type': 'image/webp' },
        }),
      )
      await page.route(`**/story/${story?.id}`, async (route) => {
        const answer = await route.fetch()
        const html = (await answer.text()).replace(
          /data-src="[^"]*"(?=[^>]*data-large)/,
          `data-src="${upload}"`,
        )
        await route.fulfill({ response: answer, body: html })
      })
      await expectErrors(/Failed to load resource/, async () => {
        await page.goto(`/story/${story?.id}`)
        await expect(page.getByRole('button', { name: /^Show the picture/ })).toHaveText(
          'Show the picture, 120 KB, about ₦0.07 of data',
        )
      })
    })
  })
})

test('the reader turns data saver on and off, in the footer, the menu and Reading Experience, and stays where they are', async ({
  page,
}) => {
  const html = page.locator('html')
  await page.goto('/search?q=akara')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Turn data saver on' }).click()
  await expect(page).toHaveURL('/search?q=akara')
  await expect(html).toHaveAttribute('data-lite')
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Reading Experience' })
  await panel.getByRole('button', { name: 'Turn data saver off' }).click()
  await expect(page).toHaveURL('/search?q=akara')
  await expect(html).not.toHaveAttribute('data-lite')
  await turnedOnAndOff(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the reader turns data saver on and off without script, and stays where they are', async ({
    page,
  }) => {
    await turnedOnAndOff(page, /\?pictures/)
  })
})

/** It is turned on and off by the buttons of the page; where the link to the pictures leads without script. */
async function turnedOnAndOff(page: Page, withPictures?: RegExp) {
  await page.goto('/about')
  await switchOn(page).click()
  await expect(page).toHaveURL('/about')
  await expect(page.locator('html')).toHaveAttribute('data-lite')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Discover Amazing Stories' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Show the pictures' }).click()
  if (withPictures) await expect(page).toHaveURL(withPictures)
  await page.goto('/books')
  await switchOff(page).click()
  await expect(page).toHaveURL('/books')
  await expect(page.locator('html')).not.toHaveAttribute('data-lite')
}

test.describe('what the open page has cost', () => {
  // The service worker runs, whose answers the browser records in another way.
  test.use({ ...phone, serviceWorkers: 'allow' })

  test('the reader sees in Help and in Reading Experience what the network counted, and what the cache saved', async ({
    page,
  }) => {
    const traffic = await countTraffic(page)
    const cost = page.getByText(/^This page has used/)
    await page.goto('/help')
    await traffic.isQuiet()
    const [first] = inKilobytes(await cost.textContent())
    // Headers are recorded as 300 bytes of each file, whatever they are.
    expect(Math.abs(first - kilobytes(traffic.totalBytes()))).toBeLessThanOrEqual(4)

    await page.getByRole('button', { name: 'Theme', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Reading Experience' })
    const inPanel = panel.getByText(/^This page has used/)
    expect(inKilobytes(await inPanel.textContent())[0]).toBeGreaterThanOrEqual(first)

    // Behind a service worker the browser itself records the unpacked page, even where nothing came.
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await page.goto('/terms')
    await page.goto('/help')
    await expect(cost).toBeVisible()
    const [used, whole = 0] = inKilobytes(await cost.textContent())
    expect(used, 'the page is as it was').toBeLessThanOrEqual(1)
    expect(whole, 'with the font').toBeGreaterThan(20)
    expect(whole, 'packed').toBeLessThan(first + 5)
  })
})

/** The sizes that a sentence names. */
function inKilobytes(sentence: string | null): [number, ...number[]] {
  const [first = Number.NaN, ...more] = [...`${sentence}`.matchAll(/(\d+) KB/g)].map(([, number]) =>
    Number(number),
  )
  return [first, ...more]
}

test.describe('on a desktop', () => {
  test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })

  test('text takes the place of pictures, covers are readable, and no background is loaded, on a desktop', async ({
    page,
    request,
  }) => {
    await test.step('a file that is worth its size shows what it costs to download', async () => {
      await page.goto('/')
      await expect(page.getByText(/\d+ KB, about ₦0\.\d\d of data/).first()).toBeVisible()
      const [book] = await booksOf(request)
      await page.goto(`/book/${book?.id}`)
      await expect(page.getByText('Size', { exact: true })).toBeVisible()
    })
    await page.setExtraHTTPHeaders({ 'Save-Data': 'on' })
    const traffic = await countTraffic(page)
    await page.goto('/')
    await traffic.isQuiet()
    await traffic.scrollToEnd()
    const images = traffic.all().filter(({ kind }) => kind === 'Image')
    expect(images.filter(({ url }) => !url.endsWith('favicon.svg'))).toEqual([])
    await looksComplete(page)
    await page.goto(`/story/${(await storiesOf(request))[0]?.id}`)
    await expect(page.getByRole('button', { name: /^Show the picture/ })).toBeVisible()
  })
})

/** The front page and the books, without their pictures. */
async function looksComplete(page: Page) {
  const narrow = await page.locator('.card').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const head = card.querySelector('h3')?.parentElement
      const isNarrow = !head || head.clientWidth < card.clientWidth * 0.9
      return isNarrow ? [card.textContent?.trim().slice(0, 40)] : []
    }),
  )
  expect(narrow).toEqual([])
  const featured = page.locator('.featured')
  const room = await featured.evaluate((one) => {
    const words = one.querySelector('.panel') as HTMLElement
    const first = words.firstElementChild as HTMLElement
    return first.getBoundingClientRect().top - one.getBoundingClientRect().top
  })
  expect(room, 'nothing is left open above the words').toBeLessThan(60)
  const modes = process.env['LONG_RUNS'] ? ['default', 'sepia', 'contrast'] : ['contrast']
  for (const readingMode of modes) {
    await page.evaluate(
      (mode) => localStorage.setItem('ascend.reading', JSON.stringify({ readingMode: mode })),
      readingMode,
    )
    for (const path of ['/', '/books']) {
      await page.goto(path)
      expect(await faintCovers(page), `${path} in ${readingMode}`).toEqual([])
    }
  }
  await page.evaluate(() => localStorage.clear())
}

/** Covers whose words are not read easily on what is behind them. */
function faintCovers(page: Page) {
  return page.locator('.cover, .book-cover').evaluateAll((covers) => {
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const one = Number(part) / 255
        return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    return covers.flatMap((cover) => {
      const words = cover.querySelector('[aria-hidden]') as HTMLElement
      const own = getComputedStyle(words)
      const isOnOwn = own.backgroundColor !== 'rgba(0, 0, 0, 0)'
      const behind = light(isOnOwn ? own.backgroundColor : getComputedStyle(cover).backgroundColor)
      const [more, less] = [light(own.color), behind].sort((a, b) => b - a) as [number, number]
      const ratio = (more + 0.05) / (less + 0.05)
      return ratio < 4.5 ? [`${words.textContent?.trim()}: ${ratio.toFixed(1)}`] : []
    })
  })
}
