import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { saveAuthorPage } from '#api/magazine/authors/authors.queries.ts'
import { placeInSeries } from '#api/magazine/series/series.queries.ts'
import { insertCorrection, insertUpdate } from '#api/magazine/stories/story-changes.queries.ts'
import { approvedBy } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { pictureStore } from '#api/magazine/uploads/store-picture.ts'
import { exportSite } from '#api/operations/import-export/export-site.ts'
import { insertLegalTexts, insertSettings } from '#api/settings/settings.queries.ts'
import { storePublication } from '#api/shop/publications/store-publication.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import { loadDemo } from '#db/demo.ts'
import { sql } from '#db/sql.ts'
import { canonical } from '#markdown/canonical.ts'
import { textOf } from '#markdown/story-text.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'
import { aFolder } from '#tests/folders.ts'
import { someDocument } from '#tests/magazine/documents.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aMove, findMoved, outlineOf, reasonsOf } from '#tests/magazine/import-runs.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aReader, aStory, theStaff } from '#tests/people.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { idOf } from './found-story.ts'
import { markdownSource } from './markdown-folder.ts'
import { openPictures } from './picture-sources.ts'

const empty = () =>
  sql`truncate stories, books, uploads, imported_stories, authors, series, settings, publications cascade`

/** A picture that is stored, as an editor uploads it. */
async function anUpload(dataDir: string) {
  const path = join(await aFolder(), 'p.jpg')
  await writeFile(path, await aPicture(900, 700).jpeg().toBuffer())
  return pictureStore(folderFiles(dataDir))(new ReceivedFile(path, 1), null)
}

/** One that an editor uploaded. */
async function aPublication(dataDir: string) {
  const path = join(await aFolder(), 'p.pdf')
  await writeFile(path, aPdf(2))
  const file = new ReceivedFile(path, 1)
  const { id, bytes, pages } = await storePublication(folderFiles(dataDir), file)
  await sql`
    insert into publications (slug, title, description, author_name, category, content, position, published_at,
      pdf_id, pdf_bytes, pdf_pages)
    values ('exam-season', 'Exam Season', 'Before an exam.', 'Ada', 'Magazine', '## Sleep', 4.5, now(),
      ${id}, ${bytes}, ${pages})`
}

const allRows = () =>
  Promise.all([
    sql`select * from stories order by id`,
    sql`select * from books order by id`,
    sql`select id, width, height from uploads order by id`,
    sql`select * from moved_addresses order by path`,
    sql`select author_id, slug, name, about, picture_url, is_public from authors order by slug`,
    sql`
      select story_id, kind, reason, said, says, description, is_serious, changed_at from story_changes order by number`,
    sql`select story_id, title, part from series_parts join series on id = series_id order by story_id`,
    sql`select group_name, value from settings order by group_name`,
    sql`select slug, title, content, position, published_at, retired_at, pdf_bytes from publications order by slug`,
    sql`select group_name, value, published_at from setting_revisions where group_name = 'terms'`,
  ])

