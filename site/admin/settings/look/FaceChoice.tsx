import type { Settings } from '#contract/settings/groups.ts'
import { type HeadlineFace, headlineFaces } from '#contract/settings/look.ts'
import { faceKilobytes } from '#site/lib/pages/faces.ts'
import { RadioTile } from './RadioTile.tsx'

type Look = Settings['look']

interface Props {
  look: Look
  onChoose(look: Look): void
}

/** The face of headlines; the preview is set in it. */
export function FaceChoice({ look, onChoose }: Props) {
  return (
    <fieldset className="grid grid-cols-[1fr_1fr] gap-10">
      <legend className="sr-only">Headline face</legend>
      {(Object.keys(headlineFaces) as HeadlineFace[]).map((face) => (
        <RadioTile
          key={face}
          name="face"
          className="grid min-h-62 content-center gap-2 rounded-2 border-1.5 border-line-2 bg-surface px-14 py-8"
          isChecked={look.face === face}
          onChoose={() => onChoose({ ...look, face })}
        >
          <b className="text-15/130 font-semibold">{headlineFaces[face]}</b>
          <span className="text-13 text-ink-2">{faceKilobytes[face]} KB</span>
        </RadioTile>
      ))}
    </fieldset>
  )
}
