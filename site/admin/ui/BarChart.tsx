interface Bar {
  label: string
  /** From 0 to 100, relative to the longest. */
  now: number
  before: number
}

/** Bars with lengths from the server, each above that of the previous period; the table below has the numbers. */
export function BarChart({ label, bars }: { label: string; bars: Bar[] }) {
  return (
    <figure className="my-16" aria-label={label}>
      <ul className="grid gap-10">
        {bars.map((bar) => (
          <li
            key={bar.label}
            className="grid gap-x-16 gap-y-2 sm:grid-cols-[200px_minmax(0,1fr)] sm:items-center"
          >
            <span className="text-15 [overflow-wrap:anywhere]">{bar.label}</span>
            <svg
              className="h-20 w-full"
              viewBox="0 0 100 20"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className="fill-accent" width={bar.now} height="12" />
              <rect className="fill-ink-2" y="14" width={bar.before} height="5" />
            </svg>
          </li>
        ))}
      </ul>
      <figcaption className="mt-8 text-14 text-ink-2">
        The wide bars are this period, the narrow ones the one before.
      </figcaption>
    </figure>
  )
}
