import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { storeLogo } from './store-logo.ts'

export function logosRoutes({ serve }: Routes, { files }: { files: Files }) {
  serve('POST /admin/logo', async ({ file }) => ({ id: await storeLogo(files, file) }))
}