test('an export is imported into an empty magazine unchanged, field by field', async () => {
  await empty()
  const dataDir = await aFolder()
  const store = async () => ({ id: randomUUID(), bytes: 1 })
  await loadDemo(sql, 'content', { pdf: store, epub: store })
  await insertSettings({ hashtags: { tags: ['HarmattanReads'] } })
  const text = { updated: '2026-10-01', sections: [{ heading: 'Ọ̀rọ̀', text: 'Of: *old*' }] }
  await insertLegalTexts([{ group: 'terms', value: text, at: '2026-10-01T09:00:00.000Z' }])
  const { url } = await anUpload(dataDir)
  await sql`insert into publications (slug, published_at, retired_at) values ('growing-right', now(), now())`
  await aPublication(dataDir)
  for (const [index, doc] of fc.sample(someDocument, { numRuns: 300, seed: 16 }).entries()) {
    const whole = canonical(doc)
    const content = writeMarkdown(whole).replaceAll(/\/uploads\/0{8}[^)\s]*/g, url)
    const row = {
      title: `Ẹ̀kọ́: "${content.slice(0, 30)}" # 1`,
      summary: `- ${index}: yes`,
      content,
      contentFormat: 'markdown',
      contentText: textOf(whole),
      category: 'Lifestyle and Culture',
      authorId: randomUUID(),
      authorName: 'null',
      authorRole: 'Student',
      interests: ['water', 'no', '2026-01-01', ''],
      imageAlt: 'Two: of them',
      imageFocus: 'left-top',
      // A search index is made for each that is published.
      isPublished: index % 20 === 0,
    }
    await sql`insert into stories ${sql({ ...row, ...(row.isPublished && approvedBy(null)) })}`
  }
  const odd = [
    '\n\n  **plain** \r\n # no\t\n---\nx: y\n\n',
    '---\n',
    '',
    '](/uploads/00000000-0000-4000-8000-000000000000/1600.webp',
    '\ufeff…',
  ]
  for (const content of odd) await aStory({ content, imageUrl: url })
  const draft = await aStory({ isPublished: false, title: 'null' })
  await sql`update stories set status = 'returned', review_note = 'A: b' where id = ${draft.id}`
  await sql`insert into moved_addresses values ('/2019/ọ̀rẹ́', ${draft.id})`
  // Its address was public, and stays what it was.
  const renamed = await aStory({ title: 'The pump that nobody owned' })
  await sql`update stories set title = 'Whose pump is it?', approved_hash = 'this text' where id = ${renamed.id}`
  const told = { said: 'Ten: died', says: '“Two” died', description: null, isSerious: true }
  await insertUpdate(renamed.id)
  await insertCorrection(renamed.id, { reason: 'Nobody counted', ...told })
  const shown = { name: 'Ṣọlá', about: 'Of: Ọ̀yọ́', isPublic: true, pictureUrl: url }
  await saveAuthorPage(randomUUID(), shown)
  await placeInSeries(draft.id, { title: 'Water: a series', part: 2 })
  const before = await allRows()

  const folder = join(await aFolder(), 'out')
  expect(await exportSite(folder, folderFiles(dataDir))).toMatchObject({
    stories: before[0].length,
    pictures: 1,
    missing: [],
  })
  await empty()
  const { run, folder: place } = await aMove()
  const report = await run(markdownSource(folder), { pictures: await openPictures(folder) })
  expect(reasonsOf(report)).toEqual([])
  const after = await allRows()
  const stamped = ({
    revision: _,
    heat: __,
    pdfId,
    pdfBytes,
    pdfPages,
    pdfUploadedAt,
    epubId,
    epubBytes,
    epubUploadedAt,
    isReadable,
    ...row
  }: Record<string, unknown>) => row
  for (const [index, rows] of before.entries()) {
    expect(after[index]?.map(stamped)).toEqual(rows.map(stamped))
  }
  for (const width of [480, 960, 1600]) {
    const name = url.replace('1600', String(width)).slice(1)
    expect((await readFile(join(place, name))).equals(await readFile(join(dataDir, name)))).toBe(
      true,
    )
  }
  expect((await run(markdownSource(folder))).stories).toMatchObject({ unchanged: before[0].length })
})

test('a bundle comes back with its parts, and as a draft when one of them does not', async () => {
  await empty()
  const { id, parts } = await aBundle()
  const [part = ''] = parts
  const read = async () => {
    const folder = await aFolder()
    await exportSite(folder, folderFiles(await aFolder()))
    await empty()
    const { run } = await aMove()
    await run(markdownSource(folder), { pictures: await openPictures(folder) })
    const [row] = await sql`
      select is_published, parts_count,
        array(select part_id from book_parts where bundle_id = ${id} order by position) as parts
      from books where id = ${id}`
    return row
  }
  expect(await read()).toEqual({ isPublished: true, partsCount: 2, parts })
  await sql`update books set is_published = false, deleted_at = now() where id = ${part}`
  expect(await read()).toEqual({ isPublished: false, partsCount: 1, parts: parts.slice(1) })
})

test('an export is never overwritten, and its pictures have paths that other programs find', async () => {
  await empty()
  const dataDir = await aFolder()
  const { url } = await anUpload(dataDir)
  const { id } = await aStory()
  await sql`
    update stories set content = ${`![Alt](${url} "Below | Ada")`}, content_format = 'markdown', content_text = '', approved_hash = 'this text'
    where id = ${id}`
  const folder = await aFolder()
  await exportSite(folder, folderFiles(dataDir))
  const [name = ''] = await readdir(join(folder, 'stories'))
  const [, path = ''] =
    /!\[Alt\]\((\S+) "Below \| Ada"\)/.exec(
      await readFile(join(folder, 'stories', name), 'utf8'),
    ) ?? []
  expect((await readFile(join(folder, 'stories', path))).subarray(8, 12).toString()).toBe('WEBP')
  await expect(exportSite(folder, folderFiles(dataDir))).rejects.toThrow('is not empty')
})

test('importing an export into its own magazine changes nothing', async () => {
  await empty()
  await aStory()
  const folder = await aFolder()
  await exportSite(folder, folderFiles(await aFolder()))
  const before = await allRows()
  const { run } = await aMove()
  expect((await run(markdownSource(folder))).stories).toMatchObject({ hereAlready: 1, added: 0 })
  expect(await allRows()).toEqual(before)
})

