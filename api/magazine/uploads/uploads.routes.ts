import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { StorePicture } from './store-picture.ts'

export function uploadsRoutes(router: Router, { storePicture }: { storePicture: StorePicture }) {
  serve(router, 'POST /uploads', ({ file }, { reader }) => storePicture(file, reader.id))
}
