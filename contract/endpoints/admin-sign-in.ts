import * as z from 'zod/mini'
import { passwordLength } from '../form-limits.ts'
import { endpoint } from './endpoint.ts'

/** Trimmed (specification section 5), and no longer than what is worth hashing. */
const typed = (message: string) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(passwordLength.max, message))

export const publisherSignIn = z.object({
  username: typed('Username is required'),
  password: typed('Password is required'),
})

export const publisher = {
  'POST /admin/login': endpoint({
    who: 'anyone',
    input: publisherSignIn,
    /** The bearer token of all other admin lines, for `adminSessionHours`. */
    output: z.object({ success: z.literal(true), token: z.string() }),
  }),
  'POST /admin/logout': endpoint({
    who: 'publisher',
    input: z.object({}),
    output: z.object({ success: z.literal(true) }),
  }),
}
