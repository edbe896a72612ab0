import { useEffect, useState } from 'react'
import { artPaths } from '#contract/magazine/art-paths.ts'
import climberFile from '#site/ui/pictures/climber.svg?url'
import stairsFile from './stairs.svg?url'
import { type Progress, percentDone, sentOf } from './what-is-left.ts'

const climber = artPaths.site('climber', climberFile)
const stairs = artPaths.site('sending-stairs', stairsFile)
const columns = 8
/** Pixels of the drawing. */
const tile = 30
const size = columns * tile
const climberHeight = 64
/** Its outline, a column after the other. */
const ground = `M0 ${size}${Array.from({ length: columns }, () => `v${-tile}h${tile}`).join('')}V${size}Z`

/** How far an issue is, as a staircase that is climbed; before it starts, the seconds in which it can be recalled. */
export function SendingBand({ issue }: { issue: Progress }) {
  const seconds = useSeconds(issue)
  const percent = issue.startedAt ? percentDone(issue) : 0
  const climbed = columnAt(percent)
  return (
    <div
      className="band relative -mx-16 overflow-hidden bg-footer px-16 pb-24 pt-16 sm:-mx-24 sm:px-24 md:mt-12 md:px-32 md:pt-24 lg:mx-0"
      // Whoever has climbed to the top needs more room.
      style={{ minHeight: Math.max(266, climbed * tile + climberHeight + 6) }}
    >
      <p className="font-display text-72/100 font-heavy tracking-closer text-sunrise">
        {seconds === undefined ? `${percent}%` : `${seconds} s`}
      </p>
      <p className="mt-4 max-w-[180px] text-15/140 font-medium sm:max-w-none">
        {seconds === undefined ? sentOf(issue) : 'until it is sent'}
      </p>
      <Stairs climbed={climbed} />
    </div>
  )
}

/** The last one only when everybody has it. */
const columnAt = (percent: number) =>
  percent === 100 ? columns : Math.min(columns - 1, Math.round((percent / 100) * columns))

/** The rings of the sun, in pixels from its middle. */
const rings = [62, 82, 102, 122]

function Stairs({ climbed }: { climbed: number }) {
  // The column on which the climber stands, and the ground at its left before the first.
  const x = (climbed - 1) * tile
  return (
    <svg
      className="absolute bottom-0 right-0"
      width={size + 2 * tile}
      height={size + climberHeight}
      viewBox={`${-2 * tile} ${-climberHeight} ${size + 2 * tile} ${size + climberHeight}`}
      aria-hidden="true"
    >
      <g
        className="fill-none stroke-[#3a4a9a]"
        strokeWidth="3"
        strokeDasharray="0 8"
        strokeLinecap="round"
      >
        {rings.map((r) => (
          <circle key={r} cx={size - 62} cy={22} r={r} />
        ))}
      </g>
      <circle className="fill-sunrise" cx={size - 62} cy={22} r="30" />
      {/* The faded tiles cover the sun. */}
      <path className="fill-footer" d={ground} />
      <clipPath id="climbed">
        <rect y={0} width={climbed * tile} height={size} />
      </clipPath>
      <image className="opacity-[.3]" href={stairs} width={size} height={size} />
      <image href={stairs} width={size} height={size} clipPath="url(#climbed)" />
      <image
        className="transition-transform duration-500 motion-reduce:transition-none"
        href={climber}
        x={x - 5}
        y={size - climbed * tile - climberHeight}
        width="40"
        height={climberHeight}
      />
    </svg>
  )
}

/** They are counted down between two answers of the server, by its clock. */
function useSeconds({ secondsLeft }: Progress): number | undefined {
  const [seconds, setSeconds] = useState(secondsLeft ?? undefined)
  useEffect(() => {
    setSeconds(secondsLeft ?? undefined)
    if (secondsLeft === null) return
    const timer = setInterval(() => setSeconds((left) => Math.max(0, (left ?? 0) - 1)), 1000)
    return () => clearInterval(timer)
  }, [secondsLeft])
  return seconds
}
