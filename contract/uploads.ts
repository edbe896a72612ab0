import { upload } from './form-limits.ts'

/** The address of its largest width, as in a story's `imageUrl`. */
export function uploadUrl(id: string, width: number = upload.widths[2]): string {
  return `/uploads/${id}/${width}.webp`
}

// unchecked pattern: one way to read it, from the beginning.
const address = new RegExp(
  `^/uploads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:${upload.widths.join('|')})\\.webp$`,
)

/** Undefined for a picture from elsewhere. */
export function uploadId(url: string): string | undefined {
  return address.exec(url)?.[1]
}

/** Pictures of a text, each once. */
export function uploadIdsIn(text: string): string[] {
  const urls = text.match(/\/uploads\/[0-9a-f-]+\/\d+\.webp/g) ?? []
  return [...new Set(urls.map(uploadId).filter((id) => id !== undefined))]
}
