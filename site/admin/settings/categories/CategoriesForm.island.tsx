import { useCallback, useEffect, useState } from 'react'
import {
  type Category,
  type CategoryKind,
  type CategoryLists,
  choosable,
} from '#contract/magazine/category-list.ts'
import { paths } from '#contract/paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { StudioFrame } from '../StudioFrame.tsx'
import { type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { CategoryList } from './CategoryList.tsx'

const kinds = [
  { value: 'stories', label: 'Stories' },
  { value: 'books', label: 'Books' },
] as const

const leads: Record<CategoryKind, string> = {
  stories:
    'Stories follow a new name, and the address of a category’s page stays. A retired category leaves the forms; its page and its stories stay.',
  books:
    'Books follow a new name, and links with an earlier one still find them. A retired category leaves the forms; its books stay.',
}

/** Why an island? Categories are named, moved, added, merged and retired, each change a draft. */
export const CategoriesForm = adminIsland(() => {
  const [typed, setTyped] = useState<Partial<CategoryLists>>({})
  const [kind, setKind] = useState<CategoryKind>('stories')
  const replace = useCallback((next: SettingValue) => setTyped(next as typeof typed), [])
  const draft = useSettingDraft('categories', replace)
  const published = draft.query.data?.published as unknown as CategoryLists | undefined
  const value = { ...published, ...typed }
  const set = (list: Category[]) => {
    const next = { ...value, [kind]: list }
    setTyped(next)
    draft.change(next)
  }
  const { errors } = draft
  const isWrong = errors['stories'] ? 'stories' : errors['books'] && 'books'
  useEffect(() => {
    if (isWrong) setKind(isWrong)
  }, [isWrong])
  const path = kind === 'books' ? paths.books : paths.home
  return (
    <StudioFrame title="Categories" draft={draft} path={path} describe={describe}>
      <div className="max-w-text px-16 pb-56 pt-20 sm:px-24">
        <Choices<CategoryKind>
          label="Categories of"
          value={kind}
          choices={kinds}
          onChoose={setKind}
        />
        <p className="mt-16 text-15 text-ink-2">{leads[kind]}</p>
        <Loaded query={draft.query} failed="The categories could not be loaded.">
          {() => (
            <CategoryList
              key={kind}
              kind={kind}
              list={value[kind] ?? []}
              published={published?.[kind] ?? []}
              error={errors[kind]?.[0]}
              onChange={set}
            />
          )}
        </Loaded>
      </div>
    </StudioFrame>
  )
})

const describe = (value: SettingValue) =>
  choosable(Object.values(value as unknown as CategoryLists).flat()).join(' · ')
