import type { Page } from 'playwright/test'
import { storiesOf } from '../support/content.ts'
import { desktop, expect, test } from '../support/test.ts'

const panelOf = (page: Page) => {
  const panel = page.getByRole('region', { name: 'Recommended for You' })
  return {
    panel,
    cards: panel.getByRole('listitem').filter({ has: page.getByRole('link') }),
    filter: (name: string) => panel.getByRole('button', { name, exact: true }),
    async comesNear() {
      await page.evaluate(() => dispatchEvent(new Event('scroll')))
      await panel.scrollIntoViewIfNeeded()
      await expect(panel.locator('[aria-busy]')).toHaveCount(0)
    },
  }
}

/** This device has read the stories to their end. */
async function hasRead(
  page: Page,
  stories: { id: string; category: string; readTimeMinutes: number }[],
) {
  await page.addInitScript(
    (events) => {
      if (localStorage.getItem('ascend.journey')) return
      // The popup for the first story was closed long ago.
      const label = { id: 'first-steps', unlockedAt: '2026-11-20T10:00:00.000Z', isTold: true }
      const stored = { events, unlocked: [label], countedUntil: 0 }
      localStorage.setItem('ascend.journey', JSON.stringify(stored))
    },
    stories.map(({ id, category, readTimeMinutes }) => ({
      id: crypto.randomUUID(),
      storyId: id,
      category,
      readTimeMinutes,
      day: '2026-11-20',
      seconds: 200,
      isRead: true,
    })),
  )
}

test.describe('on a desktop', () => {
  test.use(desktop)

  test('a newcomer sees the editor’s choice, and a list that cannot be had is tried again', async ({
    page,
    expectErrors,
  }) => {
    await test.step('a list that cannot be had is tried again, and an empty magazine does not say that all is read', async () => {
      let isCut = true
      await page.route(/\/api\/stories\?/, (route) => (isCut ? route.abort() : route.continue()))
      await page.goto('/')
      const { panel, cards, filter, comesNear } = panelOf(page)
      await expectErrors(/Failed to load resource/, async () => {
        await comesNear()
        await expect(panel.locator('[data-none]')).toContainText('could not be loaded')
      })
      isCut = false
      await filter('Try again').click()
      await expect(filter('All')).toBeFocused()
      await expect(cards).toHaveCount(6)

      await page.route(/\/api\/stories\?/, (route) => route.fulfill({ json: [] }))
      await page.reload()
      await comesNear()
      await expect(panel.locator('[data-none]')).toContainText(
        'No recommendations found for this filter.',
      )
      await expect(filter('View All Recommendations')).toBeVisible()
      await expect(panel).not.toContainText('You have read everything')
    })

    await page.unrouteAll()
    await test.step('a newcomer sees the editor’s choice, from one request, in another order at Refresh', async () => {
      const calls: string[] = []
      page.on('request', (request) => {
        if (/\/api\/stories(\?|$)/.test(request.url())) calls.push(request.url())
      })
      await page.clock.install()
      await page.goto('/')
      const { panel, cards, filter, comesNear } = panelOf(page)
      const announced = (text: string | RegExp) =>
        panel.getByRole('status').filter({ hasText: text })
      await comesNear()

      await test.step('without percentages, and announced to nobody', async () => {
        await expect(cards).toHaveCount(6)
        await expect(cards.first()).toContainText('Chosen by the editor')
        await expect(panel).toContainText('It fills as you read.')
        await expect(panel.getByText('% match')).toHaveCount(0)
        await expect(announced(/./)).toHaveCount(0)
        await expect(page.locator('[data-week] [role=status]')).toHaveAttribute('aria-live', 'off')
      })

      await test.step('what is chosen is announced', async () => {
        await filter('Similar').click()
        await expect(panel.locator('[data-none]')).toContainText(
          'No recommendations found for this filter.',
        )
        await expect(announced('No recommendations')).toHaveCount(1)
        await filter('View All Recommendations').click()
        await expect(filter('All')).toHaveAttribute('aria-pressed', 'true')
        await expect(filter('All')).toBeFocused()
        await expect(cards).toHaveCount(6)
        await expect(announced('6 stories recommended')).toHaveCount(1)
      })

      await test.step('Refresh shows progress for a second and a half, and asks for nothing', async () => {
        const before = await cards.getByRole('heading').allInnerTexts()
        // The next order is the one with its last first.
        await page.evaluate(() => {
          Math.random = () => 0
        })
        await page.clock.pauseAt(Date.now() + 60_000)
        await filter('Refresh').click()
        await expect(panel.getByRole('list')).toHaveAttribute('aria-busy', 'true')
        await page.clock.runFor(1400)
        await expect(panel.getByRole('list')).toHaveAttribute('aria-busy', 'true')
        await page.clock.runFor(200)
        await expect(cards).toHaveCount(6)
        expect(await cards.getByRole('heading').allInnerTexts()).not.toEqual(before)
        expect(calls).toHaveLength(1)
      })
    })
  })
})

test('a reader sees stories like those they read, and starts again as a newcomer once they clear their history', async ({
  page,
  request,
}) => {
  const stories = await storiesOf(request)
  const read = stories.filter(({ category }) => category === stories[0]?.category).slice(0, 1)
  const last = `Last read: ${read[0]?.title}`
  await hasRead(page, read)
  await page.goto('/')
  const { panel, cards, filter, comesNear } = panelOf(page)
  await comesNear()

  await test.step('with the reason, and none that they have read', async () => {
    await expect(panel).toContainText(`${read[0]?.category}. Level: beginner.`)
    await expect(panel).toContainText(last)
    await expect(panel).not.toContainText('..')
    await expect(cards.first()).toContainText(/\d\d% match/)
    await expect(
      panel.getByRole('heading', { name: read[0]?.title ?? '', exact: true }),
    ).toHaveCount(0)
    const title = await cards.first().getByRole('heading').innerText()
    await cards.first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  await test.step('a double click clears no history, the answer to its question does', async () => {
    await page.goto('/')
    await comesNear()
    await filter('Clear my history').dblclick()
    await expect(filter('Yes, clear my history')).toBeVisible()
    await expect(panel).toContainText('This cannot be undone.')
    await expect(panel).toContainText(last)
    await filter('Yes, clear my history').click()
    await expect(panel).toContainText('Your history is cleared.')
    await expect(panel).toContainText('It fills as you read.')
    await expect(filter('Clear my history')).toBeHidden()
    await expect(panel.getByRole('heading', { name: 'Recommended for You' })).toBeFocused()
    await page.reload()
    await comesNear()
    await expect(panel).toContainText('It fills as you read.')
  })
})
