import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChildNode, isTag, isText } from 'domhandler'
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { pictureStore } from '#api/magazine/uploads/store-picture.ts'
import { exportSite } from '#api/operations/import-export/export-site.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import { sql } from '#db/sql.ts'
import { canonical } from '#markdown/canonical.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { node, storySchema } from '#markdown/story-schema.ts'
import { storyDocument } from '#markdown/story-text.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'
import { StoryText } from '#site/ui/text/StoryText.tsx'
import { aBuiltSite } from '#tests/built-site.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { someDocument } from '#tests/magazine/documents.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aMove, reasonsOf } from '#tests/magazine/import-runs.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aVisitor, startApp, theStaff } from '#tests/people.ts'
import { markdownSource } from '../../scripts/import/markdown-folder.ts'
import { openPictures } from '../../scripts/import/picture-sources.ts'

// What is written in the editor goes through everything that a story goes through, and comes back as it was.

/** It is as long as a story must be, whatever follows. */
const opening = node('paragraph', null, [storySchema.text('It began with a smell. '.repeat(6))])

/** Documents of the editor; the pictures in them are one that is stored. */
function documents(count: number, url: string): Node[] {
  return fc.sample(someDocument, { numRuns: count, seed: 16 }).map((doc) => {
    const text = JSON.stringify(doc.toJSON()).replaceAll(/\/uploads\/0{8}[^"]*/g, url)
    return node('doc', null, [opening, ...Node.fromJSON(storySchema, JSON.parse(text)).children])
  })
}

/** Every letter that a reader sees, without the spaces between them. */
const issuesOf = (doc: Node) => {
  const words: string[] = []
  doc.descendants(({ isText, text, type, attrs }) => {
    if (isText) words.push(text ?? '')
    if (type.name === 'picture') words.push(attrs['caption'], attrs['credit'])
  })
  return words.join('').replace(/\s/g, '')
}

/** The same, of the story's text in its page; what can be done with the story stands in its footer. */
function issuesIn(page: string): string {
  const find = (nodes: ChildNode[]): ChildNode[] =>
    nodes.flatMap((child) =>
      !isTag(child)
        ? []
        : child.attribs['data-story-text'] === undefined
          ? find(child.children)
          : [child],
    )
  const wordsOf = (child: ChildNode): string => {
    if (isText(child)) return child.data
    return isTag(child) && child.name !== 'footer' ? child.children.map(wordsOf).join('') : ''
  }
  return find(parseDocument(page).children).map(wordsOf).join('').replace(/\s/g, '')
}

/** Some at a time. */
async function forEach<T>(items: T[], run: (item: T) => Promise<unknown>) {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of waiting) await run(item)
    }),
  )
}

test('a text from the editor survives database, page, export and import unchanged', {
  timeout: 300_000,
}, async () => {
  const dataDir = await aFolder()
  const path = join(await aFolder(), 'p.jpg')
  await writeFile(path, await aPicture(60, 40).jpeg().toBuffer())
  const { url } = await pictureStore(folderFiles(dataDir))(new ReceivedFile(path, 1), null)
  const { call } = await theStaff('editor', await startApp({ dataDir }))
  const stories = documents(runs({ sample: 50, long: 3000 }), url).map((doc) => ({
    id: randomUUID(),
    doc,
    wanted: canonical(doc).toJSON(),
    // It is read as mountRichText reads what it holds.
    content: writeMarkdown(EditorState.create({ doc }).doc),
  }))

  await forEach(stories, async ({ id, content, wanted }) => {
    const fields = { ...aDraft(), content, peopleAgree: true }
    const save = { id, base: 0, saveId: randomUUID(), fields }
    const { number } = await call('PUT /admin/drafts/:id', save)
    const opened = await call('GET /admin/drafts/:id', { id })
    expect(EditorState.create({ doc: parseMarkdown(opened.fields.content) }).doc.toJSON()).toEqual(
      wanted,
    )
    await call('POST /admin/drafts/:id/publish', { id, number })
  })

  const site = await aBuiltSite()
  const reader = await aVisitor(site.base)
  await forEach(stories, async ({ id, doc, content, wanted }) => {
    const story = await reader.call('GET /stories/:id', { id })
    expect(story).toMatchObject({ content, contentFormat: 'markdown' })
    const read = storyDocument(story)
    expect(read.toJSON()).toEqual(wanted)
    const { pictures } = story
    const text = renderToStaticMarkup(createElement(StoryText, { doc: read, pictures }))
    expect(issuesIn(`<div data-story-text>${text}</div>`), content).toBe(issuesOf(canonical(doc)))
  })
  // The whole page takes longer than its text: of some stories, and of those that show most.
  const richest = stories.toSorted((a, b) => b.doc.childCount - a.doc.childCount).slice(0, 12)
  for (const { id, doc } of richest) {
    const page = await (await reader.send(`/story/${id}`)).text()
    expect(issuesIn(page)).toBe(issuesOf(canonical(doc)))
  }
  await site.stop()

  const rows = () => sql`
    select id, title, summary, content, content_format, content_text, read_time_minutes, is_published
    from stories order by id`
  const before = await rows()
  expect(before).toHaveLength(stories.length)
  const folder = join(await aFolder(), 'out')
  await exportSite(folder, folderFiles(dataDir))
  await sql`truncate stories, story_drafts, document_revisions, uploads, imported_stories cascade`
  const { run } = await aMove()
  const report = await run(markdownSource(folder), { pictures: await openPictures(folder) })
  expect(reasonsOf(report)).toEqual([])
  expect(await rows()).toEqual(before)
})
