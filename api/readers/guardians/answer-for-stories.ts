import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  findGuardian,
  type GuardianAnswer,
  type GuardianOf,
  insertAnswer,
  lockReader,
  takeDownStoriesOf,
} from './guardians.queries.ts'

/** The activity log is the admin's: the app hands it in. */
export type RecordActivity = (
  who: string,
  action: ActivityAction,
  about: { id: string; title: string; note: string },
) => Promise<void>

/** Agrees or withdraws; a withdrawal takes the stories down in the same transaction. A repeat changes nothing. */
export function answerForStories(
  guardianId: string,
  { agrees, givenBy }: Omit<GuardianAnswer, 'givenAt'>,
  recordActivity: RecordActivity,
): Promise<void> {
  return transaction(async () => {
    const guardian = await lockGuardian(guardianId)
    const { answer, firstName, readerEmail } = guardian
    if (answer?.agrees === agrees) return
    if (answer?.givenBy === 'contributor') throw apiError('agreementTakenBack')
    await insertAnswer(guardianId, { agrees, givenBy })
    const titles = agrees ? [] : await takeDown(guardian, givenBy, recordActivity)
    if (givenBy === 'guardian') {
      await queueMail('guardianAnswer', readerEmail, { firstName, agrees })
    }
    await queueMail('guardianNotice', toPublisher, {
      readerId: guardian.readerId,
      agrees,
      givenBy,
      titles,
    })
  })
}

/** A guardian who is replaced agrees no more. */
export async function takeDown(
  { readerId }: Pick<GuardianOf, 'readerId'>,
  givenBy: GuardianAnswer['givenBy'],
  recordActivity: RecordActivity,
): Promise<string[]> {
  const stories = await takeDownStoriesOf(readerId)
  for (const { id, title, isPublished } of stories) {
    const who = givenBy === 'guardian' ? 'The guardian' : 'The contributor'
    await recordActivity(who, isPublished ? 'storyUnpublished' : 'storyUnscheduled', {
      id,
      title,
      note: 'The agreement of the guardian was withdrawn.',
    })
  }
  return stories.map(({ title }) => title)
}

export function nameOf({
  firstName,
  lastName,
  readerEmail,
}: Pick<GuardianOf, 'firstName' | 'lastName' | 'readerEmail'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || readerEmail
}

async function lockGuardian(id: string): Promise<GuardianOf> {
  const known = await findGuardian(id)
  if (known) await lockReader(known.readerId)
  // Another may have been named during the wait.
  const guardian = known && (await findGuardian(id))
  if (!guardian) throw apiError('guardianNotFound')
  return guardian
}
