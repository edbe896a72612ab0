import * as z from 'zod/mini'
import { between, email, oneOf, returnTo, token } from '#contract/endpoints/fields.ts'
import { formMessages, passwordLength, storyLengths } from '#contract/form-limits.ts'
import { ageBands } from '#contract/magazine/age-bands.ts'

// Separate because the sign-in page ships it.

const name = (message: string) =>
  between(1, storyLengths.name, message, `Names have at most ${storyLengths.name} characters`)

const tooShort = `Password must be at least ${passwordLength.min} characters`
const tooLong = `Password must be at most ${passwordLength.max} characters`

/** It is not trimmed: spaces at the ends belong to the password. */
export const newPassword = z
  .string(tooShort)
  .check(z.minLength(passwordLength.min, tooShort), z.maxLength(passwordLength.max, tooLong))

export const registration = z.object({
  firstName: name('Please enter your first name'),
  lastName: name('Please enter your last name'),
  email,
  password: newPassword,
  /** The form asks; whoever registers without it is asked before the first submission or review. */
  ageBand: z.optional(z.nullable(oneOf(ageBands, formMessages.ageBand))),
  returnTo,
})

/** The password is taken as typed, whatever its length. */
export const signIn = z.object({
  email,
  password: z
    .string('Please enter your password')
    .check(
      z.minLength(1, 'Please enter your password'),
      z.maxLength(passwordLength.max, 'Please check your password'),
    ),
  returnTo,
})

export const forgotten = z.object({ email })
export const reset = z.object({ token, password: newPassword })
