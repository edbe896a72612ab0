import { useEffect, useId, useState } from 'react'
import { oklchOf } from '#art/look/colour.ts'
import { paletteOf } from '#art/look/dyes.ts'
import { shadeForWords } from '#art/look/tokens.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { notAColour, readyPalettes } from '#contract/settings/look.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { controlClass, errorClass, fieldClass, labelClass } from '#site/ui/forms/form-classes.ts'

type Look = Settings['look']

interface Props {
  look: Look
  onChoose(look: Look): void
  error: string | undefined
}

const colour = /^#?([0-9a-f]{6})$/i

/** One colour that is not asked for its fitness: a shade of it is used where words need one. */
export function OwnColour({ look, onChoose, error }: Props) {
  const { own, ...withoutOwn } = look
  const id = useId()
  const [typed, setTyped] = useState(own ?? '')
  const [isLeft, setLeft] = useState(false)
  useEffect(() => setTyped(own ?? ''), [own])
  const choose = (text: string) => {
    setTyped(text)
    setLeft(false)
    const digits = colour.exec(text.trim())?.[1]
    if (digits) onChoose({ ...look, own: `#${digits.toUpperCase()}` })
    else if (own && text.trim() === '') onChoose(withoutOwn)
  }
  const isWrong = isLeft && typed.trim() !== '' && !colour.test(typed.trim())
  const wrong = error ?? (isWrong ? notAColour : undefined)
  return (
    <div className="grid gap-14">
      <div className={fieldClass}>
        <label className={labelClass} htmlFor={id}>
          Colour
        </label>
        <div className="flex gap-10">
          <input
            type="color"
            className="size-48 flex-none cursor-pointer border-1.5 border-line-2 bg-surface p-4"
            aria-label="Pick a colour"
            value={own ?? '#1D2B6B'}
            onChange={({ target }) => choose(target.value)}
          />
          <input
            id={id}
            className={controlClass}
            value={typed}
            placeholder="#E86A17"
            maxLength={9}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => choose(target.value)}
            onBlur={() => setLeft(true)}
          />
        </div>
        <p id={`${id}-note`} className={wrong ? errorClass : 'text-14 text-ink-2'}>
          {wrong ?? '# and six letters or digits. No colour is refused.'}
        </p>
      </div>
      <div className="grid gap-14" role="status">
        {own && <Becomes own={own} />}
      </div>
      {own && (
        <Button className="justify-self-start" onClick={() => onChoose(withoutOwn)}>
          Back to {readyPalettes[look.palette]}
        </Button>
      )}
    </div>
  )
}

/** What is made of it. */
function Becomes({ own }: { own: string }) {
  const shade = shadeForWords(own)
  const isDarker = oklchOf(shade).l < oklchOf(own).l
  const inWords = isDarker ? 'a darker shade' : 'a lighter shade'
  return (
    <>
      <Swatch colour={own} label="Logo, tiles, pictures:" what="exactly yours" />
      <Swatch
        colour={shade}
        label="Words and bands:"
        what={shade === own ? 'exactly yours' : inWords}
      />
      <p className="text-14 text-ink-2">
        The other colours are those of {readyPalettes[paletteOf({ palette: 'adire', own })]}.
      </p>
    </>
  )
}

function Swatch({ colour, label, what }: { colour: string; label: string; what: string }) {
  return (
    <p className="flex items-center gap-14 text-15">
      <svg className="size-28 flex-none" viewBox="0 0 1 1" aria-hidden="true">
        <path fill={colour} d="M0 0h1v1H0z" />
      </svg>
      <span>
        <b className="font-semibold">{label}</b> {what}
      </span>
    </p>
  )
}
