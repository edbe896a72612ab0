import { useCallback, useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorSentences } from '#contract/error-sentences.ts'
import type { Area } from '#contract/magazine/about-areas.ts'
import { isLegal, type LegalGroup } from '#contract/pages/legal-text.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { MissingThing } from '#site/admin/ui/frame/MissingThing.tsx'
import { formClass } from '#site/ui/forms/form-classes.ts'
import { AboutAreas } from './AboutAreas.tsx'
import { HeroFields } from './HeroFields.tsx'
import { LegalForm } from './legal/LegalForm.tsx'
import { RowsField } from './RowsField.tsx'
import { SettingLine } from './SettingLine.tsx'
import { StudioFrame } from './StudioFrame.tsx'
import {
  fromTyped,
  nameHint,
  type SettingField,
  settingPages,
  type Typed,
  toTyped,
  type WordsGroup,
} from './setting-fields.ts'
import { type SettingValue, useSettingDraft } from './use-setting-draft.ts'

/** Why an island? What is typed is saved while it is typed, and published from here. */
export const SettingForm = adminIsland(() => {
  const [group, setGroup] = useState<WordsGroup | LegalGroup | 'none'>()
  useEffect(() => {
    const name = location.pathname.split('/').at(-1) as WordsGroup
    setGroup(isLegal(name) || Object.hasOwn(settingPages, name) ? name : 'none')
  }, [])
  if (!group) return <AdminSkeleton rows={6} />
  if (isLegal(group)) return <LegalForm group={group} />
  if (group !== 'none') return <GroupForm group={group} />
  return (
    <div className="px-16 sm:px-32">
      <MissingThing
        title="Setting Not Found"
        text={errorSentences[404].settingNotFound}
        href={staffPaths.studio}
        back="Back to Studio"
        isPage
      />
    </div>
  )
})

function GroupForm({ group }: { group: WordsGroup }) {
  const { fields, lead, path, stage } = settingPages[group]
  const form = useForm<Typed>({ defaultValues: toTyped(fields, {}) })
  const { reset, watch, getValues } = form
  const [areas, setAreas] = useState<Area[]>()
  const replace = useCallback(
    (value: SettingValue) => {
      setAreas(value['areas'] as Area[] | undefined)
      reset(toTyped(fields, value))
    },
    [fields, reset],
  )
  const draft = useSettingDraft(group, replace)
  const { change } = draft
  useEffect(() => {
    // A value that comes from elsewhere has no name: only what is typed is a change.
    const { unsubscribe } = watch((typed, { name }) => {
      if (name) change({ ...fromTyped(fields, typed as Typed), ...(areas && { areas }) })
    })
    return unsubscribe
  })
  const place = (next: Area[]) => {
    setAreas(next)
    change({ ...fromTyped(fields, getValues()), areas: next })
  }
  const describe = useMemo(() => describeBy(fields), [fields])
  return (
    <StudioFrame
      title={settingTexts[group].label}
      draft={draft}
      describe={describe}
      {...(path && { path })}
    >
      <p className="max-w-text px-16 pb-20 pt-24 text-ink-2 sm:px-24">
        {lead}
        {JSON.stringify(draft.original ?? '').includes('{name}') && ` ${nameHint}`}
      </p>
      <Loaded query={draft.query} failed="What is set could not be loaded.">
        {() => (
          <form className="pb-56" onSubmit={(event) => event.preventDefault()}>
            {stage === 'hero' ? (
              <HeroFields fields={fields} form={form} errors={draft.errors} />
            ) : (
              <div
                className={`${formClass} mx-16 max-w-text sm:mx-24 [&_input]:min-w-0 [&_textarea]:[field-sizing:content] [&_textarea]:min-h-80`}
              >
                {fields.map((field) =>
                  field.kind === 'rows' ? (
                    <RowsField
                      key={field.name}
                      field={field}
                      form={form}
                      error={draft.errors[field.name]?.[0]}
                    />
                  ) : (
                    <SettingLine key={field.name} field={field} form={form} errors={draft.errors} />
                  ),
                )}
              </div>
            )}
            {areas && <AboutAreas areas={areas} onChange={place} />}
          </form>
        )}
      </Loaded>
    </StudioFrame>
  )
}

/** What was published, in a line: the first words of its fields. */
const describeBy = (fields: readonly SettingField[]) => (value: SettingValue) =>
  Object.values(toTyped(fields, value))
    .map((typed) => (Array.isArray(typed) ? typed.map(inWords).join('; ') : typed))
    .filter(Boolean)
    .join(' · ')
    .slice(0, 120)

const inWords = (row: object) => Object.values(row).filter(Boolean).join(', ')
