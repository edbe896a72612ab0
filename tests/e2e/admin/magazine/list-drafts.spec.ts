import { randomUUID } from 'node:crypto'
import { desktop, expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { withAdminSession } from '../publisher.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'

test.use({ ...phone, expectedErrors: /Failed to load resource|Failed to fetch/ })

test('drafts and scheduled stories are listed, those on this device alone too, also when the server cannot be reached', async ({
  page,
}) => {
  await test.step('drafts and scheduled stories are listed with their times, open in the editor, and a new one is begun beside them', async () => {
    const admin = await withAdminSession(page)
    const untitled = randomUUID()
    await saveDraft(admin, untitled, 0, { title: '', content: 'Three words here' })
    const title = `A change that waits ${Date.now()}`
    const { id, number } = await aWrittenStory(admin, `${title}, as it was`)
    const changed = await saveDraft(admin, id, number, { title })
    await admin.ask('POST', `/admin/drafts/${id}/send`, { number: changed })
    const later = `A story for the end of the century ${Date.now()}`
    const scheduled = await aWrittenStory(admin, later, '2098-05-01T09:00:00Z')

    await page.goto('/admin/stories')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const choice = page.getByRole('button', { name: /^Drafts/ })
    await choice.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/stories?status=drafts')
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    const row = (path: string) =>
      page.getByRole('listitem').filter({ has: page.locator(`[href="${path}"]`) })
    await expect(row(`/admin/stories/${id}/edit`).first()).toContainText(title)
    const other = row(`/admin/stories/${untitled}/edit`)
    await expect(other.getByRole('link', { name: 'Untitled', exact: true })).toBeVisible()
    await expect(other).toContainText('Draft')
    await expect(other).toContainText('just now')

    await page.goto(`/admin/stories?${new URLSearchParams({ status: 'all', search: later })}`)
    const planned = page.getByRole('listitem').filter({ hasText: later })
    await expect(planned).toContainText('Scheduled')
    await expect(planned).toContainText('1 May 2098 10:00')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'New' })
    const write = menu.getByRole('link', { name: 'Write a story' })
    await expect(write).toHaveAttribute('href', '/admin/stories/new')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: later, exact: true }).click()
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute(
      'href',
      `/admin/stories/${scheduled.id}/edit`,
    )
  })

  await test.step('what is on this device alone is listed at once, also when the server cannot be reached', async () => {
    await withAdminSession(page)
    await page.evaluate(() => {
      const copyOf = (fields: object) => JSON.stringify({ base: 0, fields })
      const story = copyOf({ title: 'The plank', content: '' })
      const issue = copyOf({ subject: '', content: 'Dear reader' })
      localStorage.setItem('ascend.admin-draft.00000000-0000-4000-8000-00000000d0c1', story)
      localStorage.setItem('ascend.admin-letter.00000000-0000-4000-8000-00000000d0c2', issue)
    })
    for (const [path, asked, kept] of [
      ['/admin/stories', /\/api\/admin\/story-list\?/, 'The plank'],
      ['/admin/letters', /\/api\/admin\/letters\?/, 'Dear reader'],
    ] as const) {
      const link = page
        .getByRole('region', { name: 'Saved on this device' })
        .getByRole('link', { name: kept })
      const release = await holdBack(page, asked)
      await page.goto(path)
      await expect(link).toBeVisible()
      await expect(page.locator('[aria-busy="true"]').first()).toBeAttached()
      release()
      await page.unrouteAll()
      await page.route(asked, (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
      await expect(link).toBeVisible()
      await page.unrouteAll()
    }
  })
})

test('nobody is shown what their role may not do, not even before the script has loaded', async ({
  page,
}) => {
  await withAdminSession(page)
  /** Sets what the browser remembers of somebody. */
  const remember = (name: string, role: string) =>
    page.evaluate((member) => localStorage.setItem('adminMember', JSON.stringify(member)), {
      id: randomUUID(),
      name,
      role,
    })
  await test.step('an author sees their own stories, and can select none', async () => {
    await remember('Halima', 'author')
    await page.goto('/admin/stories')
    await expect(page.getByRole('button', { name: /^All/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Calendar' })).toBeVisible()
  })
  await test.step('a shopkeeper sees no stories and newsletters', async () => {
    await page.setViewportSize(desktop.viewport)
    await remember('Sani', 'shopkeeper')
    const release = await holdBack(page, /_astro\/.*\.js/)
    await page.goto('/admin/orders', { waitUntil: 'commit' })
    const sections = page.getByRole('navigation', { name: 'Admin sections' })
    await expect(sections.getByRole('link', { name: 'Orders' })).toBeVisible()
    await expect(sections.getByRole('link', { name: 'Newsletters' })).toBeHidden()
    await expect(sections.getByRole('link', { name: 'Stories' })).toBeHidden()
    release()
    await expect(page.getByText('Welcome, Sani')).toBeVisible()
    await expect(sections.getByRole('link', { name: 'Newsletters' })).toBeHidden()
  })
})
