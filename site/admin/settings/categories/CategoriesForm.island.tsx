import { useCallback, useState } from 'react'
import { type Category, choosable } from '#contract/magazine/category-list.ts'
import { paths } from '#contract/paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { StudioFrame } from '../StudioFrame.tsx'
import { type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { CategoryList, type Kind } from './CategoryList.tsx'

type Categories = Record<Kind, Category[]>

/** Why an island? Categories are named, moved, added, merged and retired, each change a draft. */
export const CategoriesForm = adminIsland(() => {
  const [value, setValue] = useState<Categories>()
  const replace = useCallback((next: SettingValue) => setValue(next as unknown as Categories), [])
  const draft = useSettingDraft('categories', replace)
  const set = (stories: Category[]) => {
    setValue({ stories })
    draft.change({ stories })
  }
  const published = draft.query.data?.published as unknown as Categories | undefined
  return (
    <StudioFrame title="Categories" draft={draft} path={paths.home} describe={describe}>
      <div className="max-w-text px-16 pb-56 pt-20 sm:px-24">
        <p className="text-15 text-ink-2">
          Stories follow a new name, and the address of a category’s page stays. A retired category
          leaves the forms; its page and its stories stay.
        </p>
        <Loaded
          query={draft.query}
          skeleton={<AdminSkeleton rows={6} />}
          failed="The categories could not be loaded."
        >
          {() => (
            <CategoryList
              kind="stories"
              list={value?.stories ?? []}
              published={published?.stories ?? []}
              error={draft.errors['stories']?.[0]}
              onChange={set}
            />
          )}
        </Loaded>
      </div>
    </StudioFrame>
  )
})

const describe = (value: SettingValue) =>
  choosable((value as unknown as Categories).stories).join(' · ')
