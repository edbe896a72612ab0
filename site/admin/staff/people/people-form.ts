import * as z from 'zod/mini'
import { email } from '#contract/endpoints/fields.ts'
import { invitation } from '#contract/endpoints/staff/people.ts'

export const inviteSchema = z.pick(invitation, { name: true, email: true })
export const readerSchema = z.object({ email })
