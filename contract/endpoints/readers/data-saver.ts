import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { oneOf, returnTo } from '#contract/endpoints/fields.ts'

export const dataSaver = {
  /** A cookie that overrides the browser's request header. */
  'POST /data-saver': endpoint({
    who: 'anyone',
    input: z.object({
      dataSaver: oneOf(['on', 'off'] as const, 'Data saver is either on or off'),
      returnTo,
    }),
    output: z.object({ dataSaver: z.enum(['on', 'off']) }),
    // Only sets a cookie.
    limited: 'elsewhere',
    form: { page: '/', done: '{returnTo}' },
  }),
}
