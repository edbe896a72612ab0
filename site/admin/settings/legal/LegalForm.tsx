import { useCallback, useState } from 'react'
import {
  type LegalGroup,
  type LegalText,
  type Section,
  withLocked,
} from '#contract/pages/legal-text.ts'
import { paths } from '#contract/paths.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { moved } from '../moved.ts'
import { StudioFrame } from '../StudioFrame.tsx'
import { legalLeads, markdownHint, nameHint } from '../setting-fields.ts'
import { type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { SectionRow } from './SectionRow.tsx'

const sectionsOf = (value: SettingValue) => (value as unknown as LegalText).sections

/** Terms or Privacy, section by section: those that have to stay are read between those that can be changed. */
export function LegalForm({ group }: { group: LegalGroup }) {
  const [sections, setSections] = useState<Section[]>([])
  const replace = useCallback((value: SettingValue) => setSections(sectionsOf(value)), [])
  const draft = useSettingDraft(group, replace)
  // A draft may come from a file, or be older than what is locked now.
  const shown = draft.original ? withLocked(sections, sectionsOf(draft.original)) : sections
  const set = (next: Section[]) => {
    setSections(next)
    draft.change({ sections: next })
  }
  return (
    <StudioFrame
      title={settingTexts[group].label}
      draft={draft}
      path={paths[group]}
      describe={describe}
    >
      <p className="max-w-text px-16 pt-24 text-ink-2 sm:px-24">{legalLeads[group]}</p>
      <div className="max-w-text px-16 pb-56 sm:px-24">
        <Loaded query={draft.query} failed="The text could not be loaded.">
          {() => (
            <>
              <ol className="mt-12">
                {shown.map((section, index) => (
                  <SectionRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: a heading changes while it is typed.
                    key={index}
                    section={section}
                    isFirst={index < 2}
                    isLast={index === shown.length - 1}
                    onChange={(next) => set(shown.with(index, next))}
                    onMove={(by) => set(moved(shown, index, by))}
                    onRemove={() => set(shown.toSpliced(index, 1))}
                  />
                ))}
              </ol>
              <FieldNote
                id="sections"
                error={draft.errors['sections']?.[0]}
                hint={`${markdownHint} ${nameHint} {date} is the day of the last change.`}
              />
              <Button className="mt-16" onClick={() => set([...shown, { heading: '', text: '' }])}>
                <Icon shape={adminIcons.plus} size={18} />
                Add a section
              </Button>
            </>
          )}
        </Loaded>
      </div>
    </StudioFrame>
  )
}

const describe = (value: SettingValue) => {
  const { updated, sections } = value as unknown as LegalText
  return `${updated}: ${sections
    .map(({ heading }) => heading)
    .filter(Boolean)
    .join(' · ')}`
}
