import type { Router } from '@koa/router'
import { describeApi } from '#api/http/openapi.ts'
import { serve } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import { dataVersion } from '#db/data-version.ts'

export function operationsRoutes(router: Router, site: { isUp(): boolean }) {
  serve(router, 'GET /health', async () => ({ status: 'ok' as const }))

  serve(router, 'GET /ready', async () => {
    // Neither a silent database nor an unbuilt site is ready.
    const answers = await dataVersion().then(
      () => true,
      () => false,
    )
    if (!answers || !site.isUp()) throw apiError('notReady')
    return { status: 'ready' as const }
  })

  serve(router, 'GET /openapi.json', async () => describeApi())
}
