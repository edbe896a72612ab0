import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { transaction } from '#db/sql.ts'
import { findStoryOfDraft, publishDue, type StoryOfDraft } from './drafts.queries.ts'
import { mailPublished } from './publish-draft.ts'

/** Within the ten seconds that the site has to follow a change (specification 4.8, 9.4). */
const everyMs = 2_000

/** Stories go live and leave by their schedule; every replica looks, and the row lets one of them win. */
export function startSchedule(log: Logger) {
  return startLoop({ work: publishScheduled, everyMs, log, failure: 'scheduled stories failed' })
}

export async function publishScheduled(): Promise<void> {
  await transaction(async () => {
    for (const { id, title, isPublished, isFirst, isRefused } of await publishDue()) {
      const left = isRefused ? 'storyUnscheduled' : 'storyUnpublished'
      const action = isPublished ? 'storyPublished' : left
      await recordActivity('The schedule', action, { id, title })
      if (!isPublished || !isFirst) continue
      const story = (await findStoryOfDraft(id)) as StoryOfDraft
      await mailPublished(id, { ...story, publishedAt: null }, title)
    }
  })
}
