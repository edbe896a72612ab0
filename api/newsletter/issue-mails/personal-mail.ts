import { preferencesToken } from '#api/http/secrets/secrets.ts'
import { mailedPaths } from '#contract/server-paths.ts'

/** The frozen mail of an issue, the same for everybody, with placeholders. */
export interface IssueMail {
  subject: string
  html: string
  text: string
}

export interface Recipient {
  /** The unsubscribe link, and the link to the preferences. */
  leave: string
  preferences: string
  /** Categories of stories, or what they follow; none means all. */
  wants: readonly string[]
}

/** The most cards of a digest: more would exceed 25 KB. */
export const digestCards = { stories: 8, books: 2 } as const

/** `{{only A|B}}…{{/only}}`: for those who want one of these; `*`: for every choice. */
// unchecked pattern: only the renderer writes these markers, in pairs; typed ones are escaped (`typed`).
const categoryBlocks = /\{\{only ([^}]*)\}\}([\s\S]*?)\{\{\/only\}\}(\n*)/g

/** The mail of one recipient, with their links and, in a digest, their categories. */
export function personalMail({ subject, html, text }: IssueMail, recipient: Recipient): IssueMail {
  const fill = (frozen: string) => {
    let left: number = digestCards.stories
    return frozen
      .replace(categoryBlocks, (_, only: string, inside: string, end: string) => {
        if (only === '*') return inside + end
        const { wants } = recipient
        const isTheirs = wants.length === 0 || only.split('|').some((one) => wants.includes(one))
        return isTheirs && left-- > 0 ? inside + end : ''
      })
      .replaceAll('{{leave}}', () => recipient.leave)
      .replaceAll('{{preferences}}', () => recipient.preferences)
  }
  return { subject, html: fill(html), text: fill(text) }
}

export function issueLinks(
  { unsubscribeToken, isDaily }: { unsubscribeToken: string; isDaily: boolean },
  { publicUrl, orderSecret }: { publicUrl: string; orderSecret: Uint8Array },
) {
  const preferences = preferencesToken(orderSecret, unsubscribeToken)
  return {
    leave: `${publicUrl}/api/newsletter/${isDaily ? 'unfollow' : 'unsubscribe'}?${new URLSearchParams({ token: unsubscribeToken, ...(isDaily && { follow: 'all' }) })}`,
    preferences: `${publicUrl}${mailedPaths.newsletterPreferences(preferences)}`,
  }
}
