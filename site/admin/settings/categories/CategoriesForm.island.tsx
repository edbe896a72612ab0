import { useCallback, useState } from 'react'
import {
  type Category,
  categoryLimits,
  choosable,
  newCategoryId,
} from '#contract/magazine/category-list.ts'
import { paths } from '#contract/paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { controlClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { moved } from '../moved.ts'
import { StudioFrame } from '../StudioFrame.tsx'
import { type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { CategoryRow } from './CategoryRow.tsx'

interface Categories {
  stories: Category[]
}

/** Why an island? Categories are named, moved, added and retired, each change a draft. */
export const CategoriesForm = adminIsland(() => {
  const [value, setValue] = useState<Categories>()
  const replace = useCallback((next: SettingValue) => setValue(next as unknown as Categories), [])
  const draft = useSettingDraft('categories', replace)
  const list = value?.stories ?? []
  const set = (stories: Category[]) => {
    setValue({ stories })
    draft.change({ stories })
  }
  const published = draft.query.data?.published['stories'] as Category[] | undefined
  const isNew = ({ id }: Category) => !published?.some((one) => one.id === id)
  const many = choosable(list).length
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
            <>
              <ol className="mt-12">
                {list.map((category, index) => (
                  <CategoryRow
                    key={category.id}
                    category={category}
                    isNew={isNew(category)}
                    isFirst={index === 0}
                    isLast={index === list.length - 1}
                    onChange={(next) => set(list.with(index, next))}
                    onMove={(by) => set(moved(list, index, by))}
                    onRemove={() => set(list.toSpliced(index, 1))}
                  />
                ))}
              </ol>
              <FieldNote
                id="categories-note"
                error={draft.errors['stories']?.[0]}
                hint={`${many} of ${categoryLimits.chosen} categories.`}
              />
              {many < categoryLimits.chosen && (
                <NewCategory
                  onAdd={(name) => {
                    const id = newCategoryId(list, name)
                    set([...list, { id, name, was: [], description: `Stories about ${name}.` }])
                  }}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
    </StudioFrame>
  )
})

/** Its name makes its address, which is for life: so the name comes first. */
function NewCategory({ onAdd }: { onAdd(name: string): void }) {
  const [name, setName] = useState('')
  return (
    <form
      className="mt-16 flex flex-wrap gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim().length < 2) return
        onAdd(name.trim())
        setName('')
      }}
    >
      <input
        className={`${controlClass} min-w-0 flex-1`}
        value={name}
        maxLength={categoryLimits.name}
        aria-label="Name of a new category"
        placeholder="Science and Technology"
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className={outlineClass}>
        <Icon shape={adminIcons.plus} size={18} />
        Add
      </button>
    </form>
  )
}

const describe = (value: SettingValue) =>
  choosable((value as unknown as Categories).stories).join(' · ')
