import { readFile } from 'node:fs/promises'
import { apiError } from '#contract/errors.ts'
import { pdf } from '#contract/form-limits.ts'
import type { Routes } from '../serve.ts'
import { countReceived, keepPart } from './file-parts.queries.ts'

export function filePartRoutes({ serve }: Routes) {
  serve('GET /admin/file-parts/:id', async ({ id }, { staff }) => ({
    received: await countReceived({ staffId: staff.id, id }),
  }))

  serve('PUT /admin/file-parts/:id', async ({ id, at, file }, { staff }) => {
    const sent = { staffId: staff.id, id }
    if (at + file.bytes > pdf.bytes) throw apiError('pdfTooLarge')
    if ((await countReceived(sent)) === at) await keepPart(sent, at, await readFile(file.path))
    return { received: await countReceived(sent) }
  })
}
