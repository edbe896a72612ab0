import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { readBookPdf } from '#api/shop/book-files/read-pdf-text.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, aVisitor, startApp, theStaff } from '#tests/people.ts'
import { aText, giveText } from '#tests/shop/chapters.ts'
import { aPdf, aPdfOf } from '#tests/shop/pdfs.ts'
import { adoptEditions } from './editions.queries.ts'
import { insertPdfText } from './pdf-texts.queries.ts'

const folder = await aFolder()
const files = folderFiles(folder)
let base: string
let keeper: Awaited<ReturnType<typeof theStaff>>
let visitor: Awaited<ReturnType<typeof aVisitor>>
beforeAll(async () => {
  base = await startApp({ files })
  keeper = await theStaff('shopkeeper', base)
  visitor = await aVisitor(base)
})

/** A paragraph of so many lines with this word, of which the last is short. */
const lines = (word: string, count = 8) => [
  ...Array.from(
    { length: count },
    (_, at) => `Line ${at} of the ${word} is as long as all of them.`,
  ),
  `The ${word} ends.`,
]
const headed = (title: string, word: string) => [title, '', ...lines(word)]

const road = aPdfOf(
  [headed('The Road', 'dust'), headed('The River', 'ferry'), headed('The Return', 'lamp')],
  { outline: ['The Road', 'The River', 'The Return'] },
)

/** What the thread makes of it: the title of each chapter, and its text. */
async function readPdf(pdf: Buffer) {
  const path = join(folder, `${randomUUID()}.pdf`)
  await writeFile(path, pdf)
  return readBookPdf(path)
}

/** Uploads it, and reads it as the job does. */
async function givePdf(id: string, pdf: Buffer) {
  const answer = await keeper.send(`/api/admin/books/${id}/file`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: pdf as BodyInit,
  })
  expect(answer.status).toBe(200)
  const [book] = await sql<{ pdfId: string }[]>`select pdf_id from books where id = ${id}`
  const { pdfId } = book as { pdfId: string }
  await insertPdfText(pdfId, await readPdf(pdf))
  await adoptEditions()
  return pdfId
}

/** A free book, so that everybody sees what its readers see. */
async function aBookOf(pdf = road) {
  const { id } = await aBook({ price: 0 })
  await givePdf(id, pdf)
  return id
}

const textOf = (id: string) => keeper.call('GET /admin/books/:id/pdf-text', { id })
const stateOf = async (id: string) => (await keeper.call('GET /admin/books/:id', { id })).text
const approve = async (id: string) => {
  const { revision } = await textOf(id)
  return keeper.call('POST /admin/books/:id/pdf-text/approve', { id, revision })
}
const turnOn = (id: string) =>
  keeper.call('PATCH /admin/books/:id/readable', { id, isReadable: true })
/** What readers get of all chapters; empty where nothing is read here. */
async function readHere(id: string): Promise<string> {
  const asked = [1, 2, 3, 4].map((number) =>
    visitor.call('GET /books/:id/read/:number', { id, number }).catch(() => ''),
  )
  return (await Promise.all(asked)).map((answer) => JSON.stringify(answer)).join('')
}
const put = (
  id: string,
  number: number,
  typed: { title: string; text: string; revision?: number },
) => keeper.call('PUT /admin/books/:id/pdf-text/:number', { id, number, ...typed })

