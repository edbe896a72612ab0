import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { time } from '#contract/endpoints/fields.ts'
import { publishing, staff } from '#contract/roles.ts'

const siteBuild = z.object({
  /** Of the public data. */
  wantedVersion: z.int(),
  /** Of the pages being served; null while there are none. */
  liveVersion: z.nullable(z.int()),
  last: z.nullable(
    z.object({
      version: z.int(),
      startedAt: time,
      finishedAt: time,
      /** Null for a good build. */
      error: z.nullable(z.string()),
    }),
  ),
})

export const siteBuilds = {
  'GET /admin/site-build': endpoint({ who: staff, input: z.object({}), output: siteBuild }),
  /** Builds whether or not anything has changed; the response names the version. */
  'POST /admin/site-build': endpoint({
    who: publishing,
    input: z.object({}),
    output: siteBuild,
    status: 202,
  }),
}
