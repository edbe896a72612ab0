import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'astro/zod'
import { parse } from 'yaml'
import { dayOf } from '#contract/dates.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { type LegalText, readSections } from '#contract/pages/legal-text.ts'
import {
  brand,
  categories,
  demoAuthors,
  demoBooks,
  demoStory,
  page,
  processors,
  publication,
} from './schema.ts'

/** An error names the file, the field and what was expected. */
function checked<S extends z.ZodTypeAny>(schema: S, value: unknown, file: string): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const lines = read.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'file'}: ${message}`,
  )
  throw new Error(`${file} needs a correction:\n${lines.join('\n')}`)
}

async function readJson<S extends z.ZodTypeAny>(schema: S, file: string): Promise<z.output<S>> {
  return checked(schema, parseJson(await readFile(file, 'utf8'), file), file)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} needs a correction:\n  ${(error as Error).message}`)
  }
}

export function readBrand(root: string) {
  return readJson(brand, join(root, 'brand.json'))
}

export function readCategories(root: string) {
  return readJson(categories, join(root, 'categories.json'))
}

/** Reads them in the order of the row, with the paths of PDF and text, and the PDF's size. */
export async function readPublications(root: string) {
  const folder = join(root, 'publications')
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )
  const found = await Promise.all(
    names.map(async ({ name }) => {
      const file = join(folder, name, 'publication.json')
      const one = await readJson(publication, file)
      if (one.id !== name) throw new Error(`${file}: id is "${one.id}" but the folder is "${name}"`)
      const pdfPath = join(folder, name, one.pdf)
      const { size } = await stat(pdfPath).catch(() => {
        throw new Error(`${file}: there is no ${one.pdf} in the folder`)
      })
      return { ...one, pdfPath, pdfBytes: size, textPath: join(folder, name, one.text) }
    }),
  )
  return found.sort((a, b) => a.order - b.order)
}

/** The Markdown files of a folder by their names. */
async function readMarkdown<S extends z.ZodTypeAny>(schema: S, folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const [, frontMatter = '', ...body] = (await readFile(file, 'utf8')).split(/^---$/m)
      const fields = checked(schema, parse(frontMatter), file)
      return { name: name.slice(0, -'.md'.length), fields, content: body.join('---').trim() }
    }),
  )
}

type ContentPage = Awaited<ReturnType<typeof readMarkdown<typeof page>>>[number]

function legalTextOf({ name, content, fields }: ContentPage): LegalText {
  const { updated, applies = updated, locked = [] } = fields
  if (!updated || !applies)
    throw new Error(`content/pages/${name}.md has no day of its last change`)
  const sections = readSections(content, locked)
  const missing = locked.find((heading) => !sections.some((one) => one.heading === heading))
  if (missing)
    throw new Error(`content/pages/${name}.md has no section "${missing}", which is locked`)
  return { sections, updated: dayOf(updated), applies: dayOf(applies), earlier: [] }
}

/** What stands where the publisher has set nothing. */
export async function readOriginals(root: string) {
  const pages = await readMarkdown(page, join(root, 'pages'))
  const pageOf = (name: string) => {
    const found = pages.find((one) => one.name === name)
    if (!found) throw new Error(`content/pages/${name}.md is missing; create it`)
    return found
  }
  const aboutOf = ({ content, fields }: (typeof pages)[number]) => {
    const { mission = '', vision = '', areas = [] } = fields
    return {
      text: content,
      mission,
      vision,
      areas: areas.map(({ name }) => ({ id: slugOf(name) })),
    }
  }
  return {
    brand: await readBrand(root),
    categories: await readCategories(root),
    processors: await readJson(processors, join(root, 'processors.json')),
    about: aboutOf(pageOf('about')),
    help: { text: pageOf('help').content },
    standards: { text: pageOf('standards').content },
    accessibility: { text: pageOf('accessibility').content },
    terms: legalTextOf(pageOf('terms')),
    privacy: legalTextOf(pageOf('privacy')),
  }
}

/** Days as they are written: Astro's own reader makes the 30th of February a day of March before it checks them. */
export async function checkPages(root: string) {
  await readMarkdown(page, join(root, 'pages'))
}

export async function readDemo(root: string) {
  const stories = (await readMarkdown(demoStory, join(root, 'demo', 'stories'))).map(
    ({ fields, content }) => ({ ...fields, content }),
  )
  const [authors, books] = await Promise.all([
    readJson(demoAuthors, join(root, 'demo', 'authors.json')),
    readJson(demoBooks, join(root, 'demo', 'books.json')),
  ])
  return { stories, authors, books }
}
