import { parse, stringify } from 'yaml'
import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import type { PublishedText } from '#api/settings/settings.queries.ts'
import { draftFields } from '#contract/endpoints/magazine/drafts.ts'
import { provenanceColumns } from '#contract/magazine/provenance.ts'
import { contentFormats } from '#contract/magazine/story-content.ts'
import { isUuid, type Row } from '#db/sql.ts'

/** Out of a file: the columns are known, and the database judges what they hold. */
export type FileRow<T extends 'stories' | 'authors' | 'books' | 'publications'> = Partial<
  Record<keyof Row<T>, unknown>
>

/** A draft of the editor, as it was last saved. */
export interface FoundDraft {
  /** Messages name the draft by it. */
  name: string
  id: string
  ownerId: string | null
  savedByName: string
  fields: FieldsOf['story']
}

/** Columns of an export of this site, as they were. */
export type OwnFields = FileRow<'stories'> & { id: string; isPublished: boolean }

/** The format of a folder that `npm run export` wrote. */
export const exportFormat = 1

export const exportFile = 'export.json'
export const storiesFolder = 'stories'
export const draftsFolder = 'drafts'
export const picturesFolder = 'pictures'
export const publicationsFolder = 'publications'

export type ExportedPicture = Row<'uploads', 'id' | 'width' | 'height'>

export interface ExportedSite {
  format: number
  madeAt: string
  books: Record<string, unknown>[]
  authors: Record<string, unknown>[]
  /** What the publisher has set, a group each; exports of before that have none. */
  settings?: Record<string, object>
  /** Uploads, with their PDFs beside, and what was changed of the files; exports of before that have none. */
  publications?: Record<string, unknown>[]
  /** Terms and Privacy as they were published, the oldest first. */
  legalTexts?: PublishedText[]
  pictures: ExportedPicture[]
}

const inText = /(\]\()\/uploads\/([0-9a-f-]+\/\d+\.webp)/g
const inFile = /(\]\()\.\.\/pictures\/([0-9a-f-]+\/\d+\.webp)/g

/** Pictures of a Markdown text where the file finds them. */
export const toFile = (markdown: string) => markdown.replace(inText, '$1../pictures/$2')
export const fromFile = (markdown: string) => markdown.replace(inFile, '$1/uploads/$2')

/** Columns in the front matter of a story, beside its text. */
export const storyColumns = [
  'id',
  'slug',
  'title',
  'summary',
  'category',
  'authorId',
  'authorName',
  'authorRole',
  'authorImageUrl',
  'imageUrl',
  'imageAlt',
  'imageFocus',
  'videoUrl',
  ...provenanceColumns,
  'readTimeMinutes',
  'interests',
  'isPublished',
  'isFeatured',
  'publishedAt',
  'createdAt',
  'updatedAt',
  'publishAt',
  'unpublishAt',
  'status',
  'reviewNote',
  'termsAgreedAt',
] as const satisfies (keyof Row<'stories'>)[]

export const authorColumns = [
  'authorId',
  'slug',
  'name',
  'about',
  'pictureUrl',
  'isPublic',
] as const satisfies (keyof Row<'authors'>)[]

export const bookColumns = [
  'id',
  'slug',
  'title',
  'description',
  'authorId',
  'authorName',
  'price',
  'coverImageUrl',
  'category',
  'content',
  'isPublished',
  'publishedAt',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Row<'books'>)[]

export const publicationColumns = [
  'slug',
  'title',
  'description',
  'authorName',
  'category',
  'content',
  'coverImageUrl',
  'position',
  'publishedAt',
  'retiredAt',
] as const satisfies (keyof Row<'publications'>)[]

/** Undefined for what is no draft of ours. */
export function readOwnDraft(
  fields: Record<string, unknown>,
  text: string,
  name: string,
): FoundDraft | undefined {
  const { id, ownerId, savedByName, draft } = fields
  if (draft !== true || !isUuid(String(id)) || typeof savedByName !== 'string') return undefined
  const { data } = draftFields.safeParse({ ...fields, content: fromFile(text) })
  if (!data) return undefined
  const owner = isUuid(String(ownerId)) ? String(ownerId) : null
  return { name, id: String(id), ownerId: owner, savedByName, fields: data }
}

/** Undefined for front matter that another program wrote. */
export function readOwn(fields: Record<string, unknown>): OwnFields | undefined {
  const { id, authorId, isPublished, contentFormat } = fields
  const isOwn = isUuid(String(id)) && isUuid(String(authorId)) && typeof isPublished === 'boolean'
  if (!isOwn || !contentFormats.some((it) => it === contentFormat)) return undefined
  const known = storyColumns.filter((name) => fields[name] !== undefined)
  const own = Object.fromEntries(known.map((name) => [name, fields[name]]))
  return { ...own, id: String(id), isPublished }
}

const fence = '---\n'

/** Text behind its fields, to the letter. */
export function withFrontMatter(fields: object, text: string): string {
  // Quoted, so that no word is read as a number or a date.
  const yaml = stringify(fields, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  })
  return `${fence}${yaml}${fence}${text}\n`
}

/** Undefined where a file has none. Throws for what is no YAML. */
export function readFrontMatter(
  file: string,
): { fields: Record<string, unknown>; text: string } | undefined {
  const whole = file.replace(/^\ufeff/, '')
  const [, yaml, text] =
    /^---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(whole) ?? []
  if (yaml === undefined) return undefined
  const fields: unknown = parse(yaml)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined
  return { fields: fields as Record<string, unknown>, text: (text ?? '').replace(/\n$/, '') }
}
