import { sendFile, sendPath } from '#api/http/answers/send-file.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { apiError } from '#contract/errors.ts'
import { findPublication, listPublications, type PublicationFiles } from './publications.queries.ts'
import { publicationFile } from './store-publication.ts'

interface Options {
  publications: PublicationFiles
  files: Files
}

export function publicationsRoutes({ serve, serveFile }: Routes, { publications, files }: Options) {
  const folders = new Map(publications.map((folder) => [folder.id, folder]))

  serve('GET /publications', async () =>
    (await listPublications(publications)).filter(({ state }) => state === 'published'),
  )

  serve('GET /publications/:id', async ({ id }) => {
    const found = await findPublication(publications, id)
    if (found?.id !== id || found.state !== 'published') throw apiError('publicationNotFound')
    return found
  })

  serveFile('GET /magazines/:id.pdf', async ({ id, download }, ctx) => {
    const kind = download === '1' ? 'attachment' : 'inline'
    const name = () => ctx.set('Content-Disposition', `${kind}; filename="${id}.pdf"`)
    const folder = folders.get(id)
    if (folder) {
      name()
      await sendPath(ctx, folder.pdfPath)
      return
    }
    // Whoever has the address of a retired one keeps it.
    const found = /^[a-z0-9-]{1,100}$/.test(id)
      ? await findPublication(publications, id)
      : undefined
    if (found?.id !== id || !found.pdfId || found.state === 'draft')
      throw apiError('publicationNotFound')
    name()
    // Another PDF may take its place at any moment.
    ctx.set('Cache-Control', 'no-cache')
    if (!(await sendFile(ctx, files, publicationFile(found.pdfId)))) {
      throw new Error(`${publicationFile(found.pdfId)} is missing in ${files.place}`)
    }
  })
}
