import { upload } from '#contract/form-limits.ts'
import { artPaths } from '#contract/magazine/art-paths.ts'
import type { ImageFocus } from '#contract/magazine/story-content.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'

const [small, medium] = upload.widths

/**
 * How wide a picture is shown; understated for phones, so that even one with four pixels to the dot
 * requests 960 of them at most.
 */
const sizes = {
  card: '(max-width: 639px) 160px, (max-width: 899px) 240px, 400px',
  wide: '(max-width: 639px) 240px, 800px',
}

interface Pictured {
  title: string
  category: string
  imageUrl: string | null
}

/**
 * The source of a story's <img>: a reader's upload in the width that fits, an external picture as it is,
 * else the story's art. `fallback` replaces a picture that fails to load.
 */
export function storyPicture(story: Pictured, size: keyof typeof sizes) {
  const art = artPaths.story(story)
  const id = uploadId(story.imageUrl ?? '')
  return {
    src: id ? uploadUrl(id, medium) : (story.imageUrl ?? art),
    srcset: id && upload.widths.map((width) => `${uploadUrl(id, width)} ${width}w`).join(', '),
    sizes: id && sizes[size],
    fallback: story.imageUrl ? art : undefined,
  }
}

/** A book's own cover, some 200 pixels wide on the shelf and 300 on its page; undefined where it has none. */
export function coverPicture(coverImageUrl: string | null) {
  const id = uploadId(coverImageUrl ?? '')
  return {
    src: id ? uploadUrl(id, small) : (coverImageUrl ?? undefined),
    srcset: id && [small, medium].map((width) => `${uploadUrl(id, width)} ${width}w`).join(', '),
    sizes: id && '(max-width: 639px) 160px, 300px',
  }
}

/** The same for an author's portrait, some 60 pixels wide. */
export function authorPicture(name: string, imageUrl: string | null) {
  const art = artPaths.avatar(name)
  const id = uploadId(imageUrl ?? '')
  return {
    src: id ? uploadUrl(id, small) : (imageUrl ?? art),
    fallback: imageUrl ? art : undefined,
  }
}

const focusClasses: Record<ImageFocus, string | undefined> = {
  center: undefined,
  top: 'object-top',
  bottom: 'object-bottom',
  left: 'object-left',
  right: 'object-right',
  'left-top': 'object-left-top',
  'right-top': 'object-right-top',
  'left-bottom': 'object-left-bottom',
  'right-bottom': 'object-right-bottom',
}

/** The class for the part of the picture that a crop preserves. */
export function focusClass(focus: ImageFocus = 'center'): string | undefined {
  return focusClasses[focus]
}

/** The address of a drawing that is in the page itself, in an attribute or a style with double quotes. */
export const inlineSvg = (drawing: string) =>
  `data:image/svg+xml,${drawing.replaceAll('%', '%25').replaceAll('"', "'").replaceAll('#', '%23')}`
