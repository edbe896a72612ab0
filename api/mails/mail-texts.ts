import type { MailWords } from '#contract/mails/mail-texts.ts'
import { oneLine } from '#contract/text.ts'
import type { MailData, MailKind } from './mails.queries.ts'
import type { Brand, MailContent } from './render-mail.ts'

export interface ComposeWith {
  publicUrl: string
  brand: Brand
  /** The seller's tax number, as sheets name it. */
  vat: { taxId: string | undefined }
  publisherEmail: string
  orderSecret: Uint8Array
  texts: MailTexts
  /** In which the publisher says them. */
  words: MailWords
}

export interface MailContext extends ComposeWith {
  recipient: string
  /** Else the mail may reach a stranger and must not carry what somebody typed. */
  isProven: boolean
}

/** Nothing if it has no recipient. */
type Written =
  | (MailContent & { unsubscribeUrl?: string; isByBefore?: true })
  | WrittenMail
  | undefined

/** One whose parts are there already. */
interface WrittenMail {
  subject: string
  html: string
  text: string
  unsubscribeUrl?: undefined
  isByBefore?: undefined
}

export type MailTexts = {
  [K in MailKind]: (
    data: MailData[K],
    context: MailContext,
    /** Others of the same kind, which are told in the same mail. */
    others: MailData[K][],
  ) => Written | Promise<Written>
}

const greetedLength = 40

/** Letters, spaces and hyphens between letters alone, without what stands in brackets, else nothing: a name that is an address would make our mail carry an advertisement. */
export function spokenName(name: string | null): string | undefined {
  const spoken = oneLine(name ?? '')
    .replace(/ ?\([^()]*\)/g, '')
    .replace(/['’]|\.(?= |$)/g, '')
    .trim()
  const isName =
    /^[\p{L}\p{M}]+([ -][\p{L}\p{M}]+)*$/u.test(spoken) && spoken.length <= greetedLength
  return isName ? spoken : undefined
}

export function greeting(name: string | null, { words }: Pick<ComposeWith, 'words'>): string {
  const spoken = spokenName(name)
  return spoken ? `${words.greeting} ${spoken},` : `${words.greeting},`
}

/** The end of what the publisher writes, if there is one. */
export const signedOff = ({ words }: Pick<ComposeWith, 'words'>) =>
  words.signOff ? [words.signOff] : []

/** A title as it stands in a subject, and in quotation marks in a sentence. */
export const quoted = (title: string) => ({ inSubject: title, inText: `“${oneLine(title)}”` })

/** A title that a reader typed, for the address that is proven to be theirs. Else the thing has its common name. */
export const titled = (title: string, { isProven }: MailContext, common: string) =>
  isProven ? quoted(title) : { inSubject: '', inText: common }

/** What the publisher writes to one recipient. */
export const noteOf = (note: string | null) => (note ? `The publisher writes:\n${note}` : '')

export function facts(named: Record<string, string>): string {
  return Object.entries(named)
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n')
}

const mostListed = 50

/** One line each; the list of the admin has those that a mail cannot hold. */
export function listed(lines: string[]): string {
  const more = lines.length - mostListed
  return [
    ...lines.slice(0, mostListed).map(oneLine),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n')
}

export const becauseForPublisher = 'your address is where the mails for the publisher go.'
