import { useState } from 'react'
import { iconPaths } from '#contract/magazine/art-look.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { type Logo, motifs } from '#contract/settings/look.ts'
import { adminHeaders, sentenceOf } from '#site/admin/lib/call.ts'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { sendWatched } from '#site/lib/forms/upload.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { RadioTile } from './RadioTile.tsx'

type Look = Settings['look']

/** The step mark is a motif of its own kind; the others stand for themselves. */
const drawn: { logo: Logo; label: string }[] = [
  { logo: { kind: 'step' }, label: 'Step mark' },
  { logo: { kind: 'letter' }, label: 'First letter of the name' },
  ...motifs
    .filter((motif) => motif !== 'step')
    .map((motif) => ({ logo: { kind: 'motif' as const, motif }, label: `Motif ${motif}` })),
]

const uploadClass =
  'btn btn-outline min-h-44 w-fit cursor-pointer px-18 text-15 has-[:focus-visible]:[outline:3px_solid_var(--focus)]'

interface Props {
  look: Look
  error: string | undefined
  onChoose(look: Look): void
}

const isSame = (one: Logo, other: Logo) => JSON.stringify(one) === JSON.stringify(other)

export function LogoChoice({ look, error, onChoose }: Props) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const upload = async (file: File) => {
    setBusy(true)
    setProblem(undefined)
    const body = new FormData()
    body.append('file', file)
    const watch = { onProgress() {}, signal: AbortSignal.timeout(60_000) }
    try {
      const { id } = await sendWatched<{ id: string }>(
        'POST',
        '/api/admin/logo',
        body,
        watch,
        adminHeaders(),
      )
      onChoose({ ...look, logo: { kind: 'file', id } })
    } catch (reason) {
      setProblem(sentenceOf(reason, noAnswer))
    } finally {
      setBusy(false)
    }
  }
  const logos =
    look.logo.kind === 'file' ? [{ logo: look.logo, label: 'Your file' }, ...drawn] : drawn
  return (
    <>
      <fieldset className="flex flex-wrap gap-4">
        <legend className="sr-only">Logo</legend>
        {logos.map(({ logo, label }) => (
          <RadioTile
            key={label}
            name="logo"
            label={label}
            className="grid size-54 place-items-center border-3 border-transparent"
            isChecked={isSame(look.logo, logo)}
            onChoose={() => onChoose({ ...look, logo })}
          >
            <img src={iconPaths({ ...look, logo }).any} alt="" width="42" height="42" />
          </RadioTile>
        ))}
      </fieldset>
      <div>
        <label className={uploadClass}>
          <Icon name="upload" size={18} />
          {isBusy ? 'Uploading…' : 'Upload a logo'}
          <FileInput
            className="sr-only"
            accept="image/svg+xml,image/png"
            disabled={isBusy}
            onFile={upload}
          />
        </label>
        <FieldNote
          id="logo-note"
          error={problem ?? error}
          hint="SVG of 64 KB or PNG of 2 MB at most."
        />
      </div>
    </>
  )
}
