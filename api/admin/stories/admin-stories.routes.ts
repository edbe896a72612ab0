import type { Router } from '@koa/router'
import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import { serve } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import type { StoryState } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import {
  countAdminStories,
  deleteStory,
  findAdminStory,
  listAdminStories,
} from './admin-stories.queries.ts'
import { transitionStory, transitionsFrom } from './story-transitions.ts'

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
    return withMoves(story)
  })

  serve(router, 'PATCH /admin/stories/:id', async ({ id, ...decision }, { publisher }) =>
    withMoves(await transitionStory(id, decision, publisher.username)),
  )

  serve(router, 'DELETE /admin/stories/:id', ({ id }, { publisher }) =>
    transaction(async () => {
      const gone = await deleteStory(id)
      if (!gone) throw apiError('storyNotFound')
      await recordActivity(publisher.username, 'storyDeleted', { id, title: gone.title })
      return { status: 'deleted' as const }
    }),
  )
}

function withMoves<T extends { state: StoryState }>(story: T) {
  return { ...story, moves: transitionsFrom(story.state) }
}
