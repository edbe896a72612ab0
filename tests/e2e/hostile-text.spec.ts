import type { Page } from 'playwright/test'
import { anAddress } from '#tests/magazine/posts.ts'
import { saveDraft } from './admin/magazine/drafts.ts'
import { withAdminSession } from './admin/publisher.ts'
import { ownService } from './support/own-service.ts'
import { password } from './support/readers.ts'
import { inDatabase } from './support/service.ts'
import { expect, test } from './support/test.ts'

ownService()

test.use({
  expectedErrors: /status of 40[014]|javascript:(pwned|throw)|"><script>pwned/,
})
test.describe.configure({ timeout: 180_000 })

/** Each would set `pwned` if any page took it for more than words. */
const payloads = [
  '<script>pwned=1</script>',
  '</script><script>pwned=1</script>',
  '<img src=x onerror=pwned=1>',
  '"><svg onload=pwned=1>',
  "' autofocus onfocus=pwned=1 x='",
  '</title><script>pwned=1</script>',
  '</textarea><script>pwned=1</script>',
  ']]><script>pwned=1</script>',
  '{{constructor.constructor("pwned=1")()}}',
  '<!--<script>pwned=1</script>-->',
  '<a href="javascript:pwned=1">press</a>',
  '<template><script>pwned=1</script></template>',
  '\u2028<script>pwned=1</script>',
]
const hostile = payloads.join(' ')

async function isUnharmed(page: Page, path: string) {
  await page.goto(path)
  // The admin pages load what they show.
  await expect(page.locator('[data-admin-skeleton]')).toHaveCount(0)
  // Every control that somebody may touch is touched by focus; pictures load or fail.
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll<HTMLElement>('a,button,input,textarea,select'))
      element.focus({ preventScroll: true })
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
  })
  const found = await page.evaluate(() => ({
    pwned: 'pwned' in window,
    // What only a payload could have brought into the page.
    strangers: [...document.querySelectorAll('img[src="x"],[onerror],[onload],[onfocus]')].length,
    scripts: [...document.querySelectorAll('a[href^="javascript:" i]')].length,
  }))
  expect(found, path).toEqual({ pwned: false, strangers: 0, scripts: 0 })
}