describe('the chapters of a PDF', () => {
  test('begin where its outline says', async () => {
    expect(await readPdf(road)).toMatchObject({
      chapters: [
        { title: 'The Road', text: expect.stringMatching(/^Line 0 of the dust/) },
        { title: 'The River', text: expect.stringMatching(/^Line 0 of the ferry/) },
        { title: 'The Return', text: expect.stringMatching(/^Line 0 of the lamp/) },
      ],
    })
  })

  test('begin at larger letters where it has no outline, and what stands before them is one, too', async () => {
    const pdf = aPdfOf(
      [
        [
          ...lines('title page'),
          '',
          'Contents',
          '',
          'The Road',
          '',
          'The River',
          '',
          'Printed in Lagos.',
        ],
        headed('The Road', 'dust'),
        ['Part Two', '', ...headed('The River', 'ferry'), '', 'A ford', '', ...lines('reed')],
      ],
      { large: ['Contents', 'The Road', 'Part Two', 'The River', 'A ford'] },
    )
    expect(await readPdf(pdf)).toMatchObject({
      chapters: [
        { title: 'Before the first chapter' },
        { title: 'Contents', text: 'The Road\n\nThe River\n\nPrinted in Lagos.' },
        { title: 'The Road' },
        { title: 'Part Two: The River', text: expect.stringContaining('ferry') },
        { title: 'A ford' },
      ],
    })
  })

  test('begin at large numbers at the top of a page, too, which are no running heads', async () => {
    const names = ['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4']
    const pages = names.map((name, at) => headed(name, `road ${'abcd'[at]}`))
    const { chapters } = (await readPdf(aPdfOf(pages, { large: names }))) as {
      chapters: { title: string }[]
    }
    expect(chapters.map(({ title }) => title)).toEqual(names)
  })

  test('are one where it has no headings, which long as it is becomes several pages', async () => {
    const pdf = aPdfOf(Array.from({ length: 15 }, () => lines('market', 35)))
    expect(await readPdf(pdf)).toMatchObject({ chapters: [{ title: 'The whole text' }] })
    const id = await aBookOf(pdf)
    await approve(id)
    await turnOn(id)
    const { part, parts, chapterTitle } = await visitor.call('GET /books/:id/read/:number', {
      id,
      number: 2,
    })
    expect([part, parts, chapterTitle]).toEqual([2, 2, 'The whole text'])
  })

  test('are none in a scan, which the form says and which stays a download', async () => {
    const id = await aBookOf(aPdf(3))
    expect(await stateOf(id)).toMatchObject({ isOfPdf: true, state: 'refused', fault: 'scan' })
    await expect(textOf(id)).rejects.toMatchObject({ status: 404 })
    await expect(turnOn(id)).rejects.toMatchObject({ status: 409 })
  })
})

