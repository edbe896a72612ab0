import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'

export function dataSaverRoutes(router: Router) {
  serve(router, 'POST /data-saver', async ({ dataSaver }, caller) => {
    caller.switchDataSaver(dataSaver === 'on')
    return { dataSaver }
  })
}
