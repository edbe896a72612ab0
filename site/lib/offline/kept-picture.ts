import { upload } from '#contract/form-limits.ts'

/** The one width in which the pictures of kept books are there; apart from rules.ts, which all pages load. */
export function keptPicture(path: string): string {
  return path.replace(/\/\d{3,4}\.webp$/, `/${upload.widths[1]}.webp`)
}
