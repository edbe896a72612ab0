import { upload } from '#contract/form-limits.ts'

/** The site shows no picture larger than this, in pixels. */
const longestSide = upload.widths[2]
const quality = 0.85
/** Below this many bytes recompression costs more quality than it saves data. */
const smallBytes = 400 * 1024

/**
 * The picture at the size that the site needs: readers pay for their uploads. The file is unchanged when it is
 * small already, or this device cannot decode it: then the server reports the error.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= smallBytes) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const pen = canvas.getContext('2d')
    if (!pen) return file
    // JPEG has no transparency and would turn it black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const shrunk = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    return shrunk && shrunk.size < file.size ? shrunk : file
  } catch {
    return file
  }
}
