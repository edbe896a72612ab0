import * as z from 'zod/mini'
import { emailLength, formMessages, noteLength } from '../form-limits.ts'
import { lastPage, pageSize, searchLength } from '../limits.ts'
import { ageBands } from '../magazine/age-bands.ts'
import { engagementIds } from '../magazine/engagement.ts'
import { parseUrl } from '../pages/parse-url.ts'
import { ReceivedFile } from '../received-file.ts'
import { uploadId } from '../uploads.ts'

// zod would compile its checks with `eval`, which the pages' policy forbids and reports.
if (typeof document !== 'undefined') z.config({ jitless: true })

/** The text is trimmed. */
export function between(min: number, max: number, message: string, tooLong: string) {
  return z.string(message).check(z.trim(), z.minLength(min, message), z.maxLength(max, tooLong))
}

/** Text whose messages begin with the field's label. */
export function named(name: string, min: number, max: number) {
  const short = `${name} must be at least ${min} characters`
  return between(min, max, short, `${name} must be at most ${max} characters`)
}

export function oneOf<const T extends readonly string[]>(list: T, message: string) {
  return z.enum(list, message)
}

/** A JSON number or numeric text; empty text is an error, not 0. */
export function numeric(message: string) {
  return z.pipe(
    z.union(
      [z.number(message), z.string(message).check(z.regex(/^\s*-?\d+(\.\d+)?\s*$/, message))],
      message,
    ),
    z.transform((value: string | number) => Number(value)),
  )
}

const emailMessage = formMessages.email

/** Lower case, so that two spellings are one account. */
export const email = z.pipe(
  z
    .string(emailMessage)
    .check(z.trim(), z.maxLength(emailLength, emailMessage), z.email(emailMessage)),
  z.transform((text: string) => text.toLowerCase()),
)

/** The address as a form sends it; undefined if it is left empty. */
export const optionalEmail = z.pipe(
  z.pipe(
    z.optional(z.string(emailMessage)),
    z.transform((text: string | undefined) => text?.trim() || undefined),
  ),
  z.optional(email),
)

const addressMessage = 'Please enter a web address that begins with http:// or https://'

/** http or https on the web, or one of our uploads, as browsers write it (specification 11.1.5); empty means none. */
export const webAddress = z.pipe(
  z.optional(z.nullable(z.string(addressMessage))),
  z.pipe(
    z.transform((text: string | null | undefined) => canonical(text?.trim() ?? '')),
    z.nullable(z.string(addressMessage).check(z.maxLength(2000, addressMessage))),
  ),
)

/** Null for empty text, undefined for an address that a page may not load. */
function canonical(text: string): string | null | undefined {
  if (text === '') return null
  if (uploadId(text)) return text
  if (!/^https?:\/\/[^\s\\]+$/i.test(text)) return undefined
  const url = parseUrl(text)
  return url && !url.username && !url.password ? url.href : undefined
}

/** A path on this site, else the front page (specification 3.1.11). */
export const returnTo = z.pipe(
  z.optional(z.string()),
  z.transform((text: string | undefined) => pathOnThisSite(text ?? '')),
)

/** Browsers drop cookies beyond 4 KB. */
const longestPath = 2000

function pathOnThisSite(text: string): string {
  const here = 'https://this.site'
  if (text.length > longestPath) return '/'
  // Browsers read `/\t/evil` as another site.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return '/'
  const url = parseUrl(text, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

export const token = z.string().check(z.minLength(1), z.maxLength(200))

export function upTo(length: number, message: string) {
  return z.optional(z.string(message).check(z.maxLength(length, message)))
}

/** Words for the address of a page, as somebody types them. */
export const typedSlug = upTo(200, 'An address must be at most 200 characters')

export function searched(name: string) {
  return upTo(searchLength, `${name} must be at most ${searchLength} characters`)
}

/** A whole number as text in a query string. */
function wholeNumber(min: number, max: number, message: string) {
  return z.coerce
    .number(message)
    .check(z.int(message), z.minimum(min, message), z.maximum(max, message))
}

/** Optional: without it the change overwrites others. */
export const revision = z.optional(z.int('The revision is a whole number'))

/** Optional; empty text means none. */
export function note(tooLong: string) {
  return z.optional(z.nullable(z.string(tooLong).check(z.trim(), z.maxLength(noteLength, tooLong))))
}

const between1And5 = 'A rating is a whole number from 1 to 5'

export const stars = z
  .int(between1And5)
  .check(z.minimum(1, between1And5), z.maximum(5, between1And5))

/** The stars come from a form, which sends text. */
export const typedStars = z.pipe(numeric(between1And5), stars)

export const id = z.uuid()

/** A boolean or a checkbox; missing and empty mean false. */
export function ticked(message: string) {
  return z._default(
    z.pipe(
      z.union([z.boolean(message), z.enum(['yes', ''], message)], message),
      z.transform((value: boolean | 'yes' | '') => value === true || value === 'yes'),
    ),
    false,
  )
}

/** The ids are separated by commas; `what` names them in messages. */
export const ids = (what: string) =>
  z.pipe(
    z.string(`Name the ${what} as ids separated by commas`),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z
        .array(z.uuid('Each id must be a uuid'))
        .check(z.maxLength(engagementIds, `Ask for at most ${engagementIds} ${what} at a time`)),
    ),
  )

export const time = z.iso.datetime()

/** A day of this century that there is, YYYY-MM-DD: no 30th of February. */
export const day = (message: string) => z.iso.date(message).check(z.startsWith('20', message))

/** The response where there is nothing to tell. */
export const ok = z.object({ status: z.literal('ok') })
/** The response of an endpoint that redirects. */
export const redirection = { output: z.object({ to: z.string() }), redirect: true } as const
export const count = z.int().check(z.nonnegative())

/** A JSON boolean, or the value of a form's button. */
export function yesOrNo(message: string) {
  return z.pipe(
    z.union([z.boolean(message), z.enum(['yes', 'no'], message)], message),
    z.transform((value: boolean | 'yes' | 'no') => value === true || value === 'yes'),
  )
}

/** The age, beside a story or review. Empty is a form's untouched select; left out, nobody asked. */
export const optionalAgeBand = z.optional(
  z.nullable(z.enum(['', ...ageBands], formMessages.ageBand)),
)

/** Paging of every list (specification 11.1.3). */
export const paging = {
  page: z._default(
    wholeNumber(1, lastPage, `Page must be a whole number from 1 to ${lastPage}`),
    1,
  ),
  pageSize: z._default(
    wholeNumber(1, pageSize.max, `Page size must be a whole number from 1 to ${pageSize.max}`),
    pageSize.default,
  ),
}

/** It comes from a provider, which signs it and may repeat it as often as it has to; `signed` names the header. */
export const signedWebhook = {
  who: 'anyone',
  input: z.object({ body: z.instanceof(Uint8Array), signature: z.string() }),
  limited: 'elsewhere',
} as const

export const chosenFile = z.instanceof(ReceivedFile, { error: 'Please choose a file to upload' })
