import type { OutputOf } from '#contract/endpoints/contract.ts'
import { sendWatched, type UploadWatch } from '#site/lib/forms/upload.ts'
import { adminHeaders, withAdminSession } from '../call.ts'

export type AdminBook = OutputOf<'GET /admin/books/:id'>

export type BookFileKind = 'file' | 'epub' | 'cover'

/** Uploads a file to an address of the API, with the token. */
export function uploadAsStaff<Answer>(
  address: string,
  file: File,
  watch: UploadWatch,
): Promise<Answer> {
  const headers = { ...adminHeaders(), 'Content-Type': 'application/octet-stream' }
  return withAdminSession(sendWatched<Answer>('PUT', address, file, watch, headers))
}

/** Uploads a file of a book. */
export const uploadToBook = (
  id: string,
  kind: BookFileKind,
  file: File,
  watch: UploadWatch,
): Promise<AdminBook> => uploadAsStaff(`/api/admin/books/${id}/${kind}`, file, watch)
