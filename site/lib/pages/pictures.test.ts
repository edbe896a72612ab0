import { describe, expect, test } from 'vitest'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { authorPicture, coverPicture, storyPicture } from './pictures.ts'

const id = '6c1f6b0e-4a53-4d1e-9b57-0d6f3a1c2e88'
const story = { title: 'The ferry that ran on time', category: 'Lifestyle and Culture' }
const art = artPaths.story(story)

describe("a reader's upload", () => {
  const shown = (size: 'card' | 'wide') => storyPicture({ ...story, imageUrl: uploadUrl(id) }, size)

  test('is loaded in the width that the screen needs', () => {
    expect(shown('card')).toEqual({
      src: `/uploads/${id}/960.webp`,
      srcset: `/uploads/${id}/480.webp 480w, /uploads/${id}/960.webp 960w, /uploads/${id}/1600.webp 1600w`,
      sizes: '(max-width: 639px) 160px, (max-width: 899px) 240px, 400px',
      fallback: art,
    })
  })

  test.each(['card', 'wide'] as const)(
    'never comes to a phone in its largest width (%s), however fine its screen',
    (size) => {
      const onPhones = Number(/639px\) (\d+)px/.exec(shown(size).sizes ?? '')?.[1])
      expect(onPhones * 4).toBeLessThanOrEqual(960)
    },
  )

  test('of an author is small', () => {
    expect(authorPicture('Simi Odu-Bello', uploadUrl(id))).toEqual({
      src: `/uploads/${id}/480.webp`,
      fallback: artPaths.avatar('Simi Odu-Bello'),
    })
  })
})

describe('the cover of a book', () => {
  test('that the publisher uploaded is loaded in cover widths, never in the largest', () => {
    expect(coverPicture(uploadUrl(id))).toEqual({
      src: `/uploads/${id}/480.webp`,
      srcset: `/uploads/${id}/480.webp 480w, /uploads/${id}/960.webp 960w`,
      sizes: '(max-width: 639px) 160px, 300px',
    })
  })

  test('from elsewhere is shown as it is', () => {
    const src = 'https://pictures.example/cover.jpg'
    expect(coverPicture(src)).toEqual({ src, srcset: undefined, sizes: undefined })
  })
})

describe('a picture from elsewhere', () => {
  test.each([
    'https://pictures.example/a.jpg',
    `https://pictures.example/uploads/${id}/1600.webp`,
    `/uploads/${id}/1601.webp`,
  ])('is shown as it is: %s', (imageUrl) => {
    const picture = { src: imageUrl, srcset: undefined, sizes: undefined, fallback: art }
    expect(storyPicture({ ...story, imageUrl }, 'wide')).toEqual(picture)
    expect(authorPicture('Simi', imageUrl).src).toBe(imageUrl)
  })
})

test('a story without a picture has its art, and no fallback', () => {
  const picture = { src: art, srcset: undefined, sizes: undefined, fallback: undefined }
  expect(storyPicture({ ...story, imageUrl: null }, 'card')).toEqual(picture)
  expect(authorPicture('Simi', null).src).toBe(artPaths.avatar('Simi'))
})
