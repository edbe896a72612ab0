import { formatCount } from '#site/admin/lib/format.ts'

export interface Lines {
  /** SVG paths in a box of 100 by 100. */
  now: string
  before: string
  /** The value of the upper edge; the lower one is 0. */
  top: number
  start: string
  end: string
}

/** Two lines with paths from the server; the table below has the same numbers. */
export function LineChart({ label, lines }: { label: string; lines: Lines }) {
  const { now, before, top, start, end } = lines
  return (
    <figure className="my-16">
      <p className="flex flex-wrap justify-between gap-x-20 text-14 text-ink-2">
        <span>{formatCount(top)}</span>
        <span className="flex flex-wrap gap-x-16">
          <span className="flex items-center gap-6">
            <i className="h-0 w-24 border-t-4 border-accent" aria-hidden="true" />
            This period
          </span>
          <span className="flex items-center gap-6">
            <i className="h-0 w-24 border-t-2 border-dashed border-ink-2" aria-hidden="true" />
            Before
          </span>
        </span>
      </p>
      <svg
        className="h-[160px] w-full border-y border-line md:h-[240px]"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          className="fill-none stroke-ink-2"
          d={before}
          strokeWidth="1.5"
          strokeDasharray="5 4"
          vectorEffect="non-scaling-stroke"
        />
        <path
          className="fill-none stroke-accent"
          d={now}
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="flex justify-between gap-16 text-14 text-ink-2">
        <span>{start}</span>
        <span>{end}</span>
      </figcaption>
    </figure>
  )
}
