import { uploadUrl } from '#contract/uploads.ts'

export function pictureFile(id: string, width: number): string {
  return uploadUrl(id, width).slice(1)
}

/** It stands beside its WebP, where it is smaller. It has no address of its own. */
export function avifFile(id: string, width: number): string {
  return avifName(pictureFile(id, width))
}

export function avifName(webp: string): string {
  return webp.replace(/webp$/, 'avif')
}
