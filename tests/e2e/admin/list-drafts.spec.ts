import { randomUUID } from 'node:crypto'
import { desktop, expect, holdBack, phone, test } from '../test.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'
import { withAdminSession } from './publisher.ts'

test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ })

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use(size)

    test('drafts are listed with their author and when they were saved, and open in the editor', async ({
      page,
    }) => {
      const admin = await withAdminSession(page)
      const untitled = randomUUID()
      await saveDraft(admin, untitled, 0, { title: '', content: 'Three words here' })
      const title = `A change that waits ${Date.now()}`
      const { id, number } = await aWrittenStory(admin, `${title}, as it was`)
      const changed = await saveDraft(admin, id, number, { title })
      await admin.ask('POST', `/admin/drafts/${id}/send`, { number: changed })

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
    })
  })
}

test('a scheduled story shows its publication time, and its review links to the editor', async ({
  page,
}) => {
  const title = `A story for the end of the century ${Date.now()}`
  const { id } = await aWrittenStory(await withAdminSession(page), title, '2098-05-01T09:00:00Z')
  await page.goto(`/admin/stories?${new URLSearchParams({ status: 'all', search: title })}`)
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Scheduled')
  await expect(row).toContainText('1 May 2098 10:00')
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/stories/${id}/edit`,
  )
})

test('a story is started from the dashboard and from the list of stories', async ({ page }) => {
  await withAdminSession(page)
  await page.setViewportSize(desktop.viewport)
  for (const path of ['/admin/dashboard', '/admin/stories']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'New' })
    await expect(menu.getByRole('link', { name: 'Write a story' })).toHaveAttribute(
      'href',
      '/admin/stories/new',
    )
  }
})

test('an author sees their own stories, and can select none', async ({ page }) => {
  await withAdminSession(page)
  const author = { id: randomUUID(), name: 'Halima', role: 'author' }
  await page.evaluate(
    (member) => localStorage.setItem('adminMember', JSON.stringify(member)),
    author,
  )
  await page.goto('/admin/stories')
  await expect(page.getByRole('button', { name: /^All/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Calendar' })).toBeVisible()
})

test('links for other roles do not show, not even before the script has loaded', async ({
  page,
}) => {
  await page.setViewportSize(desktop.viewport)
  await withAdminSession(page)
  const keeper = { id: randomUUID(), name: 'Sani', role: 'shopkeeper' }
  await page.evaluate(
    (member) => localStorage.setItem('adminMember', JSON.stringify(member)),
    keeper,
  )
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

test('what is on this device alone is listed at once, also when the server cannot be reached', async ({
  page,
}) => {
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
