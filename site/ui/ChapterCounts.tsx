import type { OutputOf } from '#contract/endpoints/contract.ts'

interface Props {
  /** It names the table for those who hear it. */
  title: string
  chapters: OutputOf<'GET /admin/books/:id/chapter-counts'>
}

const events = ['started', 'finished'] as const

/** How many began and finished each chapter of a book, as numbers and as bars. */
export function ChapterCounts({ title, chapters }: Props) {
  const most = Math.max(1, ...chapters.flatMap((one) => events.map((event) => one[event] ?? 0)))
  const headClass = 'border-b-2 border-ink py-8 pl-12 text-right font-semibold'
  return (
    <table className="w-full border-collapse text-15">
      <caption className="sr-only">Started and finished, by chapter: {title}</caption>
      <thead>
        <tr>
          <th scope="col" className="border-b-2 border-ink py-8 text-left font-semibold">
            Chapter
          </th>
          <th scope="col" className={headClass}>
            Started
          </th>
          <th scope="col" className={headClass}>
            Finished
          </th>
        </tr>
      </thead>
      <tbody>
        {chapters.map((chapter, at) => (
          // Two chapters may have the same title; rows are never reordered.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={at} className="align-top">
            <th
              scope="row"
              className="w-full border-b border-line py-10 text-left font-normal [overflow-wrap:anywhere]"
            >
              {at + 1}. {chapter.title}
              <svg
                className="mt-6 block h-12 w-full"
                viewBox="0 0 100 12"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path className="fill-line" d={`M0 0h${part(chapter.started, most)}v12H0z`} />
                <path className="fill-accent" d={`M0 4h${part(chapter.finished, most)}v8H0z`} />
              </svg>
            </th>
            {events.map((event) => (
              <td
                key={event}
                className="border-b border-line py-10 pl-12 text-right [font-variant-numeric:tabular-nums]"
              >
                {chapter[event] ?? 'fewer than ten'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const part = (counted: number | null, most: number) => Math.round((100 * (counted ?? 0)) / most)
