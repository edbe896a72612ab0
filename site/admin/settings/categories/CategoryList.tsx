import { useState } from 'react'
import {
  type Category,
  type CategoryKind,
  categoryLimits,
  choosable,
  isOpen,
  newCategoryId,
} from '#contract/magazine/category-list.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { controlClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { moved } from '../moved.ts'
import { CategoryRow } from './CategoryRow.tsx'

interface Props {
  kind: CategoryKind
  list: Category[]
  /** As readers have it. */
  published: Category[]
  error: string | undefined
  onChange(list: Category[]): void
}

export function CategoryList({ kind, list, published, error, onChange }: Props) {
  // Publishing moves them.
  const countsKey = ['category-counts', published]
  const { data: counts } = useAdminCall(countsKey, 'GET /admin/category-counts', {})
  const holds = ({ id }: Category) => {
    const name = published.find((one) => one.id === id)?.name
    const found = counts?.find(({ of, category }) => of === kind && category === name)
    if (!found) return `no ${kind}`
    const { published: open, others } = found
    return `${open} published${others ? `, ${others} not published` : ''}`
  }
  const many = choosable(list).length
  return (
    <>
      <ol className="mt-12">
        {list.map((category, index) => (
          <CategoryRow
            key={category.id}
            kind={kind}
            category={category}
            holds={holds(category)}
            isNew={!published.some(({ id }) => id === category.id)}
            others={list.filter(
              (one) => one.id !== category.id && (isOpen(one) || one.id === category.into),
            )}
            isFirst={index === 0}
            isLast={index === list.length - 1}
            onChange={(next) => onChange(list.with(index, next))}
            onMove={(by) => onChange(moved(list, index, by))}
            onRemove={() => onChange(without(list, category))}
          />
        ))}
      </ol>
      <FieldNote
        id={`${kind}-note`}
        error={error}
        hint={`${many} of ${categoryLimits.chosen} categories.`}
      />
      {many < categoryLimits.chosen && (
        <NewCategory
          example={kind === 'stories' ? 'Science and Technology' : 'Poetry'}
          onAdd={(name) => {
            const id = newCategoryId(list, name)
            const description = kind === 'stories' ? `Stories about ${name}.` : ''
            onChange([...list, { id, name, was: [], description }])
          }}
        />
      )}
    </>
  )
}

/** What was to be merged into it stays apart. */
const without = (list: readonly Category[], { id }: Category) =>
  list
    .filter((one) => one.id !== id)
    .map((one) => (one.into === id ? { ...one, into: undefined } : one))

/** Its name makes its address, which is for life: so the name comes first. */
function NewCategory({ example, onAdd }: { example: string; onAdd(name: string): void }) {
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
        placeholder={example}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className={outlineClass}>
        <Icon shape={adminIcons.plus} size={18} />
        Add
      </button>
    </form>
  )
}
