import type { OutputOf } from '#contract/endpoints/contract.ts'
import { toApiError } from '../call.ts'

export interface UploadWatch {
  /** It is called with the fraction that was sent, 0 to 1. */
  onProgress(part: number): void
  signal: AbortSignal
}

/** Uploads a reader's picture before the form. Throws an ApiError when the server rejects it. */
export function uploadPicture(
  picture: Blob,
  watch: UploadWatch,
): Promise<OutputOf<'POST /uploads'>> {
  const body = new FormData()
  body.append('file', picture)
  return sendWatched('POST', '/api/uploads', body, watch)
}

/** XMLHttpRequest, unlike `fetch`, reports progress. Throws an ApiError when the answer is not ok. */
export function sendWatched<Answer>(
  method: string,
  path: string,
  body: Blob | FormData,
  { onProgress, signal }: UploadWatch,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText))
      else reject(toApiError(status, statusText, responseText))
    })
    request.addEventListener('error', () => reject(new Error('The upload broke off')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
