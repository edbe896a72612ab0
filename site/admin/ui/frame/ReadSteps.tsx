interface Props {
  /** The reads of each day, the oldest first. */
  days: readonly number[]
}

const height = 20
const step = 3

/** Reads as small steps, each as high as its day; the number beside it says the sum. */
export function ReadSteps({ days }: Props) {
  const most = Math.max(1, ...days)
  const tops = days.map((reads) => height - Math.max(1, Math.round((reads / most) * height)))
  const path = tops.map((top, day) => `V${top}H${(day + 1) * step}`).join('')
  return (
    <svg
      className="text-mark"
      width={days.length * step}
      height={height}
      viewBox={`0 0 ${days.length * step} ${height}`}
      aria-hidden="true"
    >
      <path d={`M0 ${height}${path}V${height}Z`} fill="currentColor" />
    </svg>
  )
}
