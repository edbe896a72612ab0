import { type Dyes, dyesOf } from '#art/look/dyes.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { type ReadyPalette, readyPalettes } from '#contract/settings/look.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { RadioTile } from './RadioTile.tsx'

type Look = Settings['look']

interface Props {
  look: Look
  onChoose(look: Look): void
}

const palettes = Object.entries(readyPalettes) as [ReadyPalette, string][]

/** The ready palettes, each as a small scene. */
export function PaletteChoice({ look, onChoose }: Props) {
  const { own: _, ...withoutOwn } = look
  return (
    <fieldset className="-mx-8 grid grid-cols-[1fr_1fr]">
      <legend className="sr-only">Ready palettes</legend>
      {palettes.map(([palette, label]) => (
        <RadioTile
          key={palette}
          name="palette"
          className="group grid gap-6 border-3 border-transparent p-5"
          isChecked={!look.own && look.palette === palette}
          onChoose={() => onChoose({ ...withoutOwn, palette })}
        >
          <Scene dyes={dyesOf({ palette })} />
          <span className="flex min-h-24 items-center justify-between text-15 font-semibold">
            {label}
            <span className="hidden group-has-[:checked]:block">
              <Icon shape={adminIcons.checkCircle} size={22} />
            </span>
          </span>
        </RadioTile>
      ))}
    </fieldset>
  )
}

/** How many tiles stand on each other, from the left. */
const stairs = [1, 1, 2, 2, 3, 4]
const tile = 10
const width = 96
const height = 50

function Scene({ dyes: { sun, ember, thread, deep, warm, third } }: { dyes: Dyes }) {
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
