import type { OutputOf } from '#contract/endpoints/contract.ts'
import { sendWatched, type UploadWatch } from '#site/lib/forms/upload.ts'
import { adminHeaders, withAdminSession } from '../call.ts'

export type AdminBook = OutputOf<'GET /admin/books/:id'>

export type BookFileKind = 'file' | 'epub' | 'cover'

/** Uploads a file of a book, with the token. */
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
