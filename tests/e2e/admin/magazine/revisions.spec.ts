import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { withAdminSession } from '../publisher.ts'
import { saveDraft } from './drafts.ts'
import { openIssue, textOf } from './editor.ts'

test.use({ expectedErrors: /status of (404|409)/ })

const before = 'Ada walked to school.\n\nIt was raining.'
const after = 'Ada ran to school.\n\nNobody was late.\n\nIt was raining.'

/** A draft that was saved twice, and its revisions open. */
async function twoStates(page: Page) {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  await saveDraft(admin, id, 0, { title: 'The rain', content: before })
  await saveDraft(admin, id, 1, { title: 'The rain', content: after })
  await page.goto(`/admin/stories/${id}/revisions`)
  await expect(page.locator('ins').first()).toBeVisible()
  return { ...admin, id }
}

// The words as they are told to who listens.
const removed = (words: string) => `removed: ${words} (end)`
const added = (words: string) => `added: ${words} (end)`

const restore = (page: Page) => page.getByRole('button', { name: 'Restore' }).click()

test.describe('on a laptop', () => {
  test.use(desktop)

  test('two revisions are compared and the older one restored, and the saves of one editing session expand by keyboard', async ({
    page,
  }) => {
    await test.step('two revisions show side by side or below each other, and the older one is restored unless somebody has saved since', async () => {
      const { id, ...admin } = await twoStates(page)
      await expect(page.locator('del')).toHaveText([removed('walked')])
      await expect(page.locator('ins')).toHaveText([added('ran'), added('Nobody was late.')])
      await expect(page.getByText('1 word removed, 4 words added.')).toBeVisible()
      const [left, right] = await Promise.all(
        ['del', 'ins'].map((part) => page.locator(part).first().boundingBox()),
      )
      expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))

      await test.step('on a phone equal paragraphs show once, or one revision alone', async () => {
        await page.setViewportSize(phone.viewport)
        const text = page.getByRole('region', { name: 'Text' })
        const shown = text.locator('p:visible').filter({ hasText: /\w/ })
        const old = `Ada ${removed('walked')} to school.`
        const latest = [`Ada ${added('ran')} to school.`, added('Nobody was late.')]
        const same = 'It was raining.'
        await expect(shown).toHaveText([old, ...latest, same])
        const choice = page.getByRole('group', { name: 'What to show' })
        await choice.getByRole('button', { name: 'Before' }).click()
        await expect(shown).toHaveText([old, same])
        await choice.getByRole('button', { name: 'After' }).click()
        await expect(shown).toHaveText([...latest, same])
        await page.setViewportSize(desktop.viewport)
      })

      await restore(page)
      const outcome = page.getByRole('status').filter({ hasText: 'Restored: the state of' })
      await expect(outcome).toBeFocused()
      await expect(outcome.getByRole('link', { name: 'Continue editing' })).toHaveAttribute(
        'href',
        `/admin/stories/${id}/edit`,
      )
      expect(await admin.ask('GET', `/admin/drafts/${id}`)).toMatchObject({
        head: 3,
        fields: { content: before },
      })
      // What was the newest is still there.
      await expect(page).toHaveURL(/before=2&after=3/)
      await expect(page.locator('del')).toHaveText([removed('ran'), removed('Nobody was late.')])
      await expect(page.getByText('Restored', { exact: true })).toBeVisible()

      await test.step('somebody has saved since: it is not overwritten, and the page names them', async () => {
        await saveDraft(admin, id, 3, { content: 'Meanwhile.' })
        await restore(page)
        const alert = page.getByRole('alert')
        await expect(alert).toContainText(/^publisher saved this story at .*, after this page was/i)
        await expect(alert).toBeFocused()
        await expect(page.getByText('Conflicting version')).toBeVisible()
        expect(await admin.ask('GET', `/admin/drafts/${id}`)).toMatchObject({
          head: 4,
          fields: { content: 'Meanwhile.' },
        })
        await expect(page).toHaveURL(/before=4&after=5/)
        await restore(page)
        await expect(outcome).toBeVisible()
      })
    })

    await test.step('the saves of one editing session expand by keyboard, and any two are compared', async () => {
      const admin = await withAdminSession(page)
      const id = randomUUID()
      for (const [base, title] of ['One', 'Two', 'Three'].entries())
        await saveDraft(admin, id, base, { title })
      await page.goto(`/admin/stories/${id}/revisions`)
      const sitting = page.getByText('2 earlier saves in this session')
      await expect(page.locator('ins')).toHaveText(added('Three'))
      await sitting.focus()
      await page.keyboard.press('Enter')
      const states = page.getByRole('group', { name: /^Compare the state of/ })
      await expect(states).toHaveCount(3)
      await states.nth(1).getByRole('button', { name: 'Before' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('del')).toHaveText(removed('Two'))
      await expect(page).toHaveURL(/before=2&after=3/)
      // A state that is on one side already changes places.
      await states.nth(1).getByRole('button', { name: 'After' }).click()
      await expect(page.locator('ins')).toHaveText(added('Two'))
      await page.goBack()
      await expect(page.locator('del')).toHaveText(removed('Two'))

      await test.step('a single revision has nothing to compare, and an unknown story is a 404', async () => {
        const single = randomUUID()
        await saveDraft(admin, single, 0)
        await page.goto(`/admin/stories/${single}/revisions`)
        await expect(page.getByText('One state is saved so far')).toBeVisible()
        await page.goto(`/admin/stories/${randomUUID()}/revisions`)
        await expect(page.getByRole('heading', { name: 'Story Not Found' })).toBeVisible()
      })
    })
  })
})

test('an earlier revision of a newsletter issue is restored', async ({ page }) => {
  const { ask, id, save } = await openIssue(page, 'The river was high.')
  await save(1, 'The river was high. Then it fell.')
  await page.reload()
  await page.getByRole('link', { name: 'Revisions' }).click()
  await expect(page.getByText('The river').first()).toBeVisible()
  await expect(page.locator('ins')).toContainText('Then it fell.')
  await restore(page)
  await expect(page.getByText('Restored: the state of')).toBeVisible()
  await page.getByRole('link', { name: 'Continue editing' }).click()
  await expect(textOf(page)).toHaveText('The river was high.')
  await expect(page.getByLabel('Subject', { exact: false }).first()).toHaveValue('The river')
  await ask('DELETE', `/admin/letters/${id}/draft`)
  await page.goto(`/admin/letters/${id}/revisions`)
  await expect(page.getByRole('heading', { name: 'Newsletter Not Found' })).toBeVisible()
})
