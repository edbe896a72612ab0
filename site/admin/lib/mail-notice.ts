import { type AdminMessage, keptNotSent } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { queryClient } from './query-client.ts'
import { keepsMail, statsQuery } from './stats-query.ts'

/** What a toast says about the mail of an action, which reaches nobody while mail is off. */
export async function withMail({ mail, title, text, ...notice }: AdminMessage): Promise<Message> {
  const stats = await queryClient.ensureQueryData(statsQuery).catch(() => undefined)
  const isOff = keepsMail(stats)
  return {
    ...notice,
    title: isOff ? title.replace(/ sent$/i, ': Kept, Not Sent') : title,
    text: [text, isOff ? keptNotSent : mail].filter(Boolean).join(' '),
  }
}
