import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { listEditionsOut } from '#api/magazine/week-editions/week-editions.queries.ts'
import { countRecipients } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { dayOf, inLagos } from '#contract/dates.ts'
import { dayMs } from '#contract/days.ts'
import {
  type DigestTimes,
  digestsAround,
  earliestAfter,
} from '#contract/newsletter/digest-times.ts'
import { type Digest, digests } from '#contract/newsletter/newsletter-choices.ts'
import { weekTitle } from '#contract/pages/week-editions.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { undoSeconds } from '#contract/undo.ts'
import { plainToMarkdown } from '#markdown/story-text.ts'
import {
  type DigestDays,
  findLastDigest,
  insertDigest,
  listDigestBooks,
  listDigestCorrections,
  listDigestStories,
} from './digests.queries.ts'
import { writeDailyMail } from './write-daily-mail.ts'

const everyMs = 5 * 60 * 1000

/** What a digest tells of: all since the last one was due, so that another day of the week leaves nothing out. */
export function digestDays(
  digest: Digest,
  now: Date,
  times: DigestTimes,
  last?: Date,
): DigestDays | undefined {
  const { last: to } = digestsAround(digest, now, times)
  if (last && to < earliestAfter(digest, last)) return undefined
  const isRecent = last && to.getTime() - last.getTime() < farthestDays[digest] * dayMs
  const from = isRecent ? last : digestsAround(digest, new Date(to.getTime() - 1), times).last
  return { from, to, day: dayOf(from) }
}

/** After a longer pause a digest has what its own week or month brought. */
const farthestDays: Record<Digest, number> = { weekly: 28, monthly: 62 }

/** A digest that is later than this is skipped. */
const lateDigestMs = 3 * dayMs

interface Options {
  brand: { name: string }
  times(): DigestTimes
}

/** Generates digests when due, each once over all replicas. */
export function startDigests(options: Options, log: Logger) {
  return startLoop({
    work: () => writeDigests(options, new Date()),
    everyMs,
    log,
    failure: 'digest could not be generated',
  })
}

/**
 * Generates each digest whose period is over, and the daily mail, unless it exists, nothing was published, or it has no
 * subscribers.
 */
export async function writeDigests(options: Options, now: Date): Promise<void> {
  for (const digest of digests) await writeDigest(digest, options, now)
  await writeDailyMail(options.times(), now)
}

async function writeDigest(digest: Digest, { brand, times }: Options, now: Date) {
  const days = digestDays(digest, now, times(), await findLastDigest(digest))
  if (!days) return
  const age = now.getTime() - days.to.getTime()
  // What was published last can still be undone.
  if (age < undoSeconds * 1000 || age > lateDigestMs) return
  const [stories, books, corrections, editions] = await Promise.all([
    listDigestStories(days),
    listDigestBooks(days),
    listDigestCorrections(days),
    listEditionsOut(days),
  ])
  if (stories.length + books.length === 0) return
  const categories = [...new Set(stories.map(({ category }) => category))].sort()
  if ((await countRecipients({ kind: 'digest', digest, categories })) === 0) return
  await insertDigest({
    digest,
    digestFrom: days.day,
    digestTo: days.to,
    categories,
    ...texts(digest, brand.name, days),
    content: [
      'Published since our last digest:',
      ...stories.map(({ id }) => `[Story](${paths.story(id)})`),
      ...books.map(({ id }) => `[Book](${paths.book(id)})`),
      ...(corrections.length > 0 ? ['What we corrected:'] : []),
      ...corrections.map(
        ({ id, title, reason }) =>
          `[${plainToMarkdown(title)}](${paths.story(id)}): ${plainToMarkdown(reason)}`,
      ),
      ...editions.map(
        ({ week }) =>
          `[${weekTitle(week)} in one file](${magazinePaths.edition(week)}), to keep and to send on.`,
      ),
      `[All stories](${paths.home})`,
    ].join('\n\n'),
  })
}

const monthName = inLagos({ month: 'long' })

function texts(digest: Digest, name: string, { from }: { from: Date }) {
  return digest === 'weekly'
    ? { subject: `This week at ${name}`, preheader: 'The stories and books of the week.' }
    : {
        subject: `${monthName(from)} at ${name}`,
        preheader: 'The stories and books of the month.',
      }
}
