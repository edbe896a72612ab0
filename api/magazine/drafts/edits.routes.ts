import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { answerEdit, findEdit, type RecordActivity } from './answer-edit.ts'

export function editsRoutes(
  router: Router,
  { recordActivity }: { recordActivity: RecordActivity },
) {
  serve(router, 'GET /account/stories/:id/edit', ({ id }, { reader }) => findEdit(id, reader.id))

  serve(router, 'POST /account/stories/:id/edit', (answer, { reader }) =>
    answerEdit(answer, reader.id, recordActivity),
  )
}
