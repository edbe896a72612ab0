import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { storeLogo } from './store-logo.ts'

export function logosRoutes(router: Router, { files }: { files: Files }) {
  serve(router, 'POST /admin/logo', async ({ file }) => ({ id: await storeLogo(files, file) }))
}