test('exported drafts are imported as drafts, and not over later edits', async () => {
  await empty()
  await sql`truncate story_drafts, document_revisions`
  const dataDir = await aFolder()
  const { url } = await anUpload(dataDir)
  const { call, member } = await theStaff('author')
  const save = async (id: string, base: number, fields: object) => {
    const save = { id, base, saveId: randomUUID(), fields: { ...aDraft(), ...fields } }
    return (await call('PUT /admin/drafts/:id', save)).number
  }
  const fresh = randomUUID()
  const content = `Not done # yet\n\n![Alt](${url})`
  await save(fresh, 0, { title: '', content, seriesTitle: 'Water', seriesPart: '2' })
  const { id: changed } = await aStory({ authorId: member.id } as never)
  await save(changed, 0, { title: 'A new title: "quoted"' })
  const { id: untouched } = await aStory()
  const drafts = async () => sql`
    select d.story_id, fields, owner_id, saved_by_name, stored is null as is_new
    from story_drafts d join document_revisions r on r.document_id = d.story_id and number = head
    order by d.story_id`
  const before = await drafts()
  expect(before).toHaveLength(2)
  const folder = join(await aFolder(), 'out')
  const files = folderFiles(dataDir)
  expect(await exportSite(folder, files)).toMatchObject({ stories: 2, drafts: 2, pictures: 1 })
  await empty()
  await sql`truncate story_drafts, document_revisions`
  const { run } = await aMove()
  const report = await run(markdownSource(folder))
  expect(reasonsOf(report)).toEqual([])
  expect(report).toMatchObject({ stories: { added: 2 }, editorDrafts: { added: 2 } })
  expect(await drafts()).toEqual(before)
  expect((await findMoved(changed))['title']).not.toContain('new title')
  expect(await findMoved(fresh)).toEqual({})
  expect(await sql`select 1 from story_drafts where story_id = ${untouched}`).toEqual([])
  const listed = await call('GET /admin/drafts', {})
  expect(listed.map(({ id }) => id)).toContain(fresh)

  expect((await run(markdownSource(folder))).editorDrafts).toMatchObject({ unchanged: 2, added: 0 })
  const [file = ''] = (await readdir(join(folder, 'drafts'))).filter((it) =>
    it.includes(fresh.slice(0, 8)),
  )
  const path = join(folder, 'drafts', file)
  await writeFile(path, (await readFile(path, 'utf8')).replace('Not done', 'Nearly done'))
  expect((await run(markdownSource(folder))).editorDrafts).toMatchObject({ changed: 1 })
  const { head, fields } = await call('GET /admin/drafts/:id', { id: fresh })
  expect(fields.content).toContain('Nearly done')
  await save(fresh, head, { title: 'Written here' })
  await writeFile(path, (await readFile(path, 'utf8')).replace('Nearly', 'Almost'))
  expect((await run(markdownSource(folder))).editorDrafts).toMatchObject({ editedHere: 1 })
  await call('DELETE /admin/drafts/:id', { id: fresh })
  expect((await run(markdownSource(folder))).editorDrafts).toMatchObject({ deletedHere: 1 })
})

test('an import updates a series from its source, unless it was changed here', async () => {
  await empty()
  const stories = await Promise.all([1, 2, 3, 4].map(() => aStory()))
  const [one, two, three, four] = stories.map(({ id }) => id) as [string, string, string, string]
  const folder = join(await aFolder(), 'out')
  for (const [part, id] of [one, two, three, four].entries()) {
    await placeInSeries(id, { title: 'Water', part: part + 1 })
  }
  await exportSite(folder, folderFiles(await aFolder()))
  await empty()
  const { run } = await aMove()
  await run(markdownSource(folder))
  const places = async () =>
    Object.fromEntries(
      (
        await sql<{ id: string; part: number }[]>`select story_id as id, part from series_parts`
      ).map(({ id, part }) => [id, part]),
    )
  expect(await places()).toEqual({ [one]: 1, [two]: 2, [three]: 3, [four]: 4 })
  await placeInSeries(four, { title: 'Fire', part: 1 })
  const parts: Record<string, number> = { [one]: 2, [two]: 3, [three]: 1, [four]: 5 }
  for (const name of await readdir(join(folder, 'stories'))) {
    const path = join(folder, 'stories', name)
    const text = await readFile(path, 'utf8')
    const [id = ''] = Object.keys(parts).filter((it) => text.includes(it))
    await writeFile(path, text.replace(/^part: \d$/m, `part: ${parts[id]}`))
  }
  // Whoever lost the place to another finds the new one at the latest in the next run.
  const first = await run(markdownSource(folder))
  expect(reasonsOf(first)).toEqual(['its series was changed here, and stays as it is'])
  expect(await places()).toEqual({ [one]: 2, [two]: 3, [three]: 1, [four]: 1 })
  expect((await run(markdownSource(folder))).stories).toMatchObject({ unchanged: 4 })
  expect(await places()).toEqual({ [one]: 2, [two]: 3, [three]: 1, [four]: 1 })
})

