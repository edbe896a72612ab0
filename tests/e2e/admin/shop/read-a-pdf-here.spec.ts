import { violationsOf } from '#tests/e2e/support/axe.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPdf, aPdfOf } from '#tests/shop/pdfs.ts'
import { aNewBook, withAdminSession } from '../publisher.ts'

test.use({ ...phone, colorScheme: 'dark', expectedErrors: /status of (403|404|409)/ })

const page = (title: string, word: string) => [
  title,
  '',
  ...Array.from({ length: 9 }, (_, at) => `Line ${at} of the ${word} is as long as all of them.`),
  `The ${word} ends.`,
]
const pdf = {
  name: 'roads.pdf',
  mimeType: 'application/pdf',
  buffer: aPdfOf(
    [
      page('Contents', 'list'),
      page('The Road', 'dust'),
      page('The River', 'ferry'),
      page('The Hill', 'goat'),
    ],
    { outline: ['Contents', 'The Road', 'The River', 'The Hill'] },
  ),
}
const scan = { ...pdf, name: 'scan.pdf', buffer: aPdf(2) }

test('the text of a PDF is corrected by keyboard on a phone, approved, and read here', async ({
  page,
}) => {
  const { ask } = await withAdminSession(page)
  const made = (await ask('POST', '/admin/books', { ...aNewBook(), price: 0 })) as { id: string }
  await ask('PATCH', `/admin/books/${made.id}/publish`, { isPublished: true })
  const open = () => page.goto(`/admin/books/${made.id}/edit`)
  await open()
  const state = page.getByRole('region', { name: 'Read here' }).getByRole('status')
  const drop = page.locator('#book-pdf')
  await drop.setInputFiles(scan)
  await expect(state).toHaveText(/only downloaded\. Its pages are pictures/)
  await drop.setInputFiles(pdf)
  await expect(state).toHaveText(/can be read here once you have approved it/)

  const text = page.getByRole('region', { name: 'Text of the PDF' })
  const chapter = (title: string) =>
    text.getByRole('button', { name: new RegExp(`^\\d ${title} `) })
  await chapter('Contents').press('Enter')
  await text.getByRole('button', { name: 'Leave out' }).press('Enter')
  const back = text.getByRole('button', { name: 'Take it back Contents' })
  await expect(back).toBeFocused()
  await back.press('Enter')
  await expect(chapter('Contents')).toBeFocused()
  await text.getByRole('button', { name: 'Leave out' }).press('Enter')
  await expect(back).toBeFocused()

  await chapter('The River').press('Enter')
  await text.getByRole('button', { name: 'Join with the chapter before' }).press('Enter')
  await expect(chapter('The Road')).toBeFocused()
  await expect(chapter('The River')).toHaveCount(0)

  await chapter('The Road').press('Enter')
  const words = text.getByRole('textbox', { name: 'Text' })
  await expect(words).toHaveValue(/dust ends\.\n\n## The River\n\nLine 0 of the ferry/)
  expect(await violationsOf(page, 'the text of the PDF')).toEqual([])
  expect(await tooWide(page, 'the text of the PDF')).toEqual([])
  await words.fill('My words about dust.')
  await text.getByRole('button', { name: 'Approve this text' }).press('Enter')
  await expect(text.getByText('Save what you typed into chapter 2 first.')).toBeVisible()

  // Somebody else saves the chapter meanwhile.
  const path = `/admin/books/${made.id}/pdf-text/2`
  await ask('PUT', path, { title: 'The Road', text: 'Their words about dust.' })
  const save = text.getByRole('button', { name: 'Save chapter' })
  await save.press('Enter')
  await expect(text.getByText('This chapter was changed meanwhile')).toBeVisible()
  await expect(words).toHaveValue('My words about dust.')
  expect(await violationsOf(page, 'a conflict')).toEqual([])

  // It is there when the page was left, too.
  await page.goto('/robots.txt')
  await open()
  await chapter('The Road').press('Enter')
  await expect(words).toHaveValue('My words about dust.')
  await save.press('Enter')
  await text.getByRole('button', { name: 'Save mine anyway' }).press('Enter')
  await expect(chapter('The Road')).toBeFocused()
  await expect.poll(async () => (await ask('GET', path)).text).toBe('My words about dust.')

  await text.getByRole('button', { name: 'Approve this text' }).press('Enter')
  await expect(text.getByText('This text is approved.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Readable here' }).press('Space')
  await expect.poll(async () => (await ask('GET', `/admin/books/${made.id}`)).isReadable).toBe(true)
  expect(await violationsOf(page, 'an approved text')).toEqual([])
  expect(await tooWide(page, 'an approved text')).toEqual([])

  await page.goto(`/book/${made.id}/read/1`)
  await expect(page.getByText('My words about dust.')).toBeVisible()
  await page.goto(`/book/${made.id}/read/2`)
  await expect(page.getByText(/Line 0 of the goat/)).toBeVisible()
})