describe('the publisher', () => {
  test('approves a text before anybody reads it', async () => {
    const id = await aBookOf()
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', isThere: false })
    await expect(turnOn(id)).rejects.toMatchObject({ status: 409 })
    expect(await readHere(id)).not.toContain('Line')
    expect(await approve(id)).toMatchObject({ isApproved: true })
    expect(await readHere(id)).not.toContain('Line')
    await turnOn(id)
    expect(await readHere(id)).toContain('Line 0 of the ferry')
    expect(await stateOf(id)).toMatchObject({
      state: 'ready',
      isThere: true,
      chapters: [{ title: 'The Road' }, { title: 'The River' }, { title: 'The Return' }],
    })
  })

  test('corrects a chapter, and readers get it once it is approved again', async () => {
    const id = await aBookOf()
    await approve(id)
    await turnOn(id)
    const typed = { title: 'The Long Road', text: 'It is *long*.\n\n> And dusty.\n\n>> So dusty.' }
    await put(id, 1, { ...typed, revision: 1 })
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', isThere: true })
    expect(await readHere(id)).not.toContain('dusty')
    await approve(id)
    const chapter = await visitor.call('GET /books/:id/read/:number', { id, number: 1 })
    expect(chapter).toMatchObject({ chapterTitle: 'The Long Road' })
    expect(JSON.stringify(chapter)).toContain('So dusty.')
  })

  test('is told when somebody else changed the chapter meanwhile, and loses nothing', async () => {
    const id = await aBookOf()
    const [mine, theirs] = [
      { title: 'Mine', text: 'My words.' },
      { title: 'Theirs', text: 'Their words.' },
    ]
    await put(id, 1, { ...theirs, revision: 1 })
    await expect(put(id, 1, { ...mine, revision: 1 })).rejects.toMatchObject({ status: 409 })
    // A repeat of what is there already is none.
    expect(await put(id, 1, { ...theirs, revision: 1 })).toMatchObject({ revision: 2 })
    // Another chapter is nobody else's.
    expect(await put(id, 2, { ...mine, revision: 1 })).toMatchObject({ title: 'Mine' })
    expect(await put(id, 1, mine)).toMatchObject({ title: 'Mine', revision: 3 })
  })

  test('does not approve what somebody else changed since', async () => {
    const id = await aBookOf()
    const { revision } = await textOf(id)
    await put(id, 1, { title: 'Theirs', text: 'Their words.', revision: 1 })
    const late = keeper.call('POST /admin/books/:id/pdf-text/approve', { id, revision })
    await expect(late).rejects.toMatchObject({ status: 409 })
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', isThere: false })
  })

  test('joins a chapter with the one before, without losing a word', async () => {
    const id = await aBookOf()
    const { revision } = await textOf(id)
    const join = (number: number, seen = revision) =>
      keeper.call('POST /admin/books/:id/pdf-text/:number/join', { id, number, revision: seen })
    expect((await join(2)).chapters.map(({ number }) => number)).toEqual([1, 3])
    const { text } = await keeper.call('GET /admin/books/:id/pdf-text/:number', { id, number: 1 })
    expect(text).toMatch(/^Line 0 of the dust[\s\S]*\n\n## The River\n\nLine 0 of the ferry/)
    // Twice is once; and before the first there is none.
    await expect(join(3)).rejects.toMatchObject({ status: 409 })
    await expect(join(1, revision + 1)).rejects.toMatchObject({ status: 404 })
  })

  test('leaves out a chapter, and takes it back', async () => {
    const id = await aBookOf()
    const leaveOut = (number: number, isLeftOut: boolean) =>
      keeper.call('PATCH /admin/books/:id/pdf-text/:number', { id, number, isLeftOut })
    await leaveOut(2, true)
    await approve(id)
    await turnOn(id)
    expect(await readHere(id)).not.toContain('ferry')
    // What is joined goes to a chapter that stays.
    const { revision } = await textOf(id)
    await keeper.call('POST /admin/books/:id/pdf-text/:number/join', { id, number: 3, revision })
    await leaveOut(2, false)
    await approve(id)
    expect(await readHere(id)).toMatch(/dust.*lamp.*ferry/s)
    await leaveOut(1, true)
    await leaveOut(2, true)
    await expect(approve(id)).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    ['no title', { title: ' ', text: 'Words.' }, 'title'],
    ['a title without end', { title: 'x'.repeat(201), text: 'Words.' }, 'title'],
    ['a picture', { title: 'One', text: `![A goat](${uploadUrl(randomUUID())})` }, 'text'],
  ])('is told at the field of %s', async (_, typed, field) => {
    const id = await aBookOf()
    await expect(put(id, 1, typed)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: [expect.any(String)] },
    })
  })

  test('finds no chapter that is not there', async () => {
    const id = await aBookOf()
    const asked = [
      keeper.call('GET /admin/books/:id/pdf-text/:number', { id, number: 9 }),
      put(id, 9, { title: 'One', text: '' }),
      textOf(randomUUID()),
    ].map((one) => one.catch(({ status }) => status))
    expect(await Promise.all(asked)).toEqual([404, 404, 404])
    const editor = await theStaff('editor', base)
    await expect(editor.call('GET /admin/books/:id/pdf-text', { id })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('readers', () => {
  test('keep the text of the old PDF until that of a new one is approved, and lose it to a scan', async () => {
    const id = await aBookOf()
    await approve(id)
    await turnOn(id)
    await givePdf(id, aPdfOf([headed('The Hill', 'goat')], { outline: ['The Hill'] }))
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', isThere: true })
    expect(await readHere(id)).toContain('ferry')
    await approve(id)
    expect(await readHere(id)).toMatch(/goat/)
    expect(await readHere(id)).not.toContain('ferry')
    await givePdf(id, aPdf(2))
    expect(await readHere(id)).not.toContain('goat')
  })

  test('get the text of the EPUB where there is one, and that of the PDF again without it', async () => {
    const id = await aBookOf()
    await approve(id)
    await turnOn(id)
    await giveText(id, aText())
    expect(await readHere(id)).toContain('harvest1')
    expect(await stateOf(id)).toMatchObject({ isOfPdf: false, state: 'ready' })
    await keeper.call('DELETE /admin/books/:id/epub', { id })
    expect(await readHere(id)).toContain('ferry')
    expect(await stateOf(id)).toMatchObject({ isOfPdf: true, state: 'ready' })
  })

  test('do not get a text of the PDF that nobody approved when the EPUB goes', async () => {
    const id = await aBookOf()
    await giveText(id, aText())
    await turnOn(id)
    await keeper.call('DELETE /admin/books/:id/epub', { id })
    expect(await readHere(id)).toBe('""'.repeat(4))
    expect(await stateOf(id)).toMatchObject({ isOfPdf: true, state: 'waiting', isThere: false })
  })
})
