import type { OutputOf } from '#contract/endpoints/contract.ts'

/** What is known of a story that is about to be published. */
export type PublishFacts = OutputOf<'GET /admin/drafts/:id/publishing'> & {
  /** The server's clock: the device's may be wrong. */
  clock(): Date
}
