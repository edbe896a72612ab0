import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import type { StoryState } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import {
  countAdminStories,
  deleteStory,
  findAdminStory,
  listAdminStories,
} from './stories.admin.queries.ts'
import { listTextPictures, type StoryContent } from './stories.queries.ts'
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
    return whole(story)
  })

  serve(router, 'PATCH /admin/stories/:id', async ({ id, ...decision }, { staff }) =>
    whole(await transitionStory(id, decision, staff)),
  )

  serve(router, 'DELETE /admin/stories/:id', ({ id }, { staff }) =>
    transaction(async () => {
      const gone = await deleteStory(id)
      if (!gone) throw apiError('storyNotFound')
      await recordActivity(staff.name, 'storyDeleted', { id, title: gone.title })
      return { status: 'deleted' as const }
    }),
  )
}

async function whole<T extends StoryContent & { state: StoryState }>(story: T) {
  return {
    ...story,
    moves: transitionsFrom(story.state),
    pictures: await listTextPictures(story),
  }
}
