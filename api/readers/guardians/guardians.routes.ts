import { limiter } from '#api/http/load/rate-limit.ts'
import { isGuardianProof } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { apiError } from '#contract/errors.ts'
import { formMessages, guardiansADay } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import { answerForStories, nameOf, type TakeDownStories, takeDown } from './answer-for-stories.ts'
import {
  awaitedOf,
  findAgeBand,
  findGuardian,
  findGuardianOf,
  isSameMailbox,
  listStoriesOf,
  lockReader,
  replaceGuardian,
  setAgeBand,
} from './guardians.queries.ts'

const namedGuardians = limiter(
  'guardian',
  { points: guardiansADay, minutes: 24 * 60 },
  { rollsBack: true, error: 'guardiansADay' },
)

export function guardiansRoutes(
  { serve }: Routes,
  { orderSecret, takeDownStories }: { orderSecret: Uint8Array; takeDownStories: TakeDownStories },
) {
  serve('GET /account/guardian', async (_, { reader }) => {
    const [ageBand, guardian] = await Promise.all([
      findAgeBand(reader.id),
      findGuardianOf(reader.id),
    ])
    return { ageBand, awaits: awaitedOf(ageBand, guardian), guardian: guardian ?? null }
  })

  serve('PUT /account/age', async ({ ageBand }, { reader }) => {
    if (!(await setAgeBand(reader.id, ageBand))) throw apiError('ageToldBefore')
  })

  serve('PUT /account/guardian', async (input, { reader }) => {
    const { guardianName: name, guardianEmail: email } = input
    if (await isSameMailbox(email, reader.email)) {
      throw apiError('invalid', { guardianEmail: [formMessages.guardianEmail] })
    }
    await transaction(() => nameGuardian(reader.id, { name, email }, takeDownStories))
  })

  serve('DELETE /account/guardian', async (_, { reader }) => {
    const guardian = await findGuardianOf(reader.id)
    if (guardian) {
      const withdrawn = { agrees: false, givenBy: 'contributor' as const }
      await answerForStories(guardian.id, withdrawn, takeDownStories)
    }
  })

  /** The guardian of a mailed link. */
  const open = async (id: string, proof: string) => {
    const guardian = await findGuardian(id)
    if (!guardian || !isGuardianProof(orderSecret, guardian, proof)) {
      throw apiError('guardianNotFound')
    }
    return guardian
  }

  serve('GET /guardians/:id', async ({ id, proof }) => {
    const guardian = await open(id, proof)
    const { name: guardianName, ageBand, answer, readerId } = guardian
    const stories = await listStoriesOf(readerId)
    return { guardianName, contributorName: nameOf(guardian), ageBand, answer, stories }
  })

  serve('POST /guardians/:id', async ({ id, proof, agrees }) => {
    await open(id, proof)
    await answerForStories(id, { agrees, givenBy: 'guardian' }, takeDownStories)
    return { agrees }
  })
}

/** Whoever agreed before is replaced, and what they agreed to is taken down. */
async function nameGuardian(
  readerId: string,
  guardian: { name: string; email: string },
  takeDownStories: TakeDownStories,
) {
  if (!(await lockReader(readerId))) throw apiError('unauthorized')
  const ageBand = await findAgeBand(readerId)
  if (ageBand === null || ageBand === '18+') throw apiError('noGuardianNeeded')
  const before = await findGuardianOf(readerId)
  const isSame = before && (await isSameMailbox(before.email, guardian.email))
  if (isSame && before.answer?.agrees) return
  await namedGuardians.count(readerId)
  if (before?.answer?.agrees) {
    await takeDown({ readerId }, 'contributor', takeDownStories)
  }
  const isAskedAgain = isSame && !before.answer
  const guardianId = isAskedAgain ? before.id : await replaceGuardian(readerId, guardian)
  await queueMail('guardianRequest', isAskedAgain ? before.email : guardian.email, { guardianId })
}
