import type { Routes } from '#api/http/serve.ts'
import { countSeries, listSeries } from '#api/magazine/series/series.queries.ts'
import type { StoryContent } from '#api/magazine/stories/stories.queries.ts'
import { deleteStory, statesAfter } from '#api/magazine/stories/story-lifecycle.ts'
import { findTextParts } from '#api/magazine/stories/text-parts.queries.ts'
import { required } from '#contract/errors.ts'
import type { StoryState } from '#contract/states.ts'
import { pageOf } from '#db/sql.ts'
import { reviewStory } from './review-story.ts'
import { countAdminStories, findAdminStory, listAdminStories } from './stories.admin.queries.ts'

export function adminStoriesRoutes({ serve }: Routes) {
  serve('GET /admin/stories', ({ status: state, ...asked }) =>
    pageOf({ ...asked, state }, listAdminStories, countAdminStories),
  )

  serve('GET /admin/stories/:id', async ({ id }) => {
    const story = required(await findAdminStory(id), 'storyNotFound')
    return whole(story)
  })

  serve('PATCH /admin/stories/:id', async ({ id, ...decision }, { staff }) =>
    whole(await reviewStory(id, decision, staff)),
  )

  serve('DELETE /admin/stories/:id', async ({ id, reason }, { staff }) => {
    await deleteStory(id, staff, reason)
    return { status: 'deleted' as const }
  })

  serve('GET /admin/series', (page) => pageOf(page, listSeries, countSeries))
}

async function whole<T extends StoryContent & { state: StoryState }>(story: T) {
  return {
    ...story,
    moves: statesAfter(story.state),
    ...(await findTextParts(story)),
  }
}
