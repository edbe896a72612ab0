import type { Files } from '#api/integrations/files.ts'
import { upload } from '#contract/form-limits.ts'
import { uploadUrl } from '#contract/uploads.ts'

export function pictureFile(id: string, width: number): string {
  return uploadUrl(id, width).slice(1)
}

export async function removePicture(files: Files, id: string): Promise<void> {
  for (const width of upload.widths) await files.remove(pictureFile(id, width))
}
