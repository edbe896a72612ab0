/** One, two or five of a power of ten: what an axis may end with. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}

/** Two decimals are finer than a screen. */
const coordinate = (value: number) => Number(value.toFixed(2))

function pathOf(values: number[], top: number): string {
  const step = values.length > 1 ? 100 / (values.length - 1) : 0
  // One value is a level, not a dot that nobody sees.
  const drawn = values.length === 1 ? [...values, ...values] : values
  return drawn
    .map((value, at) => {
      const x = values.length === 1 ? at * 100 : at * step
      return `${at === 0 ? 'M' : 'L'}${coordinate(x)} ${coordinate(100 - (value / top) * 100)}`
    })
    .join('')
}

/** Two lines over the same length of time, as paths of SVG in a box of 100 by 100. */
export function drawLines(
  now: number[],
  before: number[],
  { start, end }: { start: string; end: string },
) {
  const top = roundUp(Math.max(1, ...now, ...before))
  return { now: pathOf(now, top), before: pathOf(before, top), top, start, end }
}

/** Bars of two periods, in hundredths of the longest. */
export function drawBars(rows: { label: string; now: number; before: number }[]) {
  const top = Math.max(1, ...rows.flatMap(({ now, before }) => [now, before]))
  return rows.map(({ label, now, before }) => ({
    label,
    now: coordinate((now / top) * 100),
    before: coordinate((before / top) * 100),
  }))
}
