import { randomUUID } from 'node:crypto'
import { desktop, expect, holdBack, phone, test } from '../test.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'
import { withAdminSession } from './publisher.ts'

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use(size)

    test('drafts are listed with author, time and word count, and open in the editor', async ({
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
      const choice = page.getByRole('button', { name: 'Drafts' })
      await choice.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/admin/stories?status=drafts')
      const row = (path: string) =>
        page.getByRole('listitem').filter({ has: page.locator(`[href="${path}"]`) })
      await expect(row(`/admin/stories/${id}/edit`)).toContainText(title)
      await expect(row(`/admin/stories/${id}/edit`)).toContainText('Waits for review')
      const other = row(`/admin/stories/${untitled}/edit`)
      await expect(other.getByRole('link', { name: 'Untitled' })).toBeVisible()
      await expect(other).toContainText('3 words')
      await expect(other).toContainText(/Saved by \w+, \d/)
      await expect(page.getByRole('searchbox')).toHaveCount(0)
    })
  })
}

test('a scheduled story shows its publication time, and its review links to the editor', async ({
  page,
}) => {
  const title = `A story for the end of the century ${Date.now()}`
  const { id } = await aWrittenStory(await withAdminSession(page), title, '2098-05-01T09:00:00Z')
  await page.goto(`/admin/stories?${new URLSearchParams({ status: 'all', search: title })}`)
  await expect(page.getByText('Goes live on 1 May 2098, 10:00')).toBeVisible()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/stories/${id}/edit`,
  )
})

test('a story is started from the dashboard and from the list of stories', async ({ page }) => {
  await withAdminSession(page)
  for (const path of ['/admin/dashboard', '/admin/stories']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Write a story' })).toHaveAttribute(
      'href',
      '/admin/stories/new',
    )
  }
})

test('an author sees their own drafts and no review queue', async ({ page }) => {
  await withAdminSession(page)
  const author = { id: randomUUID(), name: 'Halima', role: 'author' }
  await page.evaluate(
    (member) => localStorage.setItem('adminMember', JSON.stringify(member)),
    author,
  )
  await page.goto('/admin/stories')
  await expect(page.getByRole('heading', { name: 'Your drafts' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submitted' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Calendar' })).toBeVisible()
})

test('links for other roles do not show, not even before the script has loaded', async ({
  page,
}) => {
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
  await expect(sections.getByRole('link', { name: 'People' })).toBeHidden()
  await expect(sections.getByRole('link', { name: 'Stories' })).toBeHidden()
  release()
  await expect(page.getByText('Welcome, Sani')).toBeVisible()
  await expect(sections.getByRole('link', { name: 'People' })).toBeHidden()
})
