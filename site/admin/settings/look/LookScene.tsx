import type { Dyes } from '#art/look/dyes.ts'

/** How many tiles stand on each other, from the left. */
const stairs = [1, 1, 2, 2, 3, 4]
const tile = 10
const width = 96
const height = 50

/** The dyes of a look as a small picture: the sun above stairs of tiles. */
export function LookScene({ dyes: { sun, ember, thread, deep, warm, third } }: { dyes: Dyes }) {
  const colours = [deep, warm, deep, third]
  const tiles = stairs.flatMap((count, column) =>
    Array.from({ length: count }, (_, row) => ({
      x: width - (stairs.length - column) * tile,
      y: height - (row + 1) * tile,
      colour: colours[(column + row * 3) % colours.length],
    })),
  )
  return (
    <svg className="cut step-4 block w-full" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path fill={sun} d={`M0 0h${width}v${height}H0z`} />
      <circle cx="24" cy="25" r="11" fill={ember} />
      {[16, 21].map((radius) => (
        <circle
          key={radius}
          cx="24"
          cy="25"
          r={radius}
          fill="none"
          stroke={thread}
          strokeWidth="1.4"
          strokeLinecap="round"
          strokeDasharray="0 3.2"
        />
      ))}
      {tiles.map(({ x, y, colour }) => (
        <path key={`${x} ${y}`} fill={colour} d={`M${x} ${y}h${tile}v${tile}h-${tile}z`} />
      ))}
    </svg>
  )
}
