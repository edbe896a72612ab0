import type { StaffMember } from '#api/http/request-context.ts'
import { findRevision } from '#api/magazine/documents/documents.queries.ts'
import { noConsent, setDraft } from '#api/magazine/stories/story-drafts.queries.ts'
import { lockStory } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'

interface ConsentRequest {
  id: string
  /** Undefined withdraws the request. */
  number?: number | undefined
  note?: string | null | undefined
}

/** Asks the contributor to agree to an edit, which cannot be published before. */
export function askContributor({ id, number, note }: ConsentRequest, staff: StaffMember) {
  return transaction(async () => {
    const { draft, story } = await lockStory(id)
    if (!draft || !story) throw apiError('storyNotFound')
    if (number === undefined) {
      await setDraft(id, noConsent)
      return
    }
    if (draft.head !== number) throw apiError('changedMeanwhile')
    if (!story.contributorEmail) throw apiError('noContributor')
    const revision = await findRevision('story', id, number)
    // A trigger takes it off the schedule.
    if (story.publishAt) {
      await recordActivity(staff.name, 'storyUnscheduled', { id, title: story.title })
    }
    await setDraft(id, {
      consent: 'asked',
      consentFor: number,
      consentAnswer: null,
      consentAt: null,
    })
    const title = revision?.fields.title ?? story.title
    await recordActivity(staff.name, 'consentAsked', { id, title, note: note ?? null })
    await queueMail('storyEdit', story.contributorEmail, {
      firstName: story.contributorFirstName,
      title,
      storyId: id,
      note: note ?? null,
    })
  })
}
