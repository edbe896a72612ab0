import { createHash } from 'node:crypto'
import type { Node } from 'prosemirror-model'
import type { FileRow } from '#api/operations/import-export/own-export.ts'
import { readTimeMinutes, storyLengths } from '#contract/form-limits.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { fromHtml } from '#markdown/from-html.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { node } from '#markdown/story-schema.ts'
import { storyDocument, textOf } from '#markdown/story-text.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'
import { isKnownEmbed } from './foreign-html.ts'
import { type FoundStory, idOf, plannedReason, type StoredText } from './found-story.ts'
import type { CategoryMap } from './mapping-files.ts'
import type { PictureFile } from './picture-sources.ts'
import { cutTo, summaryOf } from './plain-words.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

interface MapOptions {
  categories: CategoryMap
  isDraft: boolean
  find(address: string): PictureFile | undefined
  link(href: string): string
  /** Whether an address is one of the old site. */
  isOwn(href: string): boolean
  /** What is printed under the author's name. */
  role(author: FoundStory['author']): string
}

export interface MappedStory {
  id: string
  /** The row without its text and its main picture, which are known when the pictures are stored. */
  row: FileRow<'stories'>
  doc: Node
  /** The text to the letter; otherwise the document is written. */
  stored: StoredText | undefined
  /** The pictures by what stands for them in the text; '' is the main one. */
  pictures: Map<string, PictureFile>
  missing: string[]
  unmapped: string[]
  losses: string[]
  /** Addresses of the old site that its text links to. */
  oldLinks: string[]
}

const wordsAMinute = 200

/** A found story as rows have it. Reads nothing and stores nothing. */
export function mapStory(found: FoundStory, options: MapOptions): MappedStory {
  const pictures = new Map<string, PictureFile>()
  const missing: string[] = []
  const losses = [...found.losses]
  const doc = readBody(found.body, { ...options, pictures, missing, losses })
  if (found.picture) {
    const file = options.find(found.picture.src)
    if (file) pictures.set('', file)
    else missing.push(found.picture.src)
  }
  const text = textOf(doc)
  const { category, unmapped, interests } = sort(found, options.categories)
  const title = titleOf(found, text, losses)
  const isPublished = found.isPublished && !options.isDraft
  const minutes = Math.round(text.split(/\s+/).length / wordsAMinute)
  const row = {
    title,
    summary: summaryOf(text, found.summary),
    category,
    authorId: idOf(found.author.key),
    authorName: cutTo(found.author.name || 'Unknown', storyLengths.name),
    authorRole: options.role(found.author),
    imageAlt: found.picture?.alt ?? '',
    readTimeMinutes: Math.min(readTimeMinutes.max, Math.max(readTimeMinutes.min, minutes)),
    isFeatured: found.isFeatured,
    interests,
    ...(found.publishedAt && { publishedAt: found.publishedAt }),
    ...(found.createdAt && { createdAt: found.createdAt }),
    ...(found.updatedAt && { updatedAt: found.updatedAt }),
    // Editors see it with the draft; nothing is published by it.
    ...(found.plannedFor && { reviewNote: plannedReason(found.plannedFor) }),
    ...found.own,
    ...(found.own && options.isDraft && { publishAt: null, unpublishAt: null }),
    isPublished,
  }
  const id = found.own?.id ?? idOf(found.key)
  const stored = 'content' in found.body ? found.body : undefined
  const oldLinks = stored ? [] : linksIn(doc).filter(options.isOwn)
  return { id, row, doc, stored, pictures, missing, unmapped, losses, oldLinks }
}

/** Adds to `losses` what is missing or cut, of the author's name too. */
function titleOf(found: FoundStory, text: string, losses: string[]): string {
  const title = found.title || cutTo(text.split('\n')[0] ?? '', 80)
  if (title.length > storyLengths.title) losses.push('title is cut: it is too long')
  if (!found.title && title) losses.push('has no title: its first words are taken')
  if (found.author.name === '') losses.push('has no author')
  return cutTo(title, storyLengths.title)
}

function linksIn(doc: Node): string[] {
  const links = new Set<string>()
  doc.descendants(({ marks }) => {
    for (const { type, attrs } of marks) if (type.name === 'link') links.add(attrs['href'])
  })
  return [...links]
}

function readBody(
  body: FoundStory['body'],
  into: MapOptions & Pick<MappedStory, 'pictures' | 'missing' | 'losses'>,
): Node {
  if ('content' in body) return storyDocument(body)
  const isThere = (src: string, key = src) => {
    const file = into.find(src)
    if (file) into.pictures.set(key, file)
    else if (src) into.missing.push(src)
    return file !== undefined
  }
  if ('markdown' in body) {
    // A picture is read as one of ours alone.
    const markdown = body.markdown.replace(pictureIn, (whole, alt, src, title = '') => {
      const key = uploadUrl(idOf(src))
      if (isThere(src, key)) return `![${alt}](${key}${title})`
      // Only its words stay where a link would lead nowhere.
      return /^https?:/i.test(src) ? whole : alt
    })
    return parseMarkdown(markdown)
  }
  const { doc, losses } = fromHtml(body.html, {
    picture: ({ src, alt }) => {
      if (!src) into.losses.push(`a picture${alt ? ` “${alt}”` : ''} says nowhere where it is`)
      return isThere(src) ? { src } : undefined
    },
    link: into.link,
    frame: isKnownEmbed,
  })
  into.losses.push(...losses.filter((it) => !/^picture( |$)/.test(it)))
  return doc
}

/** A picture in Markdown: alternative text, address, title. */
export const pictureIn = /!\[([^\]]*)\]\(\s*<?([^)\s>]+)>?(\s+(?:"[^"]*"|'[^']*'))?\s*\)/g

/** What is no category here is still an interest. */
function sort({ categories, tags }: FoundStory, map: CategoryMap) {
  const known = categories.map((name) => map.find(name))
  const category = known.find((it) => it !== undefined) ?? map.default
  const unmapped = categories.filter((_, index) => known[index] === undefined)
  return { category, unmapped, interests: [...new Set([...tags, ...unmapped])] }
}

/** `uploads`: the id of each stored picture; those without one are left out. */
export function withPictures(mapped: MappedStory, uploads: Map<string, string>) {
  const { row, doc, stored, pictures } = mapped
  if (stored) return { ...row, ...stored, contentText: isPlain(stored) ? null : textOf(doc) }
  const main = uploads.get('')
  const shown = doc.children.flatMap((block) => {
    const { src } = block.attrs
    if (!pictures.has(src)) return isLeftOut(block) ? [] : block
    const id = uploads.get(src)
    return id ? node('picture', { ...block.attrs, src: uploadUrl(id) }) : []
  })
  const whole = node('doc', null, shown.length > 0 ? shown : [node('paragraph', null)])
  return {
    ...row,
    imageUrl: main ? uploadUrl(main) : null,
    content: writeMarkdown(whole),
    contentFormat: 'markdown',
    contentText: textOf(whole),
  }
}

const isPlain = ({ contentFormat }: StoredText) => contentFormat === 'plain'

/** A picture whose file turned out to be none. */
const isLeftOut = ({ type }: Node) => type.name === 'picture'

/** The hash of all that the import makes of a story: the same as long as nothing changed at the source. */
export async function digestOf({ row, doc, stored, pictures }: MappedStory, beside: unknown) {
  const files = await Promise.all(
    [...pictures].map(async ([src, file]) => [src, await file.sha256()]),
  )
  const all = JSON.stringify([row, stored ?? doc.toJSON(), files, beside])
  return createHash('sha256').update(all).digest('hex')
}
