import * as z from 'zod/mini'

/** ASC- and 26 unambiguous characters, normalized. */
export const orderReference = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toUpperCase()),
  ),
  z.string().check(z.regex(/^ASC-[0-9A-HJKMNP-TV-Z]{26}$/)),
)

/** The order key of a buyer's link. A missing key gets the same 404 as a wrong one. */
export const orderKey = z._default(z.string(), '')
