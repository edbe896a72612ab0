import { authorMails } from './author-mails.ts'
import { buyerMails } from './buyer-mails.ts'
import {
  commonPlaceholders,
  isBlock,
  isPlaceholder,
  type MailText,
  namesIn,
  type PlaceholderName,
  placeholders,
} from './placeholders.ts'
import { lockedMails, readerMails } from './reader-mails.ts'

/** All mails whose words the publisher may change, under the headings of their list. */
export const mailLists = [
  { title: 'To readers and contributors', mails: readerMails },
  { title: 'To buyers', mails: buyerMails },
  { title: 'To authors', mails: authorMails },
]

const texts = { ...readerMails, ...buyerMails, ...authorMails, ...lockedMails }
export type MailId = keyof typeof texts
export const mailIds = Object.keys(texts) as MailId[]
/** Of such a mail the publisher sets greeting and sign-off alone. */
export const isLocked = (id: MailId) => id in lockedMails
export const mailTexts: Record<MailId, MailText> = texts

type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never

/** What a mail's own placeholders are called; those of every mail and its links are none of them. */
export type OwnPlaceholder<Id extends MailId> = Exclude<
  Named<(typeof texts)[Id]['subject'] | (typeof texts)[Id]['text']>,
  (typeof commonPlaceholders)[number] | 'link'
>

export type MailPart = 'subject' | 'text'
/** The field of the setting that has one part of a mail in other words than the original. */
export type MailField = `${MailId}.${MailPart}`
export type MailWords = { greeting: string; signOff: string } & Partial<
  Record<MailField, string | undefined>
>

export const originalWords: MailWords = { greeting: 'Hello', signOff: '' }

export const mailFields = mailIds
  .filter((id) => !isLocked(id))
  .flatMap((id) =>
    (['subject', 'text'] as const).map((part) => ({
      id,
      part,
      field: `${id}.${part}` as const,
      original: mailTexts[id][part],
    })),
  )

/** What a part of a mail says: in the publisher's words where there are some. */
export const wordsOf = (words: MailWords, id: MailId, part: MailPart): string =>
  (isLocked(id) ? undefined : words[`${id}.${part}`]) ?? mailTexts[id][part]

/** What may stand in a part of a mail. */
export function placeholdersOf(id: MailId, part: MailPart): PlaceholderName[] {
  const { subject, text } = mailTexts[id]
  const own = namesIn(part === 'subject' ? subject : `${text} ${subject}`).filter(isPlaceholder)
  return [...new Set<PlaceholderName>([...own, ...commonPlaceholders])]
}

/** Placeholders that `text` lacks and the mail needs. */
export function missingFrom(text: string, id: MailId): PlaceholderName[] {
  const original = mailTexts[id]
  const needed = namesIn(original.text)
    .filter(isPlaceholder)
    .filter((name) => isBlock(name) || original.needs?.includes(name))
  const there = namesIn(text)
  return [...new Set(needed)].filter((name) => !there.includes(name))
}

export const mailLengths = { greeting: 24, signOff: 200, subject: 100, text: 2000 } as const

/** What is wrong with a part of a mail, as a sentence that says what to do. */
export function faultOf(typed: string, id: MailId, part: MailPart): string | undefined {
  const name = part === 'subject' ? 'The subject' : 'The text'
  if (typed.trim() === '') return `${name} must not be empty`
  if (typed.length > mailLengths[part])
    return `${name} must be at most ${mailLengths[part]} characters`
  if (isHostile(part === 'text' ? typed.replaceAll('\n', ' ') : typed))
    return part === 'subject'
      ? 'The subject must be one line of letters and signs'
      : 'The text holds a sign that cannot be seen. Type it anew.'
  const allowed = placeholdersOf(id, part) as string[]
  const unknown = namesIn(typed).find((one) => !allowed.includes(one))
  if (unknown !== undefined) return `{${unknown}} has no meaning in this mail. Take it out.`
  if (/[{}]/.test(typed.replace(/\{\w*\}/g, ''))) return 'Take out { and }'
  const missing = part === 'text' ? missingFrom(typed, id) : []
  if (missing.length === 0) return undefined
  return `Put back: ${missing.map((one) => placeholders[one].label).join(', ')}`
}

/** Control characters, line ends, and what turns the direction of text round. */
export const isHostile = (text: string) =>
  /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)
