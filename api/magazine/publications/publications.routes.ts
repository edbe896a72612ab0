import type { Router } from '@koa/router'
import { sendPath } from '#api/http/answers/send-file.ts'
import { serveFile } from '#api/http/serve.ts'
import type { Publication } from '#content/schema.ts'
import { apiError } from '#contract/errors.ts'

export function publicationsRoutes(
  router: Router,
  publications: (Publication & { pdfPath: string })[],
) {
  const byId = new Map(publications.map((publication) => [publication.id, publication]))

  serveFile(router, 'GET /magazines/:id.pdf', async ({ id, download }, ctx) => {
    const publication = byId.get(id)
    if (!publication) throw apiError('publicationNotFound')
    const kind = download === '1' ? 'attachment' : 'inline'
    ctx.set('Content-Disposition', `${kind}; filename="${id}.pdf"`)
    await sendPath(ctx, publication.pdfPath)
  })
}
