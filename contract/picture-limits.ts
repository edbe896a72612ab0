import { upload } from './form-limits.ts'

/** Pixels of a decoded picture: photos of 50 megapixels pass. */
export const mostPixels = 52_000_000

const [, , widest] = upload.widths
/** Of what is stored of it, in pixels; WebP ends at 16,383 of height. */
export const largestStored = { width: widest, height: widest * 3 }
