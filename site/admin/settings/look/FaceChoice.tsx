import type { Settings } from '#contract/settings/groups.ts'
import { type HeadlineFace, headlineFaces } from '#contract/settings/look.ts'

type Look = Settings['look']

/** What a reader fetches of each, once; site/lib/pages/faces.test.ts holds them to it. */
const kilobytes: Record<HeadlineFace, number> = {
  ojuju: 19,
  'noto-serif-display': 13,
  'noto-sans': 11,
  andika: 11,
}

const choiceClass =
  'grid min-h-62 cursor-pointer content-center gap-2 rounded-2 border-1.5 border-line-2 bg-surface px-14 py-8 ' +
  'has-[:checked]:border-3 has-[:checked]:border-ink has-[:focus-visible]:[outline:3px_solid_var(--focus)]'

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
        <label key={face} className={choiceClass}>
          <input
            type="radio"
            name="face"
            className="sr-only"
            value={face}
            checked={look.face === face}
            onChange={() => onChoose({ ...look, face })}
          />
          <b className="text-15/130 font-semibold">{headlineFaces[face]}</b>
          <span className="text-13 text-ink-2">{kilobytes[face]} KB</span>
        </label>
      ))}
    </fieldset>
  )
}
