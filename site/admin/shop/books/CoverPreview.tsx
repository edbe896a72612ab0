import { useEffect, useState } from 'react'
import { bookCategories } from '#contract/categories.ts'
import { previewOf } from '#site/admin/lib/preview-picture.ts'
import { Cover } from '#site/admin/ui/Cover.tsx'

interface Props {
  /** What stands in the form. */
  shown: Record<string, string>
  /** The picture that is asked for, once it is an address. */
  pictureUrl: string | null
  /** A picture that was chosen and is not sent yet. */
  chosen: File | undefined
}

/** The book's cover as readers will see it, beside the form. */
export function CoverPreview({ shown, pictureUrl, chosen }: Props) {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    setPreview(undefined)
    if (!chosen) return
    let isCurrent = true
    void previewOf(chosen).then((url) => isCurrent && setPreview(url))
    return () => {
      isCurrent = false
    }
  }, [chosen])
  const picture = preview ?? pictureUrl

  return (
    <aside className="text-14 text-ink-2 md:sticky md:top-24 md:self-start" aria-label="Cover">
      <p>{picture ? 'Your cover picture' : 'Default cover, drawn from title and category'}</p>
      <div className="my-10 grid place-items-center bg-sunk px-16 py-28 md:py-44 [&>.book-cover]:w-[min(60%,244px)]">
        <Cover
          book={{
            title: shown['title'] ?? '',
            authorName: shown['authorName'] ?? '',
            category: shown['category'] || bookCategories[0],
            coverImageUrl: picture,
          }}
          hasWords
        />
      </div>
      <p>
        {picture
          ? 'Empty the Cover Image URL to have the drawn one again.'
          : 'Add a Cover Image URL to replace it.'}
      </p>
    </aside>
  )
}
