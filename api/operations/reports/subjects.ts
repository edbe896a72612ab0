import { authorsPage } from '#api/magazine/authors/authors.queries.ts'
import { lockStory, snapshotStory } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { type Actor, takeDown } from '#api/magazine/stories/story-lifecycle.ts'
import { storyUndo } from '#api/magazine/stories/undo-story.ts'
import { lockReview, reviewUndo, setReviewState } from '#api/shop/reviews/reviews.queries.ts'
import type { WayBack } from '#api/staff/activity/undo.queries.ts'
import type { ReportedKind } from '#contract/magazine/reports.ts'

interface Subject extends Pick<WayBack, 'snapshot' | 'undo'> {
  /** Takes it off the site, if it is there. */
  takeDown(id: string, by: Actor, undo: string): Promise<void>
}

/** What a decision can do with each kind, and how that is undone. */
export const subjects: Record<ReportedKind, Subject> = {
  story: {
    snapshot: snapshotStory,
    undo: storyUndo.undo,
    async takeDown(id, by, undo) {
      const { draft, story } = await lockStory(id)
      if (story) await takeDown({ draft, story }, by, undo)
    },
  },
  review: {
    ...reviewUndo,
    async takeDown(id) {
      const review = await lockReview(id)
      if (review?.status === 'shown') await setReviewState(id, 'declined')
    },
  },
  author: authorsPage,
}
