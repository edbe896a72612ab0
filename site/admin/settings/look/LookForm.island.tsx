import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { dyesOf } from '#art/look/dyes.ts'
import { pairs, unreadablePairs } from '#art/look/pairs.ts'
import { tokensOf } from '#art/look/tokens.ts'
import { paths } from '#contract/paths.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { type Settings, settingLengths } from '#contract/settings/groups.ts'
import { readyPalettes } from '#contract/settings/look.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { SettingLine } from '../SettingLine.tsx'
import { StudioFrame } from '../StudioFrame.tsx'
import { fromTyped, type SettingField, type Typed, toTyped } from '../setting-fields.ts'
import { type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { FaceChoice } from './FaceChoice.tsx'
import { LogoChoice } from './LogoChoice.tsx'
import { LookPreview } from './LookPreview.tsx'
import { LookScene } from './LookScene.tsx'
import { OwnColour } from './OwnColour.tsx'
import { PaletteChoice } from './PaletteChoice.tsx'

type Look = Settings['look']

const names: readonly SettingField[] = [
  { name: 'name', label: 'Name', kind: 'line', most: settingLengths.name.max },
  {
    name: 'tagline',
    label: 'Tagline',
    kind: 'line',
    most: settingLengths.tagline,
    isOptional: true,
  },
]

/** Why an island? What is chosen is seen on a page at once, and saved as a draft. */
export const LookForm = adminIsland(() => {
  const [look, setLook] = useState<Look>()
  const form = useForm<Typed>({ defaultValues: toTyped(names, {}) })
  const { reset, watch } = form
  const replace = useCallback(
    (value: SettingValue) => {
      setLook(value as Look)
      reset(toTyped(names, value))
    },
    [reset],
  )
  const draft = useSettingDraft('look', replace)
  const choose = (next: Look) => {
    setLook(next)
    draft.change(next)
  }
  useEffect(() => {
    // A value that comes from elsewhere has no name: only what is typed is a change.
    const { unsubscribe } = watch((typed, { name }) => {
      if (name && look) choose({ ...look, ...fromTyped(names, typed as Typed) })
    })
    return unsubscribe
  })
  return (
    <StudioFrame
      title={settingTexts.look.label}
      draft={draft}
      path={paths.home}
      describe={(value) => describe(value as Look)}
      picture={(value) => <LookScene dyes={dyesOf(value as Look)} />}
    >
      <Loaded query={draft.query} failed="The look could not be loaded.">
        {() =>
          look && (
            <form
              className="md:grid md:min-h-[calc(100dvh-66px)] md:grid-cols-[348px_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:bg-sunk"
              onSubmit={(event) => event.preventDefault()}
            >
              <div className="bg-sunk px-16 py-20 sm:px-24 md:order-1 md:pt-24">
                <LookPreview look={look} />
              </div>
              <div className="grid content-start gap-32 px-16 py-24 sm:px-24 md:row-span-2 md:border-r-2 md:border-ink md:bg-surface">
                <Part title="Name and logo">
                  {names.map((field) => (
                    <SettingLine key={field.name} field={field} form={form} errors={draft.errors} />
                  ))}
                  <LogoChoice look={look} onChoose={choose} error={draft.errors['logo']?.[0]} />
                </Part>
                <Part title="Colours">
                  <PaletteChoice look={look} onChoose={choose} />
                </Part>
                <Part title="Or one colour of your own">
                  <OwnColour look={look} onChoose={choose} error={draft.errors['own']?.[0]} />
                </Part>
                <Part title="Headline face">
                  <FaceChoice look={look} onChoose={choose} />
                </Part>
              </div>
              <div className="px-16 pb-24 sm:px-24 md:order-1">
                <Verdict look={look} />
              </div>
            </form>
          )
        }
      </Loaded>
    </StudioFrame>
  )
})

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="grid gap-16" aria-labelledby={id}>
      <h2 id={id} className="border-b-2 border-ink pb-8 font-sans text-15/140 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** That it can be read is not a hope: every pair of colours of the pages is looked at. */
function Verdict({ look }: { look: Look }) {
  const tokens = tokensOf(look)
  const unreadable = unreadablePairs(tokens)
  const checked = pairs.length * Object.keys(tokens).length
  if (unreadable.length > 0)
    return (
      <p className="font-semibold text-danger" role="alert">
        These colours cannot be read: {unreadable.join('; ')}
      </p>
    )
  return (
    <p className="flex gap-12 text-15 font-semibold text-ok" role="status">
      <Icon shape={adminIcons.checkCircle} size={22} className="flex-none" />
      Every word can be read: {checked} colour pairs checked, light, dark and sepia.
    </p>
  )
}

function describe({ name, palette, own }: Look): string {
  return `${name}, ${own ?? readyPalettes[palette]}`
}
