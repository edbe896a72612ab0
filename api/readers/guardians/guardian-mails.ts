import { guardianProof } from '#api/http/secrets/secrets.ts'
import { inWords } from '#api/mails/fill-words.ts'
import {
  becauseForPublisher,
  facts,
  greeting,
  listed,
  type MailTexts,
  signedOff,
} from '#api/mails/mail-texts.ts'
import { findReader } from '#api/readers/accounts/accounts.queries.ts'
import { paths } from '#contract/paths.ts'
import { keptDays } from '#contract/retention.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { presentWording } from '#contract/shop/agreements.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { findGuardian } from './guardians.queries.ts'

export const guardianMails = {
  /** The address is not confirmed yet, so the mail contains nothing about the contributor, not even a name. */
  async guardianRequest({ guardianId }, context) {
    const guardian = await findGuardian(guardianId)
    if (!guardian || guardian.email !== context.recipient) return
    const proof = guardianProof(context.orderSecret, guardian)
    return inWords('guardian', context, {
      name: null,
      url: `${context.publicUrl}${mailedPaths.guardian(guardian.id, proof)}`,
      values: { days: String(keptDays.guardianWhoDoesNotAgree) },
    })
  },

  async guardianAskedAnew({ guardianId }, context) {
    const guardian = await findGuardian(guardianId)
    // They may have answered, or withdrawn, before it is sent.
    if (!guardian?.answer?.agrees || guardian.answer.wording === presentWording) return
    const proof = guardianProof(context.orderSecret, guardian)
    const url = `${context.publicUrl}${mailedPaths.guardian(guardian.id, proof)}`
    return inWords('guardianAgain', context, { name: guardian.name, url, values: {} })
  },

  guardianAnswer: ({ firstName, agrees }, { brand, words, publicUrl }) => ({
    subject: agrees ? 'Your parent or guardian agrees' : 'Your parent or guardian does not agree',
    paragraphs: [
      greeting(firstName, { words }),
      agrees
        ? 'Your parent or guardian agrees that we publish your stories. We look at each of them, and write to you once it is published. You can withdraw this yourself on your account page.'
        : 'Your parent or guardian does not agree, or not any more, that we publish your stories. What was published has left the site.',
    ],
    link: { label: 'My account', url: `${publicUrl}${paths.account}` },
    below: signedOff({ words }),
    contact: brand.dataEmail,
    because: `you named a parent or guardian to ${brand.name}.`,
  }),

  async guardianNotice({ readerId, agrees, givenBy, titles }, { publicUrl }) {
    const reader = await findReader(readerId)
    if (!reader) return
    const name = [reader.firstName, reader.lastName].filter(Boolean).join(' ') || reader.email
    return {
      subject: agrees ? `A guardian agrees: ${name}` : `An agreement was withdrawn: ${name}`,
      paragraphs: [
        agrees
          ? 'The parent or guardian of a young contributor agrees. Their stories can be published now.'
          : `The ${givenBy} withdrew the agreement. Nothing of this contributor can be published.`,
        facts({ Contributor: name, 'E-mail': reader.email }),
        ...(titles.length > 0
          ? [`These stories have left the site or the schedule:\n${listed(titles)}`]
          : []),
      ],
      link: { label: 'See the stories', url: `${publicUrl}${staffPaths.stories}` },
      because: becauseForPublisher,
    }
  },
} satisfies Partial<MailTexts>