test("what strangers write stays words: in every field, on every page, in the writer's own account, on the admin pages", async ({
  page,
}) => {
  const joined = await page.request.post('/api/auth/register', {
    data: {
      firstName: payloads[2],
      lastName: payloads[3],
      email: 'hostile@ascend.example',
      password,
      ageBand: '18+',
    },
    headers: { 'X-Forwarded-For': anAddress() },
  })
  expect(joined.status()).toBe(201)
  const words = {
    title: payloads.slice(0, 6).join(' ').slice(0, 190),
    summary: hostile,
    content: `${payloads.join('\n')}\n`.repeat(3),
    category: 'Lifestyle and Culture',
    authorName: payloads[3],
    authorRole: payloads[2],
  }
  const sent = await page.request.post('/api/stories', { data: words })
  expect(sent.status()).toBe(201)
  const { id } = await sent.json()
  expect((await sent.json()).summary).toBe(hostile)
  const asked = await page.request.post('/api/books/publish', {
    data: {
      title: payloads[0],
      author: payloads[2],
      description: hostile,
      category: 'Novel',
      price: 0,
      authorEmail: 'hostile@ascend.example',
      authorPhone: '<script>pwned=1</script>',
      publishingReason: hostile,
    },
  })
  expect(asked.status()).toBe(201)

  // It is written by hand, as no form would let it in: addresses that are none, and a publisher's note.
  await inDatabase(
    (sql) => sql`
    update stories set status = 'returned', review_note = ${hostile} where id = ${id}`,
  )
  await isUnharmed(page, '/account')
  await isUnharmed(page, `/submit?story=${id}`)
  const book = await inDatabase(async (sql) => {
    await sql`
      update stories set is_published = true, is_featured = true, image_url = 'javascript:pwned=1',
        video_url = 'javascript:pwned=1', author_image_url = '"><script>pwned=1</script>', approved_hash = 'this text'
      where id = ${id}`
    const [book] = await sql<{ id: string }[]>`insert into books ${sql({
      title: words.title,
      description: hostile,
      content: hostile,
      authorId: id,
      authorName: payloads[3] as string,
      category: payloads[2] as string,
      price: 100,
      coverImageUrl: 'javascript:pwned=1',
      isPublished: true,
    })} returning id`
    await sql`insert into subscribers ${sql({ email: `${payloads[2]}@ascend.example`, confirmedAt: new Date() } as never)}`
    await sql`
      insert into activity (who, action, subject_id, subject, note)
      values (${hostile}, 'storyReturned', ${hostile}, ${hostile}, ${hostile})`
    await sql`
      insert into site_builds (version, started_at, error) values (0, now(), ${hostile})`
    const [series] = await sql<{ id: string }[]>`
      insert into series (title) values (${hostile}) returning id`
    await sql`insert into series_parts (story_id, series_id, part) values (${id}, ${series?.id ?? ''}, 1)`
    return book
  })
  await page.request.put(`/api/books/${book?.id}/saved`)
  await page.request.post(`/api/stories/${id}/like`)
  const writer = await page.request.put('/api/account/author-page', {
    data: { name: payloads[3], about: payloads.join('\n').slice(0, 600), isPublic: true },
  })
  expect(writer.status()).toBe(200)

  await expect
    .poll(async () => (await (await page.request.get('/books')).text()).includes(book?.id ?? '?'), {
      timeout: 60_000,
    })
    .toBe(true)
  for (const path of [
    '/',
    '/?category=Lifestyle+and+Culture',
    `/?category=${encodeURIComponent(hostile)}`,
    `/story/${id}`,
    '/books',
    '/resources',
    `/books?search=${encodeURIComponent(payloads[1] ?? '')}`,
    `/book/${book?.id}`,
    '/account',
    `/author/${(await writer.json()).slug}`,
    '/category/lifestyle-and-culture',
    `/sign-in?mode=create&returnTo=${encodeURIComponent(hostile)}`,
    `/sign-in?mode=reset&token=${encodeURIComponent(hostile)}`,
    `/newsletter?state=leaving&token=${encodeURIComponent(hostile)}`,
    `/publish?sent=${encodeURIComponent(hostile)}`,
    '/about',
    // Somebody signed in is led on from here at once.
    `/admin/login?returnTo=${encodeURIComponent(hostile)}`,
  ]) {
    await isUnharmed(page, path)
  }
  const admin = await withAdminSession(page, { isOwn: true })
  const { fields } = await admin.ask('GET', `/admin/drafts/${id}`)
  await saveDraft(admin, id, 0, { ...fields, summary: 'Harmless', content: `${hostile}\n\n---` })
  for (const path of [
    '/admin/dashboard',
    `/admin/dashboard?search=${encodeURIComponent(payloads[1] ?? '')}`,
    `/admin/books/${book?.id}/edit`,
    '/admin/stories?status=all',
    `/admin/stories?status=all&story=${id}`,
    `/admin/stories?story=${encodeURIComponent(hostile)}`,
    '/admin/stories?status=drafts',
    `/admin/stories/${id}/revisions`,
    '/admin/calendar',
    `/admin/calendar?month=${encodeURIComponent(hostile)}`,
    '/admin/requests',
    '/admin/newsletter',
    '/admin/activity',
  ]) {
    await isUnharmed(page, path)
  }
  await page.goto(`/story/${id}`)
  await expect(page.getByText(payloads[2] as string).first()).toBeVisible()
  for (const json of await page.locator('script[type="application/ld+json"]').allTextContents()) {
    JSON.parse(json)
  }
  const feed = await (await page.request.get('/rss.xml')).text()
  expect(
    await page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      return [
        parsed.querySelector('parsererror') !== null,
        parsed.querySelectorAll('script').length,
        // What a feed reader shows as HTML.
        [...parsed.querySelectorAll('description')].filter(({ textContent }) =>
          /<[a-z]/i.test(textContent),
        ).length,
      ]
    }, feed),
  ).toEqual([false, 0, 0])
})
