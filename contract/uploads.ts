import { upload } from './form-limits.ts'

/** The address of a reader's picture in its largest width; it is what a story's `imageUrl` holds. */
export function uploadUrl(id: string, width: number = upload.widths[2]): string {
  return `/uploads/${id}/${width}.webp`
}

const address = new RegExp(
  `^/uploads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:${upload.widths.join('|')})\\.webp$`,
)

/** The id of one of our own pictures, or undefined for a picture from elsewhere. */
export function uploadId(url: string): string | undefined {
  return address.exec(url)?.[1]
}
