import type { OutputOf } from '#contract/endpoints/contract.ts'
import { toRefusal } from './call.ts'

/**
 * Sends a reader's picture ahead of the form. Unlike `fetch`, this way of sending tells how far it is:
 * `onProgress` is given the part that is out, 0 to 1. Throws a Refusal when the server does not take it.
 */
export function uploadPicture(
  picture: Blob,
  { onProgress, signal }: { onProgress(part: number): void; signal: AbortSignal },
): Promise<OutputOf<'POST /uploads'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/uploads')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status === 201) resolve(JSON.parse(responseText))
      else reject(toRefusal(status, statusText, responseText))
    })
    request.addEventListener('error', () => reject(new Error('The upload broke off')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.append('file', picture)
    request.send(body)
  })
}
