import type { OutputOf } from '#contract/endpoints/contract.ts'

export type Account = OutputOf<'GET /admin/author-accounts/:id'>
