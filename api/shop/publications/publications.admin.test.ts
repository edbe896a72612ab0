import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { deleteUnusedUploads } from '#api/magazine/uploads/uploads.queries.ts'
import { dataVersion } from '#db/data-version.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aVisitor, startApp, theStaff } from '#tests/people.ts'
import { aLockedPdf, aPdf, aPdfOf, assemble, textOf } from '#tests/shop/pdfs.ts'
import { does } from '#tests/undo.ts'
import { cleanUpPublications } from './store-publication.ts'

const files = folderFiles(await aFolder())
let base: string
let editor: Awaited<ReturnType<typeof theStaff>>
let visitor: Awaited<ReturnType<typeof aVisitor>>
beforeAll(async () => {
  base = await startApp({ files })
  editor = await theStaff('editor', base)
  visitor = await aVisitor(base)
})

const words = (title = `Exam Season ${randomUUID().slice(0, 8)}`) => ({
  title,
  description: 'How to sleep, eat and read before an exam.',
  author: 'Ada Obi',
  category: 'Magazine',
})

const put = (id: string, what: 'file' | 'cover', body: Uint8Array) =>
  editor.send(`/api/admin/publications/${id}/${what}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: body as BodyInit,
  })

const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} says how one reads before an exam.`)

async function aDraft() {
  return editor.call('POST /admin/publications', words())
}

async function aPublished() {
  const { id } = await aDraft()
  expect((await put(id, 'file', aPdfOf([lines]))).status).toBe(200)
  return editor.call('PATCH /admin/publications/:id/state', { id, state: 'published' })
}

const idsOnSite = async () => (await visitor.call('GET /publications', {})).map(({ id }) => id)
const pdfOf = (id: string) => visitor.send(`/api/magazines/${id}.pdf`)

/** A catalogue and one empty page, with more in them and other objects behind. */
const withObjects = (catalogue: string, page: string, ...more: string[]) =>
  assemble([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]${page}>>`,
    ...more,
  ])

const script = '/S/JavaScript/JS(app.alert(1))'
const link = (more: string) => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${more}>>]`
const file = '/EF<</F 5 0 R>>/F(a.exe)/Type/Filespec'
const embedded = '<</Type/EmbeddedFile/Length 1>>stream\nx\nendstream'

/** One whose action stands in an object stream. */
function inAnObjectStream() {
  const inner = `<<${script}>>`
  const stream = deflateSync(`4 0 ${inner}`).toString('latin1')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
  ]
  let text = '%PDF-1.7\n'
  const places = [0]
  const add = (number: number, object: string) => {
    places[number] = text.length
    text += `${number} 0 obj\n${object}\nendobj\n`
  }
  objects.forEach((object, at) => {
    add(at + 1, object)
  })
  add(
    5,
    `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream`,
  )
  const row = (kind: number, place: number, index: number) =>
    String.fromCharCode(kind, place >> 8, place & 255, index)
  const start = text.length
  const rows = [0, 1, 2, 3, 4, 5, 6].map((at) => {
    if (at === 0) return row(0, 0, 0)
    if (at === 4) return row(2, 5, 0)
    return row(1, at === 6 ? start : (places[at] ?? 0), 0)
  })
  add(6, `<</Type/XRef/Size 7/W[1 2 1]/Root 1 0 R/Length 28>>stream\n${rows.join('')}\nendstream`)
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1')
}

const sentences = {
  script: 'This PDF holds a script',
  files: 'Other files or media are inside this PDF',
  action: 'This PDF opens programs, files or forms by itself',
}