test('an import does not publish an author page whose guardian has withdrawn', async () => {
  await empty()
  const { reader } = await aReader()
  const page = { name: 'Tamuno Briggs', about: '', isPublic: true }
  await saveAuthorPage(reader.id, page)
  const folder = await aFolder()
  await exportSite(folder, folderFiles(await aFolder()))
  await sql`update readers set age_band = '13-17' where id = ${reader.id}`
  await sql`truncate authors`
  const { run } = await aMove()
  await run(markdownSource(folder))
  expect(await sql`select name, is_public from authors`).toEqual([
    { name: page.name, isPublic: false },
  ])
})

test('an import from Hugo or Jekyll reads front matter and pictures', async () => {
  await empty()
  const { folder, run } = await aMove()
  const files: Record<string, string> = {
    'posts/well/index.md':
      '---\ntitle: "The well: a story"\ndate: 2021-02-03\nauthors: [Ada Obi, Kele]\ncategories: [Lifestyle and Culture]\ntags: [water, 2021]\ndescription: In short.\naliases: [/old/well/]\ncover: well.jpg\n---\n\nOne *word*.\n\n![The well](well.jpg "Ours")\n\n![Gone](../gone.png)\n',
    'posts/draft.md': '---\ndraft: true\n---\n# From its heading\n\nText with <b>HTML</b>.\n',
    'posts/bare.md': 'No front matter at all.',
    'posts/broken.md': '---\ntitle: [\n---\nText',
    'posts/no-day.md': '---\ndate: 2026-02-30\n---\nText',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await writeFile(join(folder, 'posts/well/well.jpg'), await aPicture(60, 40).jpeg().toBuffer())
  const report = await run(markdownSource(folder), { pictures: await openPictures(folder) })
  const story = await findMoved(idOf('markdown:posts/well/index.md'))
  expect(story).toMatchObject({
    title: 'The well: a story',
    summary: 'In short.',
    authorName: 'Ada Obi',
    category: 'Lifestyle and Culture',
    interests: ['water', '2021'],
    publishedAt: '2021-02-03T00:00:00.000Z',
    addresses: ['/old/well'],
    imageUrl: expect.stringMatching(/^\/uploads\//),
  })
  expect(outlineOf(story)).toEqual(['One *word*.', '![The well](UP "Ours")', 'Gone'])
  expect(await findMoved(idOf('markdown:posts/draft.md'))).toMatchObject({
    title: 'From its heading',
    isPublished: false,
    content: 'Text with \\<b>HTML\\</b>.',
  })
  expect((await findMoved(idOf('markdown:posts/bare.md')))['title']).toBe('bare')
  expect([...report.missing.keys()]).toEqual(['/posts/gone.png'])
  expect(report.problems.map(({ name }) => name)).toContain('posts/broken.md')
  expect(report.problems).toContainEqual({
    name: 'posts/no-day.md',
    reason: 'front matter cannot be read: 2026-02-30 is no day; correct it in the file',
  })
  expect(report.stories).toMatchObject({ added: 3, failed: 2 })
})

test('an import from Markdown preserves code, shows no e-mail address as a name, and reports dead links', async () => {
  await empty()
  const { folder, run } = await aMove()
  const files: Record<string, string> = {
    'code.md':
      '---\nauthor: "Ada Obi <ada@old.example>"\n---\nBefore.\n\n```js\n# if (a_b) {\n\n\treturn *all*\n```\n\n[Here](/old/well/) [Books](/books?page=2) [Gone](/wp/about) [Rules](/rules.pdf)\n',
    'well.md': '---\nauthor: chika@old.example\naliases: [/old/well/]\n---\nText.\n',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const report = await run(markdownSource(folder))
  const story = await findMoved(idOf('markdown:code.md'))
  expect(outlineOf(story)).toEqual([
    'Before.',
    '\\# if (a_b) {\n\u00a0\u00a0\u00a0\u00a0return \\*all\\*',
    '[Here](/old/well/) [Books](/books?page=2) [Gone](/wp/about) [Rules](/rules.pdf)',
  ])
  expect(story['authorName']).toBe('Ada Obi')
  expect((await findMoved(idOf('markdown:well.md')))['authorName']).toBe('Chika')
  expect([...report.dead.keys()]).toEqual(['/wp/about in code.md'])
  expect([...report.files.keys()]).toEqual(['/rules.pdf in code.md'])
  expect(reasonsOf(report)).toEqual([
    'code keeps its lines and their indentation, and looks like the text around it',
  ])
})
