import type { OutputOf } from '#contract/endpoints/contract.ts'
import { sendWatched, type UploadWatch } from '#site/lib/upload.ts'
import { adminHeaders, withAdminSession } from './call.ts'

export type AdminBook = OutputOf<'GET /admin/books/:id'>

/** What belongs to a book beside its words. */
export type BookFileKind = 'file' | 'cover'

/** Sends the PDF or the cover of a book, with the publisher's token. */
export function uploadToBook(
  id: string,
  kind: BookFileKind,
  file: File,
  watch: UploadWatch,
): Promise<AdminBook> {
  const headers = { ...adminHeaders(), 'Content-Type': 'application/octet-stream' }
  return withAdminSession(
    sendWatched('PUT', `/api/admin/books/${id}/${kind}`, file, watch, headers),
  )
}
