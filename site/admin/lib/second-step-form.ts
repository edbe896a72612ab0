import * as z from 'zod/mini'

export const codeSchema = z.object({
  code: z.string().check(z.regex(/^\s*\d{3}\s*\d{3}\s*$/, 'The code has six digits')),
})
export const recoverySchema = z.object({
  recoveryCode: z.string().check(z.trim(), z.minLength(1, 'Please enter one of your codes')),
})
/** A press alone. */
export const pressSchema = z.object({})