describe('a PDF that is no mere text', () => {
  test.each<[string, keyof typeof sentences, Buffer]>([
    ['a script when it opens', 'script', withObjects(`/OpenAction<<${script}>>`, '')],
    [
      'a script by a name',
      'script',
      withObjects(`/Names<</JavaScript<</Names[(a)<<${script}>>]>>>>`, ''),
    ],
    ['a script behind a link', 'script', withObjects('', link(`/A<<${script}>>`))],
    [
      'a script behind a harmless action',
      'script',
      withObjects('', link(`/A<</S/GoTo/D[3 0 R/Fit]/Next[<<${script}>>]>>`)),
    ],
    [
      'a script behind what happens to a link',
      'script',
      withObjects('', link(`/AA<</E<<${script}>>>>`)),
    ],
    ['a script behind what happens to a page', 'script', withObjects('', `/AA<</O<<${script}>>>>`)],
    [
      'a script behind an entry of its contents',
      'script',
      withObjects(
        '/Outlines 4 0 R',
        '',
        '<</First 5 0 R/Last 5 0 R/Count 1>>',
        `<</Title(One)/Parent 4 0 R/A<<${script}>>>>`,
      ),
    ],
    ['a script in an object stream', 'script', inAnObjectStream()],
    [
      'a script by an escaped name',
      'script',
      withObjects('/OpenAction<</S/J#61vaScript/#4a#53(app.alert(1))>>', ''),
    ],
    [
      'an action whose name is an object',
      'script',
      withObjects('/OpenAction<</S 4 0 R>>', '', '/JavaScript'),
    ],
    ['a form with scripts (XFA)', 'script', withObjects('/AcroForm<</Fields[]/XFA(x)>>', '')],
    ['a program that it starts', 'action', withObjects('', link('/A<</S/Launch/F(a.exe)>>'))],
    [
      'an address that is a script',
      'action',
      withObjects('', link('/A<</S/URI/URI(java\\nscript:alert\\(1\\))>>')),
    ],
    [
      'a form that it sends',
      'action',
      withObjects('', link('/A<</S/SubmitForm/F(https://example.com)>>')),
    ],
    [
      'an attachment by name',
      'files',
      withObjects(`/Names<</EmbeddedFiles<</Names[(a)<<${file}>>]>>>>`, '', 'null', embedded),
    ],
    ['an associated file', 'files', withObjects(`/AF[<<${file}>>]`, '', 'null', embedded)],
    [
      'an attachment on a page',
      'files',
      withObjects(
        '',
        `/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS<<${file}>>>>]`,
        'null',
        embedded,
      ),
    ],
    ['rich media', 'files', withObjects('', '/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]>>]')],
    [
      'a stream from another file',
      'files',
      withObjects('', '/Contents 4 0 R', '<</F(a.txt)/Length 0>>stream\n\nendstream'),
    ],
  ])('is refused for %s, and nothing of it is kept', async (_, fault, pdf) => {
    const { id } = await aDraft()
    const response = await put(id, 'file', pdf)
    expect(response.status).toBe(415)
    expect((await response.json()).message).toContain(sentences[fault])
    expect(await editor.call('GET /admin/publications/:id', { id })).toMatchObject({ pdfBytes: 0 })
  })

  test.each<[string, Buffer]>([
    ['asks for a password', aLockedPdf()],
    ['is text', Buffer.from('a goat')],
    ['only begins as one', Buffer.from('%PDF-1.7 a goat')],
  ])('is refused when it %s', async (_, pdf) => {
    const { id } = await aDraft()
    expect((await put(id, 'file', pdf)).status).toBe(415)
  })

  test('is stored without the archive behind it, and without who made it', async () => {
    const { id } = await aDraft()
    const zip = Buffer.from('PK\u0003\u0004 evil PK\u0005\u0006%%EOF')
    const made = aPdf(2, { trailer: '/Info<</Author(Somebody)>>' })
    expect((await put(id, 'file', Buffer.concat([made, zip]))).status).toBe(200)
    await editor.call('PATCH /admin/publications/:id/state', { id, state: 'published' })
    const stored = Buffer.from(await (await pdfOf(id)).arrayBuffer())
    expect(stored.includes('PK\u0003\u0004')).toBe(false)
    expect(stored.includes('Somebody')).toBe(false)
    expect(stored.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await textOf(stored)).toHaveLength(2)
  })
})

