/** Pixels: twice what the tray shows. */
const width = 480

/**
 * A chosen picture as an address that the page may show, small; undefined where the browser cannot read it.
 * The pages' policy lets no `blob:` through.
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
