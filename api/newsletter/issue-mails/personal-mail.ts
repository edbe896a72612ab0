/** A mail as it is frozen when its letter is sent: the same for everybody, with placeholders. */
export interface IssueMail {
  subject: string
  html: string
  text: string
}

export interface Recipient {
  /** The address that leaves the newsletter, and the one of the page with what they chose. */
  leave: string
  preferences: string
  /** Of stories; none means all. */
  categories: readonly string[]
}

/** Of a digest: more would not fit into the 25 KB of a mail. */
export const digestCards = { stories: 8, books: 2 } as const

/** `{{only CATEGORY}}…{{/only}}`; `*`: whatever one chose. */
// unchecked pattern: the signs are ours alone, each with its end; typed ones are parted (`typed`).
const narrowed = /\{\{only ([^}]*)\}\}([\s\S]*?)\{\{\/only\}\}(\n*)/g

/** The mail of one recipient: their own addresses, and of a digest what they chose. */
export function personalMail({ subject, html, text }: IssueMail, recipient: Recipient): IssueMail {
  const fill = (frozen: string) => {
    let left: number = digestCards.stories
    return frozen
      .replace(narrowed, (_, category: string, inside: string, end: string) => {
        if (category === '*') return inside + end
        const { categories } = recipient
        const isTheirs = categories.length === 0 || categories.includes(category)
        return isTheirs && left-- > 0 ? inside + end : ''
      })
      .replaceAll('{{leave}}', () => recipient.leave)
      .replaceAll('{{preferences}}', () => recipient.preferences)
  }
  return { subject, html: fill(html), text: fill(text) }
}
