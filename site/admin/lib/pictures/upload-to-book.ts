import type { OutputOf } from '#contract/endpoints/contract.ts'
import { filePart } from '#contract/form-limits.ts'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { sendWatched, type UploadWatch } from '#site/lib/forms/upload.ts'
import { adminCall, adminHeaders, withAdminSession } from '../call.ts'

export type AdminBook = OutputOf<'GET /admin/books/:id'>

export type BookFileKind = 'file' | 'epub' | 'cover'

/**
 * Uploads a file to an address of the API, with the token. A large one goes in parts: after a break it goes on where it
 * was, also when the same file is chosen again later.
 */
export async function uploadAsStaff<Answer>(
  address: string,
  file: File,
  watch: UploadWatch,
): Promise<Answer> {
  if (file.size <= filePart.bytes) return put(address, file, watch)
  const id = `${seedOf(address, file.name)}-${file.size}-${file.lastModified}`
  let { received } = await adminCall('GET /admin/file-parts/:id', { id })
  while (received < file.size) {
    const before = received
    const part = file.slice(before, before + filePart.bytes)
    const onProgress = (of: number) => watch.onProgress((before + of * part.size) / file.size)
    const to = `/api/admin/file-parts/${id}?at=${before}`
    received = (await put<{ received: number }>(to, part, { ...watch, onProgress })).received
  }
  return put(`${address}?parts=${id}`, new Blob(), { ...watch, onProgress() {} })
}

function put<Answer>(address: string, body: Blob, watch: UploadWatch): Promise<Answer> {
  const headers = { ...adminHeaders(), 'Content-Type': 'application/octet-stream' }
  return withAdminSession(sendWatched<Answer>('PUT', address, body, watch, headers))
}

export const uploadToBook = (
  id: string,
  kind: BookFileKind,
  file: File,
  watch: UploadWatch,
): Promise<AdminBook> => uploadAsStaff(`/api/admin/books/${id}/${kind}`, file, watch)
