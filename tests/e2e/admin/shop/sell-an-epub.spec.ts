import { aBoughtBook } from '#tests/e2e/shop/buyers.ts'
import { violationsOf } from '#tests/e2e/support/axe.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { anEpub, words } from '#tests/shop/epubs.ts'
import { aPdfOf } from '#tests/shop/pdfs.ts'
import { aNewBook, withAdminSession } from '../publisher.ts'

test.use({ ...phone, colorScheme: 'dark', expectedErrors: /status of (403|404|415)/ })

const pdf = {
  name: 'ledger.pdf',
  mimeType: 'application/pdf',
  buffer: aPdfOf(Array.from({ length: 9 }, () => Array(30).fill(words(9, 'paper')))),
}
const epub = (chapter: string) => ({
  name: 'ledger.epub',
  mimeType: 'application/epub+zip',
  buffer: anEpub({ chapters: [chapter] }),
})

test('a book gets an EPUB, its sample is read, and its buyer has both files', async ({ page }) => {
  const { ask } = await withAdminSession(page)
  const made = (await ask('POST', '/admin/books', aNewBook())) as { id: string; title: string }
  await ask('PATCH', `/admin/books/${made.id}/publish`, { isPublished: true })
  await page.goto(`/admin/books/${made.id}/edit`)
  const drop = page.locator('#book-epub')
  const section = page.getByRole('region', { name: 'For reading apps (EPUB)' })
  await expect(section.getByText('No EPUB: buyers get the PDF alone.')).toBeVisible()

  await drop.setInputFiles(epub('<p onclick="steal()">The goats.</p>'))
  await expect(drop).toHaveAccessibleDescription(
    'This EPUB cannot be sold as it is. “book/c1.xhtml” is a script or has one in it. Only text, pictures and styles can be sold.',
  )
  await drop.setInputFiles(epub(`<h1>One</h1><p>${words(900, 'screen')}</p>`))
  const remove = section.getByRole('button', { name: 'Remove the EPUB' })
  await expect(remove).toBeVisible()
  const here = page.getByRole('region', { name: 'Read here' })
  await expect(here.getByText('901 words.')).toBeVisible()
  await here.getByText('Look at its 1 chapter').press('Enter')
  await here.getByRole('button', { name: /One/ }).press('Enter')
  await expect(here.getByRole('region', { name: 'One' })).toContainText('screen1 screen2')
  expect(await violationsOf(page, 'the chapters')).toEqual([])
  await here.getByRole('checkbox', { name: 'Readable here' }).press('Space')
  await expect(here.getByText('Buyers read it on this site')).toBeVisible()
  const bookNow = () => ask('GET', `/admin/books/${made.id}`)
  // The switch turns before the answer.
  await expect.poll(async () => (await bookNow()).isReadable).toBe(true)
  await expect(drop).not.toHaveAttribute('aria-invalid')
  await remove.press('Enter')
  await expect(section.getByText('No EPUB')).toBeVisible()
  await expect(drop).toBeFocused()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeVisible()

  const stamp = page.getByRole('checkbox', { name: /Buyer’s name and order/ })
  await page.locator('#book-pdf').setInputFiles(pdf)
  await expect(stamp).toBeChecked()
  await stamp.press('Space')
  await expect(stamp).not.toBeChecked()
  await expect.poll(async () => (await bookNow()).isStamped).toBe(false)
  await stamp.press('Space')
  await expect.poll(async () => (await bookNow()).isStamped).toBe(true)
  expect(await violationsOf(page, 'the edit form')).toEqual([])
  expect(await tooWide(page, 'the edit form')).toEqual([])

  await page.goto(`/book/${made.id}`)
  await expect(page.getByText('Digital PDF, EPUB')).toBeVisible()
  await page.getByRole('link', { name: 'Read a sample' }).press('Enter')
  await expect(page.getByText(/^screen1 screen2 .* screen89 …$/)).toBeVisible()
  expect(await violationsOf(page, 'the sample')).toEqual([])

  const order = await aBoughtBook(page.request, { title: made.title })
  await page.goto(order.page)
  await expect(page.getByRole('button', { name: 'Read here' })).toBeVisible()
  await expect(page.getByText('Downloads of both are counted together.')).toBeVisible()
  expect(await violationsOf(page, 'the order')).toEqual([])
  expect(await tooWide(page, 'the order')).toEqual([])
  for (const [name, beginning] of [
    ['Download the PDF', '%PDF-'],
    ['Download the EPUB', 'PK'],
  ] as const) {
    const address = await page.getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(address ?? '')
    expect(answer.status()).toBe(200)
    expect((await answer.body()).toString('latin1').slice(0, beginning.length)).toBe(beginning)
  }
  await page.reload()
  await expect(page.getByText('Works 8 more times')).toBeVisible()
})
