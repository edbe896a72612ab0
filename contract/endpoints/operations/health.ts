import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { time } from '#contract/endpoints/fields.ts'
import { owner, publishing, staff } from '#contract/roles.ts'

export const operations = {
  'GET /health': endpoint({
    who: 'anyone',
    shared: true,
    input: z.object({}),
    output: z.object({ status: z.literal('ok') }),
  }),
  'GET /ready': endpoint({
    who: 'anyone',
    shared: true,
    input: z.object({}),
    output: z.object({ status: z.literal('ready') }),
  }),
  'GET /openapi.json': endpoint({
    who: 'anyone',
    shared: true,
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
  }),
}

const diagnosis = z.object({
  lookedAt: time,
  findings: z.array(
    z.object({
      title: z.string(),
      state: z.enum(['ok', 'warning', 'problem']),
      /** One sentence. */
      found: z.string(),
      /** One sentence; null when there is nothing to do. */
      todo: z.nullable(z.string()),
    }),
  ),
})

export const doctor = {
  /** What was found last; looked at anew when that is old. */
  'GET /admin/doctor': endpoint({ who: owner, input: z.object({}), output: diagnosis }),
  /** Looks anew. */
  'POST /admin/doctor': endpoint({ who: owner, input: z.object({}), output: diagnosis }),
}

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