describe('an editor with a publication', () => {
  test('adds it, corrects its text and puts it on the site, where its PDF opens', async () => {
    const { id, title } = await aDraft()
    expect(id).toMatch(/^exam-season-/)
    expect((await pdfOf(id)).status).toBe(404)
    const noPdf = editor.call('PATCH /admin/publications/:id/state', { id, state: 'published' })
    await expect(noPdf).rejects.toMatchObject({ status: 409 })
    await put(id, 'file', aPdfOf([lines]))
    const read = await editor.call('GET /admin/publications/:id', { id })
    expect(read).toMatchObject({ state: 'draft', pages: 1, isFile: false })
    expect(read.content).toContain('Line 3 says how one reads')
    expect((await pdfOf(id)).status).toBe(404)
    const { revision } = read
    const content = '## Sleep\n\nEight hours.'
    await editor.call('PUT /admin/publications/:id', { id, revision, ...words(title), content })
    const stale = editor.call('PUT /admin/publications/:id', { id, revision, ...words('Other') })
    await expect(stale).rejects.toMatchObject({ status: 409 })
    await editor.call('PATCH /admin/publications/:id/state', { id, state: 'published' })
    expect(await visitor.call('GET /publications/:id', { id })).toMatchObject({ title, content })
    const pdf = await pdfOf(id)
    expect(pdf.headers.get('Content-Disposition')).toBe(`inline; filename="${id}.pdf"`)
    expect(pdf.headers.get('Cache-Control')).toBe('no-cache')
  })

  test.each([
    ['names', { outline: ['Sleep, at night', 'A chapter of another book'] }, ['Sleep at Night']],
    ['has in larger letters', { large: ['Food'] }, ['Food']],
    ['names none of, in larger letters', { outline: ['Page 1'], large: ['Food'] }, ['Food']],
    ['has none of', {}, []],
  ])('finds the headings that its PDF %s', async (_, how, found) => {
    const { id } = await aDraft()
    const text = ['Sleep at Night', '', ...lines.slice(0, 6), '', 'Food', '', ...lines.slice(6)]
    await put(id, 'file', aPdfOf([text], how))
    const { content } = await editor.call('GET /admin/publications/:id', { id })
    expect(content.match(/^## .*$/gm) ?? []).toEqual(found.map((heading) => `## ${heading}`))
  })

  test('keeps the text that was corrected when the PDF is replaced, until the one of the PDF is wanted', async () => {
    const { id, title } = await aDraft()
    await put(id, 'file', aPdfOf([lines]))
    // Another PDF of which nothing was corrected.
    await put(id, 'file', aPdfOf([lines.map((line) => line.replace('Line', 'Row'))]))
    const { revision, content: read } = await editor.call('GET /admin/publications/:id', { id })
    expect(read).toContain('Row 3')
    const content = 'Eight hours of sleep.'
    await editor.call('PUT /admin/publications/:id', { id, revision, ...words(title), content })
    await put(id, 'file', aPdfOf([lines]))
    const one = () => editor.call('GET /admin/publications/:id', { id })
    expect(await one()).toMatchObject({ content, isCorrected: true })
    const { undo } = await does(editor, 'DELETE /admin/publications/:id/corrections', { id })
    expect(await one()).toMatchObject({
      content: expect.stringContaining('Line 3'),
      isCorrected: false,
    })
    await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect(await one()).toMatchObject({ content, isCorrected: true })
  })

  test('never gets the address of a file on the server, nor one twice', async () => {
    const made = await editor.call('POST /admin/publications', words('Growing Right'))
    const again = await editor.call('POST /admin/publications', words('Growing Right'))
    expect(made.id).not.toBe('growing-right')
    expect(again.id).not.toBe(made.id)
  })

  test('moves one up and down among the files, and takes that back', async () => {
    const { id } = await aPublished()
    const placeOf = async () =>
      (await editor.call('GET /admin/publications', {})).findIndex((one) => one.id === id)
    const last = await placeOf()
    await editor.call('PATCH /admin/publications/:id/move', { id, by: -1 })
    await editor.call('PATCH /admin/publications/:id/move', { id, by: -1 })
    expect(await placeOf()).toBe(last - 2)
    await editor.call('PATCH /admin/publications/:id/move', { id, by: 1 })
    expect(await placeOf()).toBe(last - 1)
    const second = await does(editor, 'PATCH /admin/publications/:id/move', { id, by: -1 })
    const moved = await placeOf()
    await editor.call('POST /admin/undo/:id', { id: second.undo?.id ?? '' })
    expect(await placeOf()).toBe(moved + 1)
  })

  test('hides one of the specification, whose PDF answers all the same', async () => {
    const id = 'question-of-the-mind'
    const before = await dataVersion()
    const { undo } = await does(editor, 'PATCH /admin/publications/:id/state', {
      id,
      state: 'retired',
    })
    expect(await idsOnSite()).not.toContain(id)
    expect(await dataVersion()).toBeGreaterThan(before)
    expect((await visitor.send(`/api/publications/${id}`)).status).toBe(404)
    expect((await pdfOf(id)).status).toBe(200)
    await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect(await idsOnSite()).toContain(id)
  })

  test('changes the card of a file, and nothing of its PDF, and cannot remove it', async () => {
    const id = 'life-beyond-school'
    const before = await editor.call('GET /admin/publications/:id', { id })
    const { title, description, author, category } = before
    await editor.call('PUT /admin/publications/:id', {
      id,
      title,
      description,
      author,
      category: 'Work',
    })
    expect(await visitor.call('GET /publications/:id', { id })).toMatchObject({ category: 'Work' })
    await editor.call('PUT /admin/publications/:id', { id, title, description, author, category })
    expect((await put(id, 'file', aPdf(1))).status).toBe(409)
    await expect(editor.call('DELETE /admin/publications/:id', { id })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('retires an upload, whose PDF answers until its file is removed too', async () => {
    const { id } = await aPublished()
    await editor.call('PATCH /admin/publications/:id/state', { id, state: 'retired' })
    expect(await idsOnSite()).not.toContain(id)
    expect((await pdfOf(id)).status).toBe(200)
    const { undo } = await does(editor, 'DELETE /admin/publications/:id', { id })
    expect((await pdfOf(id)).status).toBe(404)
    await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect((await pdfOf(id)).status).toBe(200)
    await editor.call('DELETE /admin/publications/:id', { id })
    const [row] = await sql`select id, pdf_id from publications where slug = ${id}`
    const thing = { kind: 'publication', id: String(row?.['id']) } as const
    await editor.call('POST /admin/deleted/:kind/:id/restore', thing)
    expect(await editor.call('GET /admin/publications/:id', { id })).toMatchObject({
      state: 'retired',
    })
    await editor.call('DELETE /admin/publications/:id', { id })
    await editor.call('DELETE /admin/deleted/:kind/:id', thing)
    await sql`update publication_files set kept_at = now() - interval '2 hours'`
    await cleanUpPublications(files)
    expect(await files.find(`publications/${row?.['pdfId']}.pdf`)).toBeUndefined()
  })

  test('keeps PDF and cover while it has them', async () => {
    const { id } = await aPublished()
    const picture = await aPicture(300, 400).png().toBuffer()
    expect((await put(id, 'cover', picture)).status).toBe(200)
    await sql`update uploads set created_at = now() - interval '100 days'`
    await sql`update publication_files set kept_at = now() - interval '2 hours'`
    await cleanUpPublications(files)
    await deleteUnusedUploads()
    const { coverImageUrl } = await visitor.call('GET /publications/:id', { id })
    const [upload] = await sql`select from uploads where ${coverImageUrl} like '%' || id || '%'`
    expect(upload).toBeDefined()
    expect((await pdfOf(id)).status).toBe(200)
    // A row that comes with its cover, as from a backup or an import.
    const uploadId = /uploads\/([^/]+)/.exec(coverImageUrl ?? '')?.[1] ?? ''
    await sql`insert into publications (slug, cover_image_url) values (${randomUUID()}, ${coverImageUrl})`
    const [uses] = await sql<{ count: number }[]>`
      select count(*) from upload_uses where upload_id = ${uploadId} and used_in = 'publication'`
    expect(uses?.count).toBe(2)
    await sql`delete from publications where pdf_id is null and title is null and published_at is null`
  })

  test('shows it on another replica as well', async () => {
    const { id } = await aPublished()
    const other = await aVisitor(await startApp({ files }))
    expect((await other.call('GET /publications', {})).map((one) => one.id)).toContain(id)
    expect((await other.send(`/api/magazines/${id}.pdf`)).status).toBe(200)
  })

  test('finds it by its words', async () => {
    const { id, title } = await aPublished()
    const [group] = await editor.call('GET /admin/search', { q: title })
    expect(group).toMatchObject({ kind: 'publications', items: [{ id, state: 'published' }] })
  })
})

test.each(['author', 'shopkeeper'] as const)('%s has no publications', async (role) => {
  const person = await theStaff(role, base)
  const { id } = await aDraft()
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['PUT', `/${id}`],
    ['PUT', `/${id}/file`],
    ['PATCH', `/${id}/state`],
    ['DELETE', `/${id}`],
  ] as const) {
    const response = await person.send(`/api/admin/publications${path}`, { method })
    expect([method, path, response.status]).toEqual([method, path, 403])
  }
})
