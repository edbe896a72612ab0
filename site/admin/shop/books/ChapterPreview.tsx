import { useQuery } from '@tanstack/react-query'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { ChapterText } from '#site/ui/text/ChapterText.tsx'

interface Props {
  bookId: string
  number: number
}

/** The beginning of a chapter as readers have it; it loads with the first that is looked at. */
export function ChapterPreview({ bookId: id, number }: Props) {
  const { data, error } = useQuery({
    queryKey: ['chapter', id, number],
    queryFn: () => adminCall('GET /admin/books/:id/text/:number', { id, number }),
  })
  if (error) return <p className="pb-12 text-danger">{sentenceOf(error, 'Please try again.')}</p>
  if (!data) return <p className="pb-12">Loading…</p>
  return (
    <section
      className="mb-12 max-h-[420px] overflow-y-auto border-2 border-line bg-paper px-16 py-12 font-serif text-18/160"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has keys alone scrolls it, too.
      tabIndex={0}
      aria-label={data.title}
    >
      <ChapterText
        doc={data.doc}
        id={id}
        number={number}
        pictures={data.pictures}
        hasDropCap={false}
      />
    </section>
  )
}
