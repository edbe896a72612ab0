import { createHash } from 'node:crypto'
import { sep } from 'node:path'
import type { Files } from '#api/integrations/files.ts'
import type { FoundDraft, OwnFields } from '#api/operations/import-export/own-export.ts'
import { inLagos } from '#contract/dates.ts'
import type { ContentFormat } from '#contract/magazine/story-content.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import type { Report } from './report.ts'

/** A story of another magazine as its export tells it, before anything of it is stored. */
export interface FoundStory {
  /** Kind of the source, site and number there: the same in every export of the site. */
  key: string
  /** Messages name it so. */
  name: string
  title: string
  body: { html: string } | { markdown: string } | StoredText
  summary: string
  /** The first is the likeliest. */
  categories: string[]
  tags: string[]
  /** `role`: what they did there, in the source's word. */
  author: { key: string; name: string; about?: string; role?: string }
  series?: { title: string; part: number } | undefined
  picture?: { src: string; alt: string } | undefined
  isPublished: boolean
  isFeatured: boolean
  publishedAt?: Date | undefined
  createdAt?: Date | undefined
  /** When the source would have published it; nothing here does. */
  plannedFor?: Date | undefined
  updatedAt?: Date | undefined
  /** Paths at the old site. */
  addresses: string[]
  /** What readers were told of its changes, as it was. */
  changes?: Record<string, unknown>[]
  /** What could not be read as it was. */
  losses: string[]
  own?: OwnFields | undefined
}

/** The text of an export of this site, which is stored to the letter. */
export interface StoredText {
  content: string
  contentFormat: ContentFormat
}

export interface Source {
  /** Where links of the texts lead here. */
  link(href: string): string
  /** Whether an address is one of the old site. */
  isOwn?(href: string): boolean
  stories(report: Report): AsyncIterable<FoundStory>
  /** Drafts of the editor, which come after the stories. */
  drafts?(): AsyncIterable<FoundDraft>
  /** What the stories need before they come. */
  prepare?(files: Files, report: Report, isDryRun: boolean): Promise<void>
}

/** It stands in the report, and for the editors in the note of the draft. */
export function plannedReason(date: Date | undefined): string {
  return `was planned for ${date ? `${lagosTime(date)} (Lagos)` : 'later'}: imported as a draft`
}

const lagosTime = inLagos({ dateStyle: 'long', timeStyle: 'short' }, 'en-GB')

/** The same for the same key, so that a story or an author has the same id in every import. */
export function idOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A path below a folder, with `/` on every system. */
export function nameBelow(folder: string, path: string): string {
  return path
    .slice(folder.length + 1)
    .split(sep)
    .join('/')
}

/** The host of an address, whether it says www or not; empty for what is none. */
export function hostOf(address = ''): string {
  return parseUrl(address)?.host.replace(/^www\./, '') ?? ''
}
