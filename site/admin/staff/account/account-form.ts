import * as z from 'zod/mini'
import { passwordLength } from '#contract/form-limits.ts'

const message = 'Please enter your password'
export const passwordSchema = z.object({
  password: z
    .string(message)
    .check(z.minLength(1, message), z.maxLength(passwordLength.max, message)),
})
