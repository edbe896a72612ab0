import type { AstroGlobal } from 'astro'
import { answered } from './collections.ts'

/**
 * The book whose pages somebody was let in to read, as `[id]` and the gate say. Undefined where it is closed or not read here:
 * then it sets the status of the answer, and ClosedBookPage says so.
 */
export async function openReadBook({ params, url, locals, response }: AstroGlobal) {
  const { id = '' } = params
  const isRefunded = url.searchParams.has('refunded')
  const book = isRefunded
    ? undefined
    : await answered(locals.call('GET /books/:id/read', { id }), 404)
  if (!book) response.status = isRefunded ? 410 : 404
  return { id, isRefunded, book }
}
