import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { time } from '#contract/endpoints/fields.ts'
import { forOwner, forStaff } from '#contract/endpoints/for-staff.ts'
import { publishing } from '#contract/roles.ts'

export const operations = {
  'GET /health': forAnyone({ shared: true }),
  'GET /ready': forAnyone({
    shared: true,
    output: z.object({ status: z.literal('ready') }),
  }),
  'GET /openapi.json': forAnyone({
    shared: true,
    output: z.record(z.string(), z.unknown()),
  }),
}

const diagnosis = z.object({
  lookedAt: time,
  findings: z.array(
    z.object({
      title: z.string(),
      state: z.enum(['ok', 'warning', 'problem']),
      /** The finding in one sentence. */
      found: z.string(),
      /** One sentence; null when there is nothing to do. */
      todo: z.nullable(z.string()),
      /** Of what is set at /admin/business, and is mended there. */
      why: z.optional(z.enum(['refused', 'broken'])),
    }),
  ),
})

export const doctor = {
  /** The last findings; checked again when they are old. */
  'GET /admin/doctor': forOwner({ output: diagnosis }),
  'POST /admin/doctor': forOwner({ output: diagnosis }),
}

const siteBuild = z.object({
  /** The version of the public data. */
  wantedVersion: z.int(),
  /** Version of the pages being served; null before the first build. */
  liveVersion: z.nullable(z.int()),
  last: z.nullable(
    z.object({
      version: z.int(),
      startedAt: time,
      finishedAt: time,
      /** Null if the build succeeded. */
      error: z.nullable(z.string()),
    }),
  ),
})

export const siteBuilds = {
  'GET /admin/site-build': forStaff({ output: siteBuild }),
  /** Builds even if nothing has changed; the response names the version. */
  'POST /admin/site-build': endpoint({ who: publishing, output: siteBuild, status: 202 }),
}
