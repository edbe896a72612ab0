import type { Page } from 'playwright/test'
import { bookTitled, engagementOf, storyTitled } from '../support/content.ts'
import { expect, phone, test } from '../support/test.ts'

/** A browser without a share sheet of its own, whose clipboard can be read. */
async function withoutShareSheet(page: Page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
  })
}

/** A browser with a share sheet: what it is given is kept in `window.shared`. */
async function withShareSheet(page: Page) {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => {
        shared.push(data)
        if ('isCancelled' in window) throw new DOMException('', 'AbortError')
      },
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

test.describe('without a share sheet', () => {
  test('a reader shares a story by a dialog, and the site and a book by their address', async ({
    page,
    request,
    baseURL,
    expectErrors,
  }) => {
    await test.step('a reader shares a story by a dialog, which copies, keeps the focus and is counted once', async () => {
      await withoutShareSheet(page)
      const story = await storyTitled(request, 'Follow the culvert')
      const { sharesCount: before } = await engagementOf(request, story.id)
      const url = `${baseURL}/story/${story.slug}`
      await page.goto(`/story/${story.id}`)
      const share = page.getByRole('button', { name: 'Share Story' })
      const dialog = shareDialog(page)
      const counted = () =>
        page.waitForResponse((answer) => answer.url().endsWith(`/api/stories/${story.id}/share`))
      const shares = page.locator('.body').getByText(`${before + 1} shares`, { exact: true })

      await test.step('it opens by keyboard, as the very first touch of the page, and is counted', async () => {
        await expect(sleepingIslands(page)).toHaveCount(1)
        const first = counted()
        await share.focus()
        await page.keyboard.press('Enter')
        await expect(dialog).toBeVisible()
        expect((await first).status()).toBe(200)
        await expect(shares).toBeVisible()
      })

      await test.step('it offers five ways, the link and hashtags', async () => {
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

      await test.step('it keeps the focus, and Escape, its button and a click outside give it back', async () => {
        for (let press = 0; press < 12; press++) {
          await page.keyboard.press('Tab')
          expect(
            await page.evaluate(
              () =>
                document.activeElement === document.body ||
                !!document.activeElement?.closest('dialog'),
            ),
          ).toBe(true)
        }
        const closings = [
          () => page.keyboard.press('Escape'),
          () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
          () => page.mouse.click(180, 8),
        ]
        for (const close of closings) {
          await expect(dialog).toBeVisible()
          await close()
          await expect(dialog).toBeHidden()
          await expect(share).toBeFocused()
          await share.click()
        }
      })

      await test.step('a second share within the hour is not counted', async () => {
        await expect(shares).toBeVisible()
        expect((await engagementOf(request, story.id)).sharesCount).toBe(before + 1)
      })

      await test.step('Copy copies the link and Instagram the content, each with its toast', async () => {
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

      await test.step('a share that cannot be counted shows no error', async () => {
        await page.evaluate(() => localStorage.removeItem('ascend.counted'))
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await page.route('**/api/stories/*/share', (route) => route.abort())
        await expectErrors(/net::ERR_FAILED/, async () => {
          const said = page.waitForEvent('console', (message) => message.type() === 'error')
          await share.click()
          await said
        })
        await expect(dialog).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
      })

      await test.step('a clipboard that rejects shows a destructive toast', async () => {
        await page.evaluate(() => {
          navigator.clipboard.writeText = () =>
            Promise.reject(new DOMException('', 'NotAllowedError'))
        })
        await dialog.getByRole('button', { name: 'Copy' }).click()
        const alert = page.getByRole('alert')
        await expect(alert.getByText('Copy Failed', { exact: true })).toBeVisible()
        await expect(
          alert.getByText('Unable to copy link to clipboard.', { exact: true }),
        ).toBeVisible()
      })
    })

    await test.step('Share copies the address of the site and of a book, and the toast waits while it is hovered', async () => {
      await withoutShareSheet(page)
      const book = await bookTitled(request, 'Interview Monday')
      await page.goto(`/book/${book.id}`)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const note = toast(page, 'Link Copied')
      await expect(note).toBeVisible()
      expect(await pasted(page)).toBe(`${baseURL}/book/${book.slug}`)

      await page.clock.install()
      await page.goto('/')
      await page.getByRole('button', { name: 'Share This Site' }).click()
      await note.hover()
      expect(await pasted(page)).toBe(`${baseURL}/`)
      await expect(shareDialog(page)).toHaveCount(0)
      // Twenty seconds and more; from here on time goes by for the test alone.
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.clock.runFor(20_000)
      await expect(note).toBeVisible()
      await page.mouse.move(1, 1)
      await page.clock.runFor(4000)
      await expect(note).toBeVisible()
      await page.clock.runFor(1500)
      await expect(note).toHaveCount(0)
    })
  })
})

test.describe('with a share sheet', () => {
  test.use(phone)

  test('a tap shares a story, a card and the site by it, and to cancel it shows no message', async ({
    page,
    request,
    baseURL,
  }) => {
    await withShareSheet(page)
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)

    await test.step('the first tap opens it with title and link, and no dialog', async () => {
      const story = await storyTitled(request, 'The oldest person in the swimming class')
      await page.goto(`/story/${story.id}`)
      await expect(sleepingIslands(page)).toHaveCount(1)
      const share = page.getByRole('button', { name: 'Share Story' })
      await share.tap()
      await expect
        .poll(shared)
        .toMatchObject([{ title: story.title, url: `${baseURL}/story/${story.slug}` }])

      await page.evaluate(() => Object.assign(window, { isCancelled: true }))
      await share.tap()
      await expect.poll(shared).toHaveLength(2)
      await share.tap()
      await expect.poll(shared).toHaveLength(3)
      await expect(shareDialog(page)).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })

    await test.step('a card is shared from the landing page, and its count there grows', async () => {
      const story = await storyTitled(request, 'What my grandmother’s loom knows about patience')
      const { sharesCount: before } = await engagementOf(request, story.id)
      await page.goto('/')
      const card = page.locator('#stories').getByRole('article').filter({ hasText: story.title })
      await card.getByRole('button', { name: `Share: ${story.title}` }).tap()
      await expect.poll(shared).toMatchObject([{ title: story.title }])
      await expect(card.locator(`[data-shares="${story.id}"]`)).toHaveText(String(before + 1))
      await expect(page).toHaveURL('/')
      await page.getByRole('button', { name: 'Share This Site' }).tap()
      await expect.poll(shared).toMatchObject([{}, { url: `${baseURL}/` }])
    })
  })
})
