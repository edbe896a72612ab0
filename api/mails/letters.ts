import type { MailData, MailKind } from './mails.queries.ts'
import type { Brand, Letter } from './render-letter.ts'
import { oneLine } from './render-letter.ts'

export interface ComposeWith {
  publicUrl: string
  brand: Brand
  publisherEmail: string
  orderSecret: Uint8Array
}

export interface LetterContext extends ComposeWith {
  recipient: string
}

/** Nothing if it has no recipient. */
type Written = (Letter & { unsubscribeUrl?: string }) | undefined

export type Letters = {
  [K in MailKind]: (data: MailData[K], context: LetterContext) => Written | Promise<Written>
}

/** A name that is an address would make our mail carry an advertisement. */
export function greeting(name: string | null): string {
  const known = name && !/[/:@]|\w\.\w/.test(name) ? oneLine(name) : ''
  return known ? `Hello ${known},` : 'Hello,'
}

export function facts(named: Record<string, string>): string {
  return Object.entries(named)
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n')
}

export const becauseForPublisher = 'your address is where the mails for the publisher go.'
