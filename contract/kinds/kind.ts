import type { Role } from '#contract/roles.ts'

/** A kind of thing that staff work with. What it does not say does not exist for it. */
export interface Kind {
  /** One of them, within a sentence. */
  one: string
  /** All of them, as a heading. */
  many: string
  /** Who may find and make them. */
  roles: readonly Role[]
  /** The tab that lists them. */
  tab?: {
    label: string
    path: string
    /** If others than `roles` may open it. */
    roles?: readonly Role[]
    /** Which number of `GET /admin/stats` waits there. */
    badge?: 'waitingStories' | 'ordersToReview' | 'openRequests' | 'waitingReviews'
  }
  /** How a new one is made. `tile`: its line in the menu New; without it only the command menu offers it. */
  create?: { label: string; path: string; text: string; tile?: string }
  /** Of what has no picture. */
  icon?: 'wallet' | 'file' | 'tag' | 'user'
  /** What each state is called where one was found. */
  states?: Record<string, string>
}
