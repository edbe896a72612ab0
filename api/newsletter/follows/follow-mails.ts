import { inWords } from '#api/mails/fill-words.ts'
import { type MailTexts, quoted } from '#api/mails/mail-texts.ts'
import { followLinkDays } from '#contract/newsletter/follows.ts'
import { outcomePaths } from '#contract/server-paths.ts'
import { followToken } from './follow-token.ts'
import { listFollowed } from './follows.queries.ts'

export const followMails = {
  /** Nothing is sent of what readers do not see any more. */
  async follow({ key }, context) {
    const [followed] = await listFollowed([key])
    if (!followed) return
    const { publicUrl, recipient: email, orderSecret } = context
    return inWords('follow', context, {
      name: null,
      url: `${publicUrl}${outcomePaths.followConfirmed(followToken(orderSecret, { email, key }))}`,
      values: { title: quoted(followed.title), days: String(followLinkDays) },
    })
  },
} satisfies Partial<MailTexts>
