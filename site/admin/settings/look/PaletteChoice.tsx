import { dyesOf } from '#art/look/dyes.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { type ReadyPalette, readyPalettes } from '#contract/settings/look.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { LookScene } from './LookScene.tsx'
import { RadioTile } from './RadioTile.tsx'

type Look = Settings['look']

interface Props {
  look: Look
  onChoose(look: Look): void
}

const palettes = Object.entries(readyPalettes) as [ReadyPalette, string][]

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
          <LookScene dyes={dyesOf({ palette })} />
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
