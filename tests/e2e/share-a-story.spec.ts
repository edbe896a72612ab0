import type { Page } from 'playwright/test'
import { bookTitled, engagementOf, storiesOf, storyTitled } from './content.ts'
import { expect, phone, test } from './test.ts'

/** A browser without a share sheet of its own, whose clipboard can be read. */
async function withoutShareSheet(page: Page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
  })
}

/** A browser with a share sheet: what it is given is kept in `window.shared`. */
async function withShareSheet(page: Page, rejection?: string) {
  await page.addInitScript((name) => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => {
        shared.push(data)
        if (name) throw new DOMException('', name)
      },
    })
  }, rejection)
}

async function brokenClipboard(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
    })
  })
}

const pasted = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share This Story' })
const toast = (page: Page, title: string) =>
  page.getByRole('status').filter({ has: page.getByText(title, { exact: true }) })

/** React is on the page once an island has come alive. */
const sleepingIslands = (page: Page) =>
  page.locator('.body astro-island[ssr]').filter({ has: page.getByText('Share Story') })

test('the first click opens the dialog with five ways to share, the link and hashtags', async ({
  page,
  request,
  baseURL,
}) => {
  await withoutShareSheet(page)
  const story = await storyTitled(request, 'The ferryman’s son and the silent engine')
  const url = `${baseURL}/story/${story.id}`
  await page.goto(`/story/${story.id}`)
  await expect(sleepingIslands(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Share Story' }).click()

  const dialog = shareDialog(page)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Share This Story' })).toBeVisible()
  await expect(dialog.getByText(story.title, { exact: true })).toBeVisible()
  const ways = dialog.getByRole('list').first().getByRole('listitem')
  await expect(ways).toHaveText(['Facebook', 'Twitter', 'LinkedIn', 'WhatsApp', 'Instagram'])
  for (const [name, host] of [
    ['Facebook', 'www.facebook.com'],
    ['Twitter', 'twitter.com'],
    ['LinkedIn', 'www.linkedin.com'],
    ['WhatsApp', 'wa.me'],
  ] as const) {
    const link = dialog.getByRole('link', { name, exact: true })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.host).toBe(host)
    expect([...address.searchParams.values()].join(' ')).toContain(url)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  const field = dialog.getByRole('textbox')
  await expect(field).toHaveValue(url)
  await expect(field).toHaveJSProperty('readOnly', true)
  await expect(dialog.getByText(/YouTube/)).toBeVisible()
  await expect(dialog.getByText('Suggested hashtags')).toBeVisible()
  const tags = await dialog.getByText(/^#/).allInnerTexts()
  for (const tag of ['#AscendMagazine', '#NigerianYouth', '#CelebratingSuccess'])
    expect(tags).toContain(tag)
  expect(tags.length).toBeGreaterThan(3)
  for (const tag of tags) expect(tag).toMatch(/^#[\p{L}\p{M}\d]+$/u)
})

test('the copy button copies the link, Instagram copies the content, each with its toast', async ({
  page,
  request,
  baseURL,
}) => {
  await withoutShareSheet(page)
  const story = await storyTitled(request, 'A school garden that pays for chalk')
  const url = `${baseURL}/story/${story.id}`
  await page.goto(`/story/${story.id}`)
  await page.getByRole('button', { name: 'Share Story' }).click()
  const dialog = shareDialog(page)

  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Link Copied!')).toContainText('Story link copied to clipboard.')
  expect(await pasted(page)).toBe(url)

  await dialog.getByRole('button', { name: 'Instagram' }).click()
  await expect(toast(page, 'Content Copied!')).toContainText(
    'Content copied to clipboard. You can now paste it in your Instagram story or post.',
  )
  // One toast at a time.
  await expect(toast(page, 'Link Copied!')).toHaveCount(0)
  const content = await pasted(page)
  for (const part of [story.title, url, '#AscendMagazine']) expect(content).toContain(part)

  await toast(page, 'Content Copied!').getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, 'Content Copied!')).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('a clipboard that rejects shows a destructive toast', async ({ page, request }) => {
  await withoutShareSheet(page)
  await brokenClipboard(page)
  const [story] = await storiesOf(request, 'Editorial Commentary')
  await page.goto(`/story/${story?.id}`)
  await page.getByRole('button', { name: 'Share Story' }).click()
  await shareDialog(page).getByRole('button', { name: 'Copy' }).click()
  const alert = page.getByRole('alert')
  await expect(alert.getByText('Copy Failed', { exact: true })).toBeVisible()
  await expect(alert.getByText('Unable to copy link to clipboard.', { exact: true })).toBeVisible()
})

test('the dialog traps the focus, closes by Escape, button and outside click, and restores the focus', async ({
  page,
  request,
}) => {
  await withoutShareSheet(page)
  const [story] = await storiesOf(request, 'Fiction with Moral Lessons')
  await page.goto(`/story/${story?.id}`)
  const share = page.getByRole('button', { name: 'Share Story' })
  const dialog = shareDialog(page)

  // By keyboard, and as the very first touch of the page.
  await share.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()

  await share.click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()

  await share.click()
  await expect(dialog).toBeVisible()
  await page.mouse.click(180, 8)
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()
})

test('sharing a story raises its count, and a second share within the hour does not', async ({
  page,
  request,
}) => {
  await withoutShareSheet(page)
  const story = await storyTitled(request, 'Follow the culvert')
  const { sharesCount: before } = await engagementOf(request, story.id)
  await page.goto(`/story/${story.id}`)
  const share = page.getByRole('button', { name: 'Share Story' })
  const counted = () =>
    page.waitForResponse((answer) => answer.url().endsWith(`/api/stories/${story.id}/share`))
  const first = counted()
  await share.click()
  expect((await first).status()).toBe(200)
  await expect(
    page.locator('.body').getByText(`${before + 1} shares`, { exact: true }),
  ).toBeVisible()
  await expect(shareDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shareDialog(page)).toBeHidden()

  const second = counted()
  await share.click()
  expect((await second).status()).toBe(200)
  await expect(
    page.locator('.body').getByText(`${before + 1} shares`, { exact: true }),
  ).toBeVisible()
  expect((await engagementOf(request, story.id)).sharesCount).toBe(before + 1)
})

test.describe('with a share sheet', () => {
  test.use(phone)
  const shared = (page: Page) =>
    page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)

  test('the first tap opens it with title and link, and no dialog', async ({
    page,
    request,
    baseURL,
  }) => {
    await withShareSheet(page)
    const story = await storyTitled(request, 'The oldest person in the swimming class')
    await page.goto(`/story/${story.id}`)
    await expect(sleepingIslands(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Share Story' }).tap()
    await expect
      .poll(() => shared(page))
      .toMatchObject([{ title: story.title, url: `${baseURL}/story/${story.id}` }])
    await expect(shareDialog(page)).toHaveCount(0)
  })

  test('a reader who cancels the share sheet sees no message and adds no share', async ({
    page,
    request,
  }) => {
    await withShareSheet(page, 'AbortError')
    const story = await storyTitled(request, 'Forty-one parents and a mouse')
    await page.goto(`/story/${story.id}`)
    const share = page.getByRole('button', { name: 'Share Story' })
    await share.tap()
    await expect.poll(() => shared(page)).toHaveLength(1)
    await share.tap()
    await expect.poll(() => shared(page)).toHaveLength(2)
    await expect(shareDialog(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a card is shared from the landing page, and its count there grows', async ({
    page,
    request,
  }) => {
    await withShareSheet(page)
    const story = await storyTitled(request, 'What my grandmother’s loom knows about patience')
    const { sharesCount: before } = await engagementOf(request, story.id)
    await page.goto('/')
    const card = page.locator('#stories').getByRole('article').filter({ hasText: story.title })
    await card.getByRole('button', { name: `Share: ${story.title}` }).tap()
    await expect.poll(() => shared(page)).toMatchObject([{ title: story.title }])
    await expect(card.locator(`[data-shares="${story.id}"]`)).toHaveText(String(before + 1))
    await expect(page).toHaveURL('/')
  })

  test('the site is shared with its address', async ({ page, baseURL }) => {
    await withShareSheet(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Share This Site' }).tap()
    await expect.poll(() => shared(page)).toMatchObject([{ url: `${baseURL}/` }])
  })
})

test('Share This Site copies the link of the page', async ({ page, baseURL }) => {
  await withoutShareSheet(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Share This Site' }).click()
  await expect(toast(page, 'Link Copied')).toBeVisible()
  expect(await pasted(page)).toBe(`${baseURL}/`)
  await expect(shareDialog(page)).toHaveCount(0)
})

test('Share on a book copies its link', async ({ page, request, baseURL }) => {
  await withoutShareSheet(page)
  const book = await bookTitled(request, 'Interview Monday')
  await page.goto(`/book/${book.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(toast(page, 'Link Copied')).toBeVisible()
  expect(await pasted(page)).toBe(`${baseURL}/book/${book.id}`)
})

test('a toast disappears after five seconds, but stays while it is hovered', async ({ page }) => {
  await withoutShareSheet(page)
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Share This Site' }).click()
  const note = toast(page, 'Link Copied')
  await note.hover()
  await page.clock.runFor(20_000)
  await expect(note).toBeVisible()
  await page.mouse.move(1, 1)
  await page.clock.runFor(4000)
  await expect(note).toBeVisible()
  await page.clock.runFor(1500)
  await expect(note).toHaveCount(0)
})

test.describe('when the count cannot be sent', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('sharing still works and shows no error', async ({ page, request }) => {
    await withoutShareSheet(page)
    await page.route('**/api/stories/*/share', (route) => route.abort())
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    await page.getByRole('button', { name: 'Share Story' }).click()
    await expect(shareDialog(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
