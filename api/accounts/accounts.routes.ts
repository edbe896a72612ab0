import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { refuse } from '#contract/refusals.ts'

export function accountsRoutes(router: Router) {
  serve(router, 'GET /auth/user', async () => {
    throw refuse('unauthorized')
  })
}
