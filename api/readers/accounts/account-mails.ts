import { addressProof, emailChangeProof, preferencesToken } from '#api/http/secrets/secrets.ts'
import { inWords } from '#api/mails/fill-words.ts'
import type { MailContext, MailTexts } from '#api/mails/mail-texts.ts'
import { insertConfirmation } from '#api/mails/mails.queries.ts'
import { linkMinutes, submissionsADay } from '#contract/form-limits.ts'
import { paths } from '#contract/paths.ts'
import { keptDays } from '#contract/retention.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { outsideTransaction } from '#db/sql.ts'
import { findReader, findReaderByEmail, insertReset } from './accounts.queries.ts'

export const accountMails = {
  async welcome({ firstName }, context) {
    const { publicUrl, recipient, isProven, orderSecret } = context
    const reader = isProven ? undefined : await findReaderByEmail(recipient)
    const home = `${publicUrl}${paths.home}`
    if (!reader)
      return inWords('welcomeProven', context, { name: firstName, url: home, values: {} })
    const proof = new URLSearchParams({ id: reader.id, proof: addressProof(orderSecret, reader) })
    return inWords('welcome', context, {
      name: firstName,
      url: `${publicUrl}/api/auth/prove?${proof}`,
      moreLinks: [{ label: 'Start reading', url: home }],
      values: { stories: String(submissionsADay.unproven) },
    })
  },

  async emailChange({ readerId }, context) {
    const { publicUrl, recipient, orderSecret } = context
    const reader = await findReader(readerId)
    if (!reader) return
    if (await findReaderByEmail(recipient)) {
      return inWords('emailTaken', context, {
        name: null,
        url: `${publicUrl}${paths.signIn()}`,
        values: {},
      })
    }
    const until = String(Date.now() + linkMinutes.emailChange * 60_000)
    const proof = emailChangeProof(orderSecret, { ...reader, newEmail: recipient, until })
    return inWords('emailChange', context, {
      name: null,
      url: `${publicUrl}/api/auth/change-email?${new URLSearchParams({ id: readerId, email: recipient, until, proof })}`,
      values: { hours: String(linkMinutes.emailChange / 60) },
    })
  },

  emailChanged: ({ from, to }, context) =>
    inWords('emailChanged', context, { name: null, values: { from, to } }),

  passwordChanged: (_, context) =>
    inWords('passwordChanged', context, {
      name: null,
      url: `${context.publicUrl}${paths.signIn('forgot')}`,
      values: {},
    }),

  async reset(_, context) {
    const reader = await findReaderByEmail(context.recipient)
    if (!reader) return
    // It is stored outside the transaction, so that a delivered mail always holds a valid link.
    const token = await outsideTransaction(() => insertReset(reader.id))
    return inWords('reset', context, {
      name: reader.firstName,
      url: `${context.publicUrl}${mailedPaths.resetPassword(token)}`,
      values: { minutes: String(linkMinutes.reset) },
    })
  },

  newsletter: (_, context) => confirmation('newsletter', context, linkMinutes.newsletter),
  imported: (_, context) => confirmation('imported', context, keptDays.import * 24 * 60),
} satisfies Partial<MailTexts>

async function confirmation(id: 'newsletter' | 'imported', context: MailContext, minutes: number) {
  const { publicUrl, recipient, orderSecret } = context
  const links = await outsideTransaction(() => insertConfirmation(recipient, minutes))
  if (!links) return
  const { token, unsubscribeToken } = links
  const api = `${publicUrl}/api/newsletter`
  return {
    ...inWords(id, context, {
      name: null,
      url: `${api}/confirm?${new URLSearchParams({ token })}`,
      moreLinks: [
        {
          label: 'Afterwards you can choose how often you hear from us, and what about',
          url: `${publicUrl}${mailedPaths.newsletterPreferences(preferencesToken(orderSecret, unsubscribeToken))}`,
        },
      ],
      values: { days: String(minutes / 24 / 60) },
    }),
    unsubscribeUrl: `${api}/unsubscribe?${new URLSearchParams({ token: unsubscribeToken })}`,
  }
}
