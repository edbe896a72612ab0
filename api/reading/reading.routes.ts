import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { transaction } from '#db/sql.ts'
import { deleteReading, findReading, upsertReading } from './reading.queries.ts'

/** What a reader has read, merged from all their devices. */
export function readingRoutes(router: Router) {
  serve(router, 'PUT /account/reading', (brought, { reader }) =>
    transaction(async () => {
      await upsertReading(reader.id, brought)
      return findReading(reader.id)
    }),
  )

  serve(router, 'DELETE /account/reading', async (_, { reader }) => {
    await transaction(() => deleteReading(reader.id))
    return { status: 'ok' as const }
  })
}
