import type { Router } from '@koa/router'
import { noteActivity } from '#api/activity/activity.queries.ts'
import { serve } from '#api/http/serve.ts'
import { refuse } from '#contract/refusals.ts'
import type { StoryState } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import { moveStory, movesFrom } from './move-story.ts'
import { countDeskStories, deleteStory, findDeskStory, listDeskStories } from './review.queries.ts'

export function reviewRoutes(router: Router) {
  serve(router, 'GET /admin/stories', async ({ status, search, page, pageSize }) => {
    const filter = { state: status, search }
    const [items, total] = await Promise.all([
      listDeskStories({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countDeskStories(filter),
    ])
    return { items, total }
  })

  serve(router, 'GET /admin/stories/:id', async ({ id }) => {
    const story = await findDeskStory(id)
    if (!story) throw refuse('storyNotFound')
    return withMoves(story)
  })

  serve(router, 'PATCH /admin/stories/:id', async ({ id, ...decision }, { publisher }) =>
    withMoves(await moveStory(id, decision, publisher.username)),
  )

  serve(router, 'DELETE /admin/stories/:id', ({ id }, { publisher }) =>
    transaction(async () => {
      const gone = await deleteStory(id)
      if (!gone) throw refuse('storyNotFound')
      await noteActivity(publisher.username, 'storyDeleted', { id, title: gone.title })
      return { status: 'deleted' as const }
    }),
  )
}

function withMoves<T extends { state: StoryState }>(story: T) {
  return { ...story, moves: movesFrom(story.state) }
}
