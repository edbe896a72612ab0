import { formatCount } from '#site/admin/lib/format.ts'

interface Props {
  page: number
  pageSize: number
  total: number
  /** The plural of the rows, as in "books". */
  things: string
  onPage(page: number): void
}

/** Which part of a list is shown, and the links to the next and previous one. */
export function Pager({ page, pageSize, total, things, onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  const step = (label: string, next: number) => (
    <button
      type="button"
      className="btn btn-outline disabled:cursor-default disabled:opacity-50"
      disabled={next < 1 || next > last}
      onClick={() => onPage(next)}
    >
      {label}
    </button>
  )
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-12 py-20 text-15"
      aria-label={`Pages of ${things}`}
    >
      {step('Previous', page - 1)}
      <p role="status" className="max-sm:-order-1 max-sm:basis-full">
        {formatCount(from)}–{formatCount(to)} of {formatCount(total)} {things}
      </p>
      {step('Next', page + 1)}
    </nav>
  )
}
