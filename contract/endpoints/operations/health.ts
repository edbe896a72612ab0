import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'

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
