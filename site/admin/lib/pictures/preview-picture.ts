/** Pixels: twice the size of the preview. */
const width = 480

/**
 * A small version of a chosen picture as a data URL; undefined where the browser cannot decode it.
 * The pages' Content-Security-Policy forbids `blob:`.
 */
export async function previewOf(file: File): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' })
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    picture.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch (error) {
    console.warn(error)
    return undefined
  }
}
