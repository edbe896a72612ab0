import { plainPath } from '#api/http/requests/plain-path.ts'
import type { Files } from '#api/integrations/files.ts'
import { findAuthorPage, saveAuthorPage } from '#api/magazine/authors/authors.queries.ts'
import { placeInSeries } from '#api/magazine/series/series.queries.ts'
import type { ImportedStory } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { storeImportedStory } from '#api/magazine/stories/story-lifecycle.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import {
  findImported,
  findImportedPicture,
  freeSeriesPart,
  type Imported,
  insertAddresses,
  insertChanges,
  insertImportedPicture,
  isStoryThere,
  noteImported,
  type SeriesPlace,
} from '#api/operations/import-export/import-export.queries.ts'
import { ApiError } from '#contract/api-error.ts'
import { authorLengths } from '#contract/form-limits.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import { uploadId } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import type { FoundStory, Source } from './found-story.ts'
import { importDrafts } from './import-drafts.ts'
import { digestOf, type MappedStory, mapStory, withPictures } from './map-story.ts'
import type { AuthorRoles, CategoryMap } from './mapping-files.ts'
import {
  faultOf,
  isMoving,
  type PictureFile,
  type Pictures,
  withStorable,
} from './picture-sources.ts'
import { cutTo } from './plain-words.ts'
import { addOne, aReport, type Outcome, type Report, unknownRole } from './report.ts'

export interface ImportOptions {
  /** The report names it so. */
  name: string
  pictures: Pictures
  categories: CategoryMap
  roles: AuthorRoles
  asDrafts: boolean
  isDryRun: boolean
  files: Files
  storePicture: StorePicture
}

/**
 * Each story in a transaction of its own: a run that was killed is continued by the next one. Let no cleanup run
 * beside it (api/jobs/cleanup.ts): pictures are stored before the story that shows them.
 */
export async function importStories(source: Source, options: ImportOptions): Promise<Report> {
  const report = aReport(options.name)
  await source.prepare?.(options.files, report, options.isDryRun)
  const seen = new Set<string>()
  const addresses = new Set<string>()
  const links: OldLink[] = []
  for await (const found of source.stories(report)) {
    const isSecond = seen.has(found.key)
    seen.add(found.key)
    const outcome = isSecond
      ? failed(report, found, 'stands twice in the file: the first one counts')
      : await importStory(found, source, options, report, links)
    for (const address of found.addresses) addresses.add(address)
    report.stories[outcome] += 1
  }
  noteDeadLinks(links, addresses, report)
  await importDrafts(source, report, options.isDryRun)
  return report
}

interface OldLink {
  name: string
  href: string
}

/** What leads to none of the stories is answered by nobody once the old site is gone. */
function noteDeadLinks(links: OldLink[], addresses: Set<string>, report: Report) {
  for (const { name, href } of links) {
    const pathname = parseUrl(href, 'https://old.invalid')?.pathname ?? href
    if (/\.pdf$/i.test(pathname)) addOne(report.files, `${href} in ${name}`)
    else if (!addresses.has(plainPath(pathname) ?? '')) addOne(report.dead, `${href} in ${name}`)
  }
}

function failed(report: Report, { name }: FoundStory, reason: string): Outcome {
  report.problems.push({ name, reason })
  return 'failed'
}

async function importStory(
  found: FoundStory,
  source: Source,
  options: ImportOptions,
  report: Report,
  links: OldLink[],
): Promise<Outcome> {
  const isLater = !found.own && (found.publishedAt?.getTime() ?? 0) > Date.now()
  const mapped = mapStory(found, {
    categories: options.categories,
    isDraft: options.asDrafts || isLater,
    find: options.pictures.find,
    link: source.link,
    isOwn: (href) => source.isOwn?.(href) ?? false,
    role: options.roles.of,
  })
  if (mapped.row['title'] === '') {
    return failed(report, found, 'has neither a title nor a text')
  }
  if (isLater) mapped.losses.push('has a date that is still to come: imported as a draft')
  await leaveOutFaulty(mapped)
  noteMapped(mapped, found, report)
  links.push(...mapped.oldLinks.map((href) => ({ name: found.name, href })))
  const known = await findImported(found.key)
  const digest = await digestOf(mapped, [found.addresses, found.series, ...(found.changes ?? [])])
  const outcome = await outcomeOf(mapped, known, digest)
  if (outcome !== 'added' && outcome !== 'changed') return outcome
  const uploads = await storePictures(mapped, options, report)
  if (options.isDryRun) return outcome
  try {
    return await transaction(async () => {
      const row = withPictures(mapped, uploads)
      const { id } = mapped
      const revision = await storeImportedStory(
        { id, ...row } as ImportedStory & { id: string },
        known?.revision,
      )
      // Changed in this moment.
      if (revision === undefined) return 'editedHere'
      if (known === undefined) await addAuthor(found, mapped)
      const series = await followSeries(found, id, known, report)
      await noteImported({
        importedFrom: found.key,
        storyId: id,
        digest,
        revision,
        seriesTitle: series?.title ?? null,
        seriesPart: series?.part ?? null,
      })
      await insertChanges(id, found.changes ?? [])
      for (const path of await insertAddresses(found.addresses, id)) {
        report.problems.push({ name: found.name, reason: `address ${path} leads to another story` })
      }
      return outcome
    })
  } catch (error) {
    // Data that the tables reject; everything else ends the import.
    if (!/^2[23]/.test((error as { code?: string }).code ?? '')) throw error
    return failed(report, found, (error as Error).message)
  }
}

