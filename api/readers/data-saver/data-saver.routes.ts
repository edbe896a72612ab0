import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'

export function dataSaverRoutes(router: Router) {
  serve(router, 'POST /data-saver', async ({ dataSaver }, context) => {
    context.switchDataSaver(dataSaver === 'on')
    return { dataSaver }
  })
}
