import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { apiError } from '#contract/errors.ts'
import { presentWording } from '#contract/shop/agreements.ts'
import { transaction } from '#db/sql.ts'
import {
  findGuardian,
  type GuardianAnswer,
  type GuardianOf,
  hideAuthorPage,
  insertAnswer,
  lockReader,
} from './guardians.queries.ts'

/** Unpublishes and unschedules all stories of an author; resolves to the titles. Passed in by the app, since stories belong to `magazine`. */
export type TakeDownStories = (
  readerId: string,
  by: { id: null; name: string },
) => Promise<string[]>

/** Agrees or withdraws; a withdrawal unpublishes the stories in the same transaction. A repeat changes nothing. */
export function answerForStories(
  guardianId: string,
  { agrees, givenBy }: Pick<GuardianAnswer, 'agrees' | 'givenBy'>,
  takeDownStories: TakeDownStories,
): Promise<void> {
  return transaction(async () => {
    const guardian = await lockGuardian(guardianId)
    const { answer, firstName, readerEmail } = guardian
    const isNewText = agrees && answer?.wording !== presentWording
    if (answer?.agrees === agrees && !isNewText) return
    if (answer?.givenBy === 'contributor') throw apiError('agreementTakenBack')
    await insertAnswer(guardianId, { agrees, givenBy })
    const titles = agrees ? [] : await takeDown(guardian, givenBy, takeDownStories)
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

/** It is called for a guardian who is replaced, too: the agreement ends. */
export async function takeDown(
  { readerId }: Pick<GuardianOf, 'readerId'>,
  givenBy: GuardianAnswer['givenBy'],
  takeDownStories: TakeDownStories,
): Promise<string[]> {
  const name = givenBy === 'guardian' ? 'The guardian' : 'The contributor'
  const titles = await takeDownStories(readerId, { id: null, name })
  await hideAuthorPage(readerId)
  return titles
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
