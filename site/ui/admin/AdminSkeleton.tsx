interface Props {
  /** What is loading, as in "Loading your books". */
  label: string
  rows?: number
}

/** Stands in the place of a list of the desk until it comes. */
export function AdminSkeleton({ label, rows = 6 }: Props) {
  return (
    <div className="desk-skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} />
      ))}
    </div>
  )
}
