import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { time } from './fields.ts'

const siteBuild = z.object({
  /** The version of the public data that the pages are to show. */
  wantedVersion: z.int(),
  /** The one that the pages being served do show; null while there are none. */
  liveVersion: z.nullable(z.int()),
  /** The last build that ended, well or badly. */
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
  'GET /admin/site-build': endpoint({ who: 'publisher', input: z.object({}), output: siteBuild }),
  /** Asks for a build, whether or not anything has changed; the answer says which version it will have. */
  'POST /admin/site-build': endpoint({
    who: 'publisher',
    input: z.object({}),
    output: siteBuild,
    status: 202,
  }),
}
