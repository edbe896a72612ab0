import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { KeepPicture } from './keep-picture.ts'

export function uploadsRoutes(router: Router, { keepPicture }: { keepPicture: KeepPicture }) {
  serve(router, 'POST /uploads', ({ file }, { reader }) => keepPicture(file, reader.id))
}
