import * as z from 'zod/mini'
import { invitation } from '#contract/endpoints/admin-people.ts'
import { email } from '#contract/endpoints/fields.ts'

export const inviteSchema = z.pick(invitation, { name: true, email: true })
export const readerSchema = z.object({ email })
