import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { desktop, expect, phone, test } from '../test.ts'
import { saveDraft } from './drafts.ts'
import { isKept, openEditor, textOf } from './editor.ts'
import { withAdminSession } from './publisher.ts'

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

// As they are told to who listens.
const removed = (words: string) => `removed: ${words} (end)`
const added = (words: string) => `added: ${words} (end)`

const restore = (page: Page) => page.getByRole('button', { name: 'Restore' }).click()

test.describe('on a laptop', () => {
  test.use(desktop)

  test('two revisions show side by side, and the older one is restored by one click', async ({
    page,
  }) => {
    const { ask, id } = await twoStates(page)
    await expect(page.locator('del')).toHaveText([removed('walked')])
    await expect(page.locator('ins')).toHaveText([added('ran'), added('Nobody was late.')])
    await expect(page.getByText('1 word removed, 4 words added.')).toBeVisible()
    const [left, right] = await Promise.all(
      ['del', 'ins'].map((part) => page.locator(part).first().boundingBox()),
    )
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))

    await restore(page)
    const outcome = page.getByRole('status').filter({ hasText: 'Restored: the state of' })
    await expect(outcome).toBeFocused()
    await expect(outcome.getByRole('link', { name: 'Continue editing' })).toHaveAttribute(
      'href',
      `/admin/stories/${id}/edit`,
    )
    expect(await ask('GET', `/admin/drafts/${id}`)).toMatchObject({
      head: 3,
      fields: { content: before },
    })
    // What was the newest is still there.
    await expect(page).toHaveURL(/before=2&after=3/)
    await expect(page.locator('del')).toHaveText([removed('ran'), removed('Nobody was late.')])
    await expect(page.getByText('Restored', { exact: true })).toBeVisible()
  })

  test('a conflicting save is not overwritten, and the page names who made it', async ({
    page,
  }) => {
    const admin = await twoStates(page)
    await saveDraft(admin, admin.id, 2, { content: 'Meanwhile.' })
    await restore(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(/^publisher saved this story at .*, after this page was/i)
    await expect(alert).toBeFocused()
    await expect(page.getByText('Conflicting version')).toBeVisible()
    expect(await admin.ask('GET', `/admin/drafts/${admin.id}`)).toMatchObject({
      head: 3,
      fields: { content: 'Meanwhile.' },
    })
    await expect(page).toHaveURL(/before=3&after=4/)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Restored: the state of')).toBeVisible()
  })

  test('the saves of one editing session expand by keyboard, and any two are compared', async ({
    page,
  }) => {
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
  })

  test('a single revision has nothing to compare, and an unknown story is a 404', async ({
    page,
  }) => {
    const admin = await withAdminSession(page)
    const id = randomUUID()
    await saveDraft(admin, id, 0)
    await page.goto(`/admin/stories/${id}/revisions`)
    await expect(page.getByText('One state is saved so far')).toBeVisible()
    await page.goto(`/admin/stories/${randomUUID()}/revisions`)
    await expect(page.getByRole('heading', { name: 'Story Not Found' })).toBeVisible()
  })
})

test('an earlier revision of a newsletter issue is restored', async ({ page }) => {
  const { ask } = await withAdminSession(page)
  await openEditor(page, '/admin/letters/new')
  const subject = page.getByLabel('Subject', { exact: false }).first()
  await subject.fill('What the river took')
  await textOf(page).click()
  await page.keyboard.type('The river was high.')
  await isKept(page)
  await page.keyboard.type(' Then it fell.')
  await isKept(page)
  await page.reload()
  await page.getByRole('link', { name: 'Revisions' }).click()
  await expect(page.getByText('What the river took').first()).toBeVisible()
  await expect(page.locator('ins')).toContainText('Then it fell.')
  await restore(page)
  await expect(page.getByText('Restored: the state of')).toBeVisible()
  await page.getByRole('link', { name: 'Continue editing' }).click()
  await expect(textOf(page)).toHaveText('The river was high.')
  await expect(subject).toHaveValue('What the river took')
  const id = new URL(page.url()).pathname.split('/').at(-2)
  await ask('DELETE', `/admin/letters/${id}/draft`)
  await page.goto(`/admin/letters/${id}/revisions`)
  await expect(page.getByRole('heading', { name: 'Newsletter Not Found' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('changed paragraphs show below each other, equal ones once, or one revision alone', async ({
    page,
  }) => {
    await twoStates(page)
    const text = page.getByRole('region', { name: 'Text' })
    const shown = text.locator('p:visible').filter({ hasText: /\w/ })
    await expect(shown).toHaveText([
      `Ada ${removed('walked')} to school.`,
      `Ada ${added('ran')} to school.`,
      added('Nobody was late.'),
      'It was raining.',
    ])
    const choice = page.getByRole('group', { name: 'What to show' })
    await choice.getByRole('button', { name: 'Before' }).click()
    await expect(shown).toHaveText([`Ada ${removed('walked')} to school.`, 'It was raining.'])
    await choice.getByRole('button', { name: 'After' }).click()
    await expect(shown).toHaveText([
      `Ada ${added('ran')} to school.`,
      added('Nobody was late.'),
      'It was raining.',
    ])
  })
})
