import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import type { StoryState } from '#contract/states.ts'
import { reviewStory } from './review-story.ts'
import { countAdminStories, findAdminStory, listAdminStories } from './stories.admin.queries.ts'
import { listTextPictures, type StoryContent } from './stories.queries.ts'
import { deleteStory, statesAfter } from './story-lifecycle.ts'

export function adminStoriesRoutes(router: Router) {
  serve(router, 'GET /admin/stories', async ({ status, search, page, pageSize }) => {
    const filter = { state: status, search }
    const [items, total] = await Promise.all([
      listAdminStories({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countAdminStories(filter),
    ])
    return { items, total }
  })

  serve(router, 'GET /admin/stories/:id', async ({ id }) => {
    const story = await findAdminStory(id)
    if (!story) throw apiError('storyNotFound')
    return whole(story)
  })

  serve(router, 'PATCH /admin/stories/:id', async ({ id, ...decision }, { staff }) =>
    whole(await reviewStory(id, decision, staff)),
  )

  serve(router, 'DELETE /admin/stories/:id', async ({ id }, { staff }) => {
    await deleteStory(id, staff)
    return { status: 'deleted' as const }
  })
}

async function whole<T extends StoryContent & { state: StoryState }>(story: T) {
  return {
    ...story,
    moves: statesAfter(story.state),
    pictures: await listTextPictures(story),
  }
}
