import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Dropped, sayBookText, sayTextFault } from '#contract/shop/book-text.ts'
import { minutesOf, sayMinutes } from '#contract/shop/reading.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { ChapterCounts } from '#site/ui/ChapterCounts.tsx'
import { BookSwitch } from './BookSwitch.tsx'

const ChapterPreview = lazy(async () => {
  const { ChapterPreview: preview } = await import('./ChapterPreview.tsx')
  return { default: preview }
})

type Text = NonNullable<AdminBook['text']>

interface Props {
  book: AdminBook
  text: Text
}

/** What buyers read on the site: what was kept of the EPUB or approved of the PDF, each chapter to look at, and the switch. */
export function ReadHere({ book: { id, isReadable }, text }: Props) {
  return (
    <section className="grid gap-12 border-t-2 border-ink pt-16" aria-labelledby="read-here">
      <h2 id="read-here" className="text-22/115">
        Read here
      </h2>
      <p role="status">{wordsOf(text)}</p>
      {text.state === 'waiting' && <Link href="#pdf-text-title" label="Look through it" />}
      {(text.state === 'ready' || text.isThere) && (
        <BookSwitch
          id="book-readable-note"
          label="Readable here"
          wasOn={isReadable}
          note={(isOn) => ({
            text: isOn
              ? 'Buyers read it on this site, and may still download it.'
              : 'Look at some chapters first. Buyers download it until you turn this on.',
          })}
          set={(next) => adminCall('PATCH /admin/books/:id/readable', { id, isReadable: next })}
        />
      )}
      {text.state === 'ready' && <Preview bookId={id} chapters={text.chapters} />}
      {isReadable && <Counts bookId={id} />}
    </section>
  )
}

function wordsOf({ state, isThere, fault, faultPlace, words, pictures, dropped }: Text): string {
  if (fault)
    return `It cannot be read here, only downloaded. ${sayTextFault({ fault, place: faultPlace ?? '' })}`
  if (state === 'waiting') {
    return isThere
      ? 'Its text waits for you to approve it, below this form. Until then readers get what was there before.'
      : 'Its text was read from the PDF, and can be read here once you have approved it, below this form.'
  }
  if (state === 'making') return 'Its text is being prepared. You may leave this page.'
  return `${sayBookText({ kept: { words, pictures }, dropped: dropped as Dropped })}.`
}

function Counts({ bookId: id }: { bookId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['chapter counts', id],
    enabled: isOpen,
    queryFn: () => adminCall('GET /admin/books/:id/chapter-counts', { id }),
  })
  return (
    <details
      className="border-b border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-48 cursor-pointer py-11 font-semibold">
        How far readers come
      </summary>
      <p className="mb-8 text-14/140 text-ink-2">
        Each browser reports a chapter once, and nobody knows whose it is. A new text begins anew.
      </p>
      {error && <p className="pb-12 text-danger">{sentenceOf(error, 'Please try again.')}</p>}
      {data && <ChapterCounts title="this book" chapters={data} />}
    </details>
  )
}

function Preview({ bookId, chapters }: { bookId: string; chapters: Text['chapters'] }) {
  const [open, setOpen] = useState<number>()
  return (
    <details className="border-y border-line">
      <summary className="min-h-48 cursor-pointer py-11 font-semibold">
        Look at its {formatCounted(chapters.length, 'chapter')}
      </summary>
      <ol className="pb-16">
        {chapters.map(({ number, title, words }, at) => (
          <li key={number} className="border-t border-line">
            <button
              type="button"
              className="flex min-h-44 w-full items-center gap-12 py-8 text-left"
              aria-expanded={open === number}
              onClick={() => setOpen(open === number ? undefined : number)}
            >
              <span className="w-24 flex-none text-accent">{at + 1}</span>
              <span className="min-w-0 flex-1 font-semibold">{title}</span>
              <span className="flex-none text-14 text-ink-2">{sayMinutes(minutesOf(words))}</span>
            </button>
            {open === number && (
              <Suspense fallback={<p className="pb-12">Loading…</p>}>
                <ChapterPreview bookId={bookId} number={number} />
              </Suspense>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
