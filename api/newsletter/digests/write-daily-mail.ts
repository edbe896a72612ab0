import { countRecipients } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { dayMs, hourMs } from '#contract/days.ts'
import { type DigestTimes, lastHour } from '#contract/newsletter/digest-times.ts'
import { paths } from '#contract/paths.ts'
import { undoSeconds } from '#contract/undo.ts'
import { listFollowable } from '../follows/follows.queries.ts'
import { findLastDigest, insertDigest } from './digests.queries.ts'

/** After a longer pause followers get what the last day brought. */
const farthestMs = 3 * dayMs
/** A mail that is later than this is skipped: its stories are in the next one. */
const lateMs = 12 * hourMs
/** The newest of a day. Each follower gets fewer (`digestCards`). */
const mostStories = 100

/**
 * Writes what followers get today, at the hour of the digests: one mail for all of them, of which each gets the stories that
 * they follow. A day has one at most, whichever replica or hour comes first.
 */
export async function writeDailyMail(times: DigestTimes, now: Date): Promise<void> {
  const to = lastHour(now, times)
  const last = await findLastDigest('daily')
  if (last && to <= last) return
  const age = now.getTime() - to.getTime()
  // What was published last can still be undone.
  if (age < undoSeconds * 1000 || age > lateMs) return
  const isRecent = last && to.getTime() - last.getTime() <= farthestMs
  const from = isRecent ? last : new Date(to.getTime() - dayMs)
  const stories = await listFollowable({ from, to }, mostStories)
  const followed = [...new Set(stories.flatMap(({ keys }) => keys))].sort()
  if (followed.length === 0) return
  const audience = { kind: 'digest', digest: 'daily', categories: followed } as const
  if ((await countRecipients(audience)) === 0) return
  await insertDigest({
    digest: 'daily',
    digestFrom: dayOf(to),
    digestTo: to,
    categories: followed,
    subject: 'New from those you follow',
    preheader: 'The stories since yesterday.',
    content: ['New today:', ...stories.map(({ id }) => `[Story](${paths.story(id)})`)].join('\n\n'),
  })
}
