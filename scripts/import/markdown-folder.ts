import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { plainPath } from '#api/http/requests/plain-path.ts'
import {
  draftsFolder,
  type FoundDraft,
  fromFile,
  type OwnFields,
  readFrontMatter,
  readOwn,
  readOwnDraft,
} from '#api/operations/import-export/own-export.ts'
import { isDay } from '#contract/days.ts'
import { pageRoutes } from '#contract/pages/page-routes.ts'
import { codeLoss } from './foreign-html.ts'
import { type FoundStory, nameBelow, type Source } from './found-story.ts'
import { pictureIn } from './map-story.ts'
import { nameOf, validDate } from './plain-words.ts'
import type { Report } from './report.ts'
import { restoreSite } from './restore-site.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

/** A folder of Markdown files with front matter: an export of this site, or what Hugo, Jekyll and others write. */
export function markdownSource(folder: string): Source {
  return {
    link: (href) => href,
    isOwn: (href) => /^\/(?!\/)/.test(href) && !isOurs(href),
    stories: (report) => storiesIn(folder, report),
    drafts: () => draftsIn(folder),
    prepare: (files, report, isDryRun) => restoreSite(folder, files, report, isDryRun),
  }
}

async function* storiesIn(folder: string, report: Report): AsyncGenerator<FoundStory> {
  for (const name of await namesIn(folder)) {
    try {
      const { fields, text } = await readParts(folder, name)
      if (!readOwnDraft(fields, text, name)) yield storyOf(fields, text, name)
    } catch (error) {
      const reason = `front matter cannot be read: ${(error as Error).message.split('\n')[0]}`
      report.problems.push({ name, reason })
      report.stories.failed += 1
    }
  }
}

async function* draftsIn(folder: string): AsyncGenerator<FoundDraft> {
  for (const name of (await namesIn(folder)).filter((it) => it.startsWith(`${draftsFolder}/`))) {
    // What cannot be read was told with the stories.
    const parts = await readParts(folder, name).catch(() => undefined)
    const draft = parts && readOwnDraft(parts.fields, parts.text, name)
    if (draft) yield draft
  }
}

async function readParts(folder: string, name: string) {
  const file = await readFile(join(folder, name), 'utf8')
  return readFrontMatter(file) ?? { fields: {}, text: file }
}

/** Paths below the folder, with `/`. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new Error(`There is no folder ${folder}.`)
  })
  return entries
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => nameBelow(folder, join(entry.parentPath, entry.name)))
    .sort()
}

function storyOf(fields: Record<string, unknown>, text: string, name: string): FoundStory {
  const own = readOwn(fields)
  return own ? ownStory(own, fields, text, name) : foreignStory(fields, text, name)
}

function ownStory(own: OwnFields, fields: Record<string, unknown>, text: string, name: string) {
  const isPlain = fields['contentFormat'] === 'plain'
  return {
    key: `markdown:${own.id}`,
    name,
    title: lineIn(own['title']),
    body: isPlain
      ? { content: text, contentFormat: 'plain' as const }
      : { content: fromFile(text), contentFormat: 'markdown' as const },
    summary: '',
    categories: linesIn(own['category']),
    tags: [],
    author: { key: '', name: lineIn(own['authorName']) },
    isPublished: own.isPublished,
    isFeatured: false,
    addresses: linesIn(fields['oldAddresses']),
    series: seriesIn(fields['series'], fields['part']),
    changes: Array.isArray(fields['changes']) ? fields['changes'] : [],
    losses: [],
    own,
  }
}

function seriesIn(title: unknown, part: unknown) {
  return typeof title === 'string' && typeof part === 'number' ? { title, part } : undefined
}

function foreignStory(fields: Record<string, unknown>, text: string, name: string): FoundStory {
  const first = (...names: string[]) =>
    names.map((it) => linesIn(fields[it])[0]).find(Boolean) ?? ''
  const list = (...names: string[]) => names.flatMap((it) => linesIn(fields[it]))
  const { title, body } = withoutTitle(text)
  const author = nameOf(first('author', 'authors'))
  const addresses = list('aliases', 'redirect_from', 'permalink', 'url')
  const image = first('image', 'cover', 'featured_image', 'feature_image', 'thumbnail')
  const isDraft = fields['draft'] === true || fields['published'] === false
  const date = dateIn(fields['date'])
  const code = withCode(body)
  const hasHtml = /<[a-z]+[\s>/]|\{\{[<%]/i.test(body)
  return {
    key: `markdown:${name}`,
    name,
    title: first('title') || title || basename(name).replace(/\.\w+$/, ''),
    body: { markdown: withPaths(code, name) },
    summary: first('summary', 'description', 'excerpt'),
    categories: list('category', 'categories'),
    tags: list('tags', 'keywords'),
    author: { key: `markdown:author:${author}`, name: author },
    picture: image ? { src: pathOf(image, name), alt: first('image_alt', 'alt') } : undefined,
    isPublished: !isDraft,
    isFeatured: fields['featured'] === true,
    publishedAt: isDraft ? undefined : date,
    createdAt: date,
    updatedAt: dateIn(fields['lastmod'] ?? fields['updated']),
    addresses: addresses.map(plainPath).filter((it) => it !== undefined),
    losses: [
      ...(hasHtml ? ['has HTML or shortcodes, which stay as text'] : []),
      ...(code === body ? [] : [codeLoss]),
    ],
  }
}

const served = new Set([...Object.keys(pageRoutes).map((route) => route.split('/')[1]), 'uploads'])

/** What is served under the same address here. */
const isOurs = (href: string) => served.has(/^\/([^/?#]*)/.exec(href)?.[1])

/** Code between fences as lines that stand where they stood: here it is no code, and nothing in it is a sign. */
function withCode(markdown: string): string {
  return markdown.replace(
    /^( {0,3})(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)^ {0,3}\2[`~]*[ \t]*$/gm,
    (_, _before, _fence, code: string) => {
      const lines = code
        .replaceAll('\t', '    ')
        .split('\n')
        .filter((line) => line.trim() !== '')
      const least = Math.min(...lines.map((line) => line.length - line.trimStart().length), 99)
      return lines
        .map((line) => {
          const words = line.trimStart()
          const indent = '\u00a0'.repeat(line.length - words.length - least)
          return indent + words.trimEnd().replace(/[!-/:-@[-`{-~]/g, '\\$&')
        })
        .join('\n')
    },
  )
}

/** Its first heading is the title where nothing else names it. */
function withoutTitle(text: string): { title: string; body: string } {
  const [whole, title = ''] = /^\s*# (.+)\n/.exec(text) ?? []
  return { title: title.trim(), body: whole ? text.slice(whole.length) : text }
}

const linesIn = (value: unknown): string[] => [value].flat().map(lineIn).filter(Boolean)

function lineIn(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'name' in value) return lineIn(value.name)
  return ['string', 'number'].includes(typeof value) ? String(value).trim() : ''
}

function dateIn(value: unknown): Date | undefined {
  if (value instanceof Date) return value
  const text = lineIn(value)
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  if (day && !isDay(day)) throw new Error(`${day} is no day; correct it in the file`)
  return validDate(text)
}

/** Pictures by their path below the folder. */
function withPaths(markdown: string, name: string): string {
  return markdown.replace(
    pictureIn,
    (_, alt, src, title = '') => `![${alt}](${pathOf(src, name)}${title})`,
  )
}

function pathOf(src: string, name: string): string {
  if (/^[a-z]+:|^\//i.test(src)) return src
  return `/${posix.normalize(posix.join(dirname(name), src))}`
}
