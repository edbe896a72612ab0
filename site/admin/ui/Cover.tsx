import { artOfPage, artPaths } from '#contract/magazine/art-paths.ts'
import '#site/ui/book-cover.css'
import { useState } from 'react'
import { bookInk } from '#art/book-art.ts'
import { upload } from '#contract/form-limits.ts'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'
import { coverTitleClass } from '#site/lib/pages/cover-title.ts'

interface Props {
  book: { title: string; authorName: string; category: string; coverImageUrl: string | null }
}

/** The front of a book like BookCover.astro: its picture, else the art with its words, also when the picture fails to load. */
export function Cover({ book }: Props) {
  const [broken, setBroken] = useState<string>()
  const { title, authorName, category, coverImageUrl } = book
  const shared = {
    className: 'size-full object-cover',
    width: 240,
    height: 360,
    loading: 'lazy',
    decoding: 'async',
  } as const
  if (coverImageUrl && coverImageUrl !== broken) {
    const ownId = uploadId(coverImageUrl)
    return (
      <span className="book-cover">
        <img
          {...shared}
          alt=""
          src={ownId ? uploadUrl(ownId, upload.widths[0]) : coverImageUrl}
          referrerPolicy="no-referrer"
          onError={() => setBroken(coverImageUrl)}
        />
      </span>
    )
  }
  const ink = bookInk(artOfPage('book', category) ?? category, seedOf(title, category))
  return (
    <span className={`book-cover cover-${ink}`}>
      <img {...shared} alt="" src={artPaths.book(book)} />
      <span className="cover-words" aria-hidden="true">
        <b className={coverTitleClass(title)}>{title}</b>
        <span>{authorName}</span>
      </span>
    </span>
  )
}
