import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { countRecipients } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { inLagos } from '#contract/dates.ts'
import { dayMs, hourMs } from '#contract/days.ts'
import { type Digest, digests } from '#contract/newsletter-choices.ts'
import { paths } from '#contract/paths.ts'
import { undoSeconds } from '#contract/undo.ts'
import {
  type DigestDays,
  insertDigest,
  isDigestThere,
  listDigestBooks,
  listDigestStories,
} from './digests.queries.ts'

const everyMs = 5 * 60 * 1000
/** Lagos is an hour ahead of UTC all year. */
const lagosMs = hourMs
const hour = 8
const saturday = 6

/** The last complete period, from eight to eight in Lagos: a week ends on Saturday, a month on the first. */
export function digestDays(digest: Digest, now: Date): DigestDays {
  // It counts as if Lagos were UTC, and the day began at eight.
  const here = new Date(now.getTime() + lagosMs - hour * hourMs)
  const [year, month, date] = [here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate()]
  const sinceSaturday = (here.getUTCDay() - saturday + 7) % 7
  const [from, to] =
    digest === 'weekly'
      ? [
          Date.UTC(year, month, date - sinceSaturday - 7),
          Date.UTC(year, month, date - sinceSaturday),
        ]
      : [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
  const moment = (at: number) => new Date(at - lagosMs + hour * hourMs)
  return { from: moment(from), to: moment(to), day: new Date(from).toISOString().slice(0, 10) }
}

/** A digest that is later than this is skipped. */
const lateDigestMs = 3 * dayMs

/** Generates digests when due, each once over all replicas. */
export function startDigests(brand: { name: string }, log: Logger) {
  return startLoop({
    work: () => writeDigests(brand, new Date()),
    everyMs,
    log,
    failure: 'digest could not be generated',
  })
}

/** Generates each digest whose period is over, unless it exists, nothing was published, or it has no subscribers. */
export async function writeDigests(brand: { name: string }, now: Date): Promise<void> {
  for (const digest of digests) await writeDigest(digest, brand, now)
}

async function writeDigest(digest: Digest, { name }: { name: string }, now: Date) {
  const days = digestDays(digest, now)
  const age = now.getTime() - days.to.getTime()
  // What was published last can still be undone.
  if (age < undoSeconds * 1000 || age > lateDigestMs) return
  if (await isDigestThere(digest, days)) return
  const [stories, books] = await Promise.all([listDigestStories(days), listDigestBooks(days)])
  if (stories.length + books.length === 0) return
  const categories = [...new Set(stories.map(({ category }) => category))].sort()
  if ((await countRecipients({ kind: 'digest', digest, categories })) === 0) return
  await insertDigest({
    digest,
    digestFrom: days.day,
    categories,
    ...texts(digest, name, days),
    content: [
      'Published since our last digest:',
      ...stories.map(({ id }) => `[Story](${paths.story(id)})`),
      ...books.map(({ id }) => `[Book](${paths.book(id)})`),
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
