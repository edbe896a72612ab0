import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The signed-in person, as the header needs them. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
})

export const accounts = {
  'GET /auth/user': endpoint({ who: 'reader', input: z.object({}), output: user }),
}
