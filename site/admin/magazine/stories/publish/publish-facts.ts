import type { OutputOf } from '#contract/endpoints/contract.ts'

export type PublishFacts = OutputOf<'GET /admin/drafts/:id/publishing'> & {
  /** The server's clock: the device's may be wrong. */
  clock(): Date
}