/** Its author's page stays hidden until somebody of the staff shows it. */
async function addAuthor({ author, own }: FoundStory, { row }: MappedStory) {
  const { authorId, authorName } = row as { authorId: string; authorName: string }
  if (!own && author.name && !(await findAuthorPage(authorId))) {
    const about = cutTo(author.about ?? '', authorLengths.about)
    await saveAuthorPage(authorId, { name: authorName, about, isPublic: false })
  }
}

/** Resolves to the place that the import left: the source's, unless another one was chosen here. */
async function followSeries(
  { name, series }: FoundStory,
  id: string,
  known: Imported | undefined,
  report: Report,
): Promise<SeriesPlace | null> {
  const wanted = series ?? null
  const { series: left = null, currentSeries: current = null } = known ?? {}
  if (isSamePlace(wanted, left)) return left
  if (!isSamePlace(current, left)) {
    report.problems.push({ name, reason: 'its series was changed here, and stays as it is' })
    return left
  }
  if (wanted) await freeSeriesPart(wanted, id)
  await placeInSeries(id, wanted)
  return wanted
}

const isSamePlace = (one: SeriesPlace | null, other: SeriesPlace | null) =>
  one?.part === other?.part && one?.title.toLowerCase() === other?.title.toLowerCase()

async function outcomeOf(
  { id }: MappedStory,
  known: Imported | undefined,
  digest: string,
): Promise<Outcome> {
  if (!known) return (await isStoryThere(id)) ? 'hereAlready' : 'added'
  if (known.storyId === null) return 'deletedHere'
  if (known.digest === digest) return 'unchanged'
  const isAsImported = known.revision === known.currentRevision && !known.isInEditor
  return isAsImported ? 'changed' : 'editedHere'
}

async function leaveOutFaulty({ pictures, losses }: MappedStory) {
  for (const [src, file] of pictures) {
    const fault = await faultOf(file)
    if (!fault) {
      if (await isMoving(file))
        losses.push(`picture ${file.name} moves: its first picture is taken`)
      continue
    }
    pictures.delete(src)
    losses.push(`picture ${file.name} ${fault}`)
  }
}

function noteMapped(mapped: MappedStory, { name }: FoundStory, report: Report) {
  report[mapped.row['isPublished'] ? 'published' : 'drafts'] += 1
  for (const category of mapped.unmapped) addOne(report.unmapped, category)
  for (const src of mapped.missing) addOne(report.missing, src)
  const { authorName, authorRole } = mapped.row
  if (authorRole === unknownRole) addOne(report.unknownRoles, String(authorName))
  for (const reason of mapped.losses) report.problems.push({ name, reason })
}

/** Resolves to the ids of the uploads. */
async function storePictures(
  { pictures }: MappedStory,
  options: ImportOptions,
  report: Report,
): Promise<Map<string, string>> {
  const uploads = new Map<string, string>()
  for (const [src, file] of pictures) {
    const sha256 = await file.sha256()
    const known = await findImportedPicture(sha256)
    if (known) report.pictures.known += 1
    else report.pictures.stored += 1
    if (options.isDryRun) continue
    const id = known ?? (await storeOne(file, sha256, options, report))
    if (id) uploads.set(src, id)
  }
  return uploads
}

async function storeOne(
  file: PictureFile,
  sha256: string,
  { storePicture }: ImportOptions,
  report: Report,
): Promise<string | undefined> {
  try {
    const { url } = await withStorable(file, (path) =>
      storePicture(new ReceivedFile(path, file.bytes), null, (stored) =>
        insertImportedPicture(sha256, uploadId(stored.url) ?? ''),
      ),
    )
    return uploadId(url)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 415) throw error
    report.pictures.stored -= 1
    report.problems.push({ name: `Picture ${file.name}`, reason: 'is damaged, or too large' })
    return undefined
  }
}
