import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { countRecipients } from '#api/newsletter/subscribers/audience.queries.ts'
import { type Digest, digests } from '#contract/newsletter-choices.ts'
import { digestDays, lateDigestMs } from './digest-days.ts'
import {
  insertDigest,
  isDigestThere,
  listDigestBooks,
  listDigestStories,
} from './digests.queries.ts'

const everyMs = 5 * 60 * 1000

/** Digests write themselves; every replica looks, and the row lets one of them win. */
export function startDigests(brand: { name: string }, log: Logger) {
  return startLoop({
    work: () => writeDigests(brand, new Date()),
    everyMs,
    log,
    failure: 'digest could not be written',
  })
}

/** Those whose days are over, unless they are written, nothing was published, or nobody asked for it. */
export async function writeDigests(brand: { name: string }, now: Date): Promise<void> {
  for (const digest of digests) await writeDigest(digest, brand, now)
}

async function writeDigest(digest: Digest, { name }: { name: string }, now: Date) {
  const days = digestDays(digest, now)
  if (now.getTime() - days.to.getTime() > lateDigestMs) return
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
      ...stories.map(({ id }) => `[Story](/story/${id})`),
      ...books.map(({ id }) => `[Book](/book/${id})`),
      '[All stories](/)',
    ].join('\n\n'),
  })
}

const monthName = new Intl.DateTimeFormat('en-NG', { month: 'long', timeZone: 'Africa/Lagos' })

function texts(digest: Digest, name: string, { from }: { from: Date }) {
  return digest === 'weekly'
    ? { subject: `This week at ${name}`, preheader: 'The stories and books of the week.' }
    : {
        subject: `${monthName.format(from)} at ${name}`,
        preheader: 'The stories and books of the month.',
      }
}
