import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { upload } from '#contract/form-limits.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { signedIn } from '#tests/e2e/support/readers.ts'
import { releaseMs } from '#tests/e2e/support/service.ts'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aNewBook, withAdminSession } from '../publisher.ts'
import { saveDraft } from './drafts.ts'

/** Publishes uploads wherever readers see one: a story with a picture in its text, and a book with a cover. */
async function publishPictures(page: Page) {
  const admin = await withAdminSession(page)
  await signedIn(page)
  const sent = async (width: number, height: number) => {
    const buffer = await aPicture(width, height).jpeg().toBuffer()
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
    const answer = await page.request.post('/api/uploads', { multipart: { file } })
    expect(answer.status()).toBe(201)
    return ((await answer.json()) as { url: string }).url
  }
  const [picture, inText, cover] = [
    await sent(1800, 1200),
    await sent(1800, 1200),
    await sent(1700, 2550),
  ]
  const story = randomUUID()
  const { content } = aDraft()
  const number = await saveDraft(admin, story, 0, {
    title: `The wide view ${story.slice(0, 8)}`,
    imageUrl: picture,
    imageAlt: 'A hill above a town',
    peopleAgree: true,
    content: `${content}\n\n![The well](${inText})`,
  })
  await admin.ask('POST', `/admin/drafts/${story}/publish`, { number })
  const book = (await admin.ask('POST', '/admin/books', {
    ...aNewBook(),
    coverImageUrl: cover,
  })) as { id: string }
  await admin.ask('PATCH', `/admin/books/${book.id}/publish`, { isPublished: true })
  const category = slugOf(aDraft().category)
  // Chromium shows a larger width that it has instead of fetching a smaller one: where pictures are small comes first.
  return ['/books', `/book/${book.id}`, `/category/${category}`, '/', `/story/${story}`]
}

/** Uploads of a page that were chosen more than one width above what they are drawn in. */
async function tooWide(page: Page) {
  const shown = page.locator('img[srcset*="/uploads/"]')
  for (const image of await shown.all()) {
    if (!(await image.isVisible())) continue
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth))
      .toBeGreaterThan(0)
  }
  const drawn = await shown.evaluateAll((images) =>
    (images as HTMLImageElement[])
      .filter((image) => image.checkVisibility() && image.naturalWidth > 0)
      .map((image) => {
        const { width, height } = image.getBoundingClientRect()
        // A picture that fills its frame is drawn as wide as its height asks for.
        const isCropped = getComputedStyle(image).objectFit === 'cover'
        const filled = isCropped ? (height * image.naturalWidth) / image.naturalHeight : 0
        const chosen = Number(/(\d+)\.webp$/.exec(image.currentSrc)?.[1])
        return { chosen, needed: Math.max(width, filled) * devicePixelRatio, src: image.currentSrc }
      }),
  )
  return {
    count: drawn.length,
    tooWide: drawn.filter(({ chosen, needed }) => {
      const [, larger = Number.POSITIVE_INFINITY] = upload.widths.filter((width) => width >= needed)
      return !(chosen <= larger)
    }),
    drawn: drawn.map(({ chosen, needed }) => `${chosen} for ${Math.round(needed)}`),
  }
}

const devices = {
  'a phone': phone,
  'a phone on its side': { ...phone, deviceScaleFactor: 3, viewport: { width: 800, height: 360 } },
  'a desktop': desktop,
}

test('an uploaded picture is at most one width larger than it is drawn', async ({
  page,
  browser,
}) => {
  test.slow()
  const paths = await publishPictures(page)
  for (const path of paths) {
    const html = async () => (await page.request.get(path)).text()
    await expect.poll(html, { timeout: releaseMs }).toContain('/uploads/')
  }
  for (const [device, size] of Object.entries(devices)) {
    const visit = await browser.newContext(size)
    const visited = await visit.newPage()
    for (const path of paths) {
      await visited.goto(path)
      const { count, tooWide: wrong, drawn } = await tooWide(visited)
      console.log(`${path} on ${device}: ${drawn.join(', ')}`)
      expect.soft(wrong, `${path} on ${device}`).toEqual([])
      expect(count, `${path} on ${device}`).toBeGreaterThan(0)
    }
    await visit.close()
  }
})
