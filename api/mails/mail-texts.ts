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
}

export interface MailContext extends ComposeWith {
  recipient: string
  /** Else the mail may reach a stranger and must not carry what somebody typed. */
  isProven: boolean
}

/** Nothing if it has no recipient. */
type Written = (MailContent & { unsubscribeUrl?: string }) | WrittenMail | undefined

/** One whose parts are there already. */
interface WrittenMail {
  subject: string
  html: string
  text: string
  unsubscribeUrl?: undefined
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

export function greeting(name: string | null): string {
  const spoken = spokenName(name)
  return spoken ? `Hello ${spoken},` : 'Hello,'
}

/** A title that a reader typed, for the address that is proven to be theirs. */
export function titled(title: string, { isProven }: MailContext) {
  return {
    /** The name as it stands at the end of a subject. */
    after: (separator: string) => (isProven ? separator + title : ''),
    /** Without proof, the thing has its common name. */
    or: (common: string) => (isProven ? `“${oneLine(title)}”` : common),
  }
}

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
