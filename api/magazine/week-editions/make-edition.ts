import type { Logger } from 'pino'
import sharp from 'sharp'
import { startLoop } from '#api/jobs/background-loop.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { takeToAskAnew } from '#api/readers/guardians/guardians.queries.ts'
import type { EditionSheet } from '#api/shop/pdf/draw-pdf.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dyed } from '#art/dyed.ts'
import { drawStory } from '#art/story-art.ts'
import { dayOf } from '#contract/dates.ts'
import { addDays } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { weekdays } from '#contract/newsletter/digest-times.ts'
import { editionArt, weekDays, weekOf, weekTitle } from '#contract/pages/week-editions.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { counted } from '#contract/text.ts'
import { transaction } from '#db/sql.ts'
import { storyDocument } from '#markdown/story-text.ts'
import { blocksOf } from './edition-blocks.ts'
import { type EditionContents, editionHtml, minutesOf, sizeInWords } from './edition-html.ts'
import {
  type EditionFiles,
  type EditionStory,
  findWeek,
  listStaleEditions,
  listStoriesOfEdition,
  listStoriesOfWeek,
  lockAsPublic,
  renewFiles,
  storeEdition,
  withdrawEmpty,
} from './week-editions.queries.ts'

export interface EditionMaking {
  publicUrl: string
  settings(): Settings
  /** The drawing of PDFs is the shop's. */
  drawPdf(sheet: EditionSheet): Promise<Uint8Array>
}

/**
 * Makes the edition of a week, or makes one that is not out anew, and asks guardians who have not agreed that files travel.
 * What is stored is whole: a process that dies leaves the old one or none. Throws if one is out, or there are no stories.
 */
export async function makeEdition(
  week: string,
  making: EditionMaking,
  by: string,
): Promise<string> {
  if ((await findWeek(week))?.state === 'published') throw apiError('editionIsOut')
  const id = await makeOf(week, making, { by, replaces: true })
  if (!id) throw apiError('weekWithoutStories')
  return id
}

async function makeOf(
  week: string,
  making: EditionMaking,
  { by, replaces }: { by: string; replaces: boolean },
): Promise<string | undefined> {
  const listed = (await listStoriesOfWeek(week)).map((story, at) => ({ ...story, place: at + 1 }))
  const files = listed.length > 0 ? await drawFiles(week, listed, making) : undefined
  const stored = await transaction(async () => {
    for (const { id: guardianId, email } of await takeToAskAnew())
      await queueMail('guardianAskedAnew', email, { guardianId })
    if (!files) return undefined
    if (!(await lockAsPublic(listed.map(({ id }) => id)))) return 'changed'
    const id = await storeEdition(week, files, { stories: listed, replaces })
    if (id) await recordActivity(by, 'editionMade', { id, title: weekTitle(week) })
    return id
  })
  return stored === 'changed' ? makeOf(week, making, { by, replaces }) : stored
}

async function drawFiles(
  week: string,
  listed: readonly (EditionStory & { place: number })[],
  { publicUrl, settings, drawPdf }: EditionMaking,
): Promise<EditionFiles> {
  const { look, prices, editions } = settings()
  const absolute = (path: string) => new URL(path, publicUrl).href
  const title = weekTitle(week)
  const art = editionArt(week)
  const contents: EditionContents = {
    magazine: look.name,
    title,
    days: weekDays(week),
    look,
    cover: drawStory(art.category, seedOf(art.title, art.category)),
    stories: listed.map((story) => ({ ...story, url: absolute(sharedPaths.story(story)) })),
    sponsor: editions.sponsor,
    nairaPerGigabyte: prices.nairaPerGigabyte,
    publicUrl,
    url: absolute(magazinePaths.edition(week)),
    allUrl: absolute(magazinePaths.editions),
  }
  const html = editionHtml(contents)
  const cover = await sharp(Buffer.from(dyed(contents.cover, look)), { density: 216 })
    .resize(600, 400, { fit: 'cover' })
    .flatten({ background: '#FBF5E8' })
    .png({ palette: true, colours: 32 })
    .toBuffer()
  const sheet = (bytes: number) => drawPdf(sheetOf(contents, cover, bytes))
  // The size stands in what is measured.
  return { html, pdf: await sheet((await sheet(0)).length) }
}

function sheetOf(edition: EditionContents, cover: Uint8Array, bytes: number): EditionSheet {
  const { magazine, title, days, stories, sponsor, url, allUrl, nairaPerGigabyte } = edition
  return {
    magazine,
    title,
    cover,
    coverAlt: 'The cover of this edition: a quilt of patterns.',
    lead: [
      days,
      `${counted(stories.length, 'story', 'stories')}, ${counted(minutesOf(edition), 'minute', 'minutes')}. ${sizeInWords(bytes, nairaPerGigabyte)}. It opens without a network.`,
      ...(sponsor ? [sponsor] : []),
    ],
    stories: stories.map(
      ({ place, title, category, authorName, authorRole, summary, url, ...text }) => ({
        place,
        title,
        category,
        byline: [authorName, authorRole].filter(Boolean).join(', '),
        blocks: [{ kind: 'quote', text: summary }, ...blocksOf(storyDocument(text))],
        url,
      }),
    ),
    end: [
      {
        heading: 'The next one',
        text: 'There is one each week. Send this file to whoever may like it: it costs them nothing to read.',
      },
      { text: allUrl, url: allUrl },
      { text: 'What was taken down since:' },
      { text: url, url },
    ],
  }
}

/** Makes what is due, and anew whatever a story has left. */
export function startWeekEditions(making: EditionMaking, log: Logger) {
  return startLoop({
    work: () => keepEditions(making, new Date()),
    everyMs: 60_000,
    channel: 'week_editions_stale',
    log,
    failure: 'editions could not be made',
  })
}

/**
 * Makes stale ones anew and, on the publisher's day, the edition of the week that ended before it, once over all replicas.
 * One that cannot be drawn holds up no other; its error is thrown at the end.
 */
export async function keepEditions(making: EditionMaking, now: Date): Promise<void> {
  const failures: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error) => failures.push(error))
  for (const { id, week } of await listStaleEditions()) await attempt(renew(id, week, making))
  const today = dayOf(now)
  const weekday = weekdays[new Date(today).getUTCDay()]
  if (making.settings().editions.weekday === weekday)
    await attempt(makeWeekly(weekOf(addDays(today, -7)), making))
  if (failures.length > 0) throw failures[0]
}

async function makeWeekly(week: string, making: EditionMaking) {
  if (!(await findWeek(week))) await makeOf(week, making, { by: 'The schedule', replaces: false })
}

async function renew(id: string, week: string, making: EditionMaking) {
  const stories = await listStoriesOfEdition(id)
  if (stories.length === 0) return withdrawEmpty(id)
  const files = await drawFiles(week, stories, making)
  await transaction(async () => {
    // One that left, or came back, meanwhile has called for another run.
    const isSame = await lockAsPublic(stories.map(({ id }) => id))
    const now = isSame ? await listStoriesOfEdition(id) : []
    if (now.length === stories.length) await renewFiles(id, files)
  })
}
