/** Two decimals are finer than a screen. */
const coordinate = (value: number) => Number(value.toFixed(2))

/** One, two or five of a power of ten, at most four of which reach `most`; whole numbers only. */
function stepOf(most: number): number {
  const wanted = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10
  return step * power
}

export interface Tread {
  /** The width in days. */
  width: number
  /** Null: it is still to come. */
  value: number | null
  /** Null: it is compared with nothing. */
  before: number | null
  isOpen: boolean
  published: number
}

/** The part of a tread that has dots, so that those of neighbours stay apart. */
const inset = 0.2

/** Treads over the same length of time, as paths of SVG in a box of 100 by 100. */
export function drawTreads(treads: Tread[], labelOf: (value: number) => string) {
  const values = treads.flatMap(({ value, before }) => [value ?? 0, before ?? 0])
  const step = stepOf(Math.max(...values))
  const steps = Math.max(1, Math.ceil(Math.max(...values) / step))
  const topOf = (value: number) => coordinate(100 - (value / (steps * step)) * 100)
  const days = treads.reduce((sum, { width }) => sum + width, 0)
  let end = 0
  const placed = treads.map((tread) => {
    const left = end
    end += (tread.width / days) * 100
    return { ...tread, left, right: end, top: topOf(tread.value ?? 0) }
  })
  const paths = { now: '', edge: '', open: '', before: '', suns: '' }
  let isBegun = false
  for (const { left, right, value, before, top, isOpen, published } of placed) {
    const [from, to] = [coordinate(left), coordinate(right)]
    const middle = coordinate((left + right) / 2)
    const margin = (right - left) * inset
    if (isOpen) paths.open += `M${from} 100V${top}H${to}V100`
    else if (value !== null) {
      paths.now += `${isBegun ? '' : `M${from} 100`}V${top}H${to}`
      paths.edge += `${isBegun ? 'V' : `M${from} `}${top}H${to}`
      isBegun = true
    }
    if (before !== null) {
      paths.before += `M${coordinate(left + margin)} ${topOf(before)}H${coordinate(right - margin)}`
    }
    if (published > 0) paths.suns += `M${middle} 100h0`
  }
  if (isBegun) paths.now += 'V100Z'
  return {
    ...paths,
    scale: Array.from({ length: steps + 1 }, (_, at) => ({
      at: coordinate((at / steps) * 100),
      label: labelOf(at * step),
    })),
    places: placed.map(({ left, right, top }) => ({ at: coordinate((left + right) / 2), top })),
  }
}

/** Bars in hundredths of the longest. */
export function drawBars(rows: { label: string; value: string; length: number; id?: string }[]) {
  const top = Math.max(...rows.map(({ length }) => length))
  return rows.map((row) => ({ ...row, length: coordinate((row.length / top) * 100) }))
}
