import { type Category, categoryLimits } from '#contract/magazine/category-list.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { controlClass } from '#site/ui/forms/form-classes.ts'
import { RowMoves } from '../RowMoves.tsx'

interface Props {
  category: Category
  /** It was never published, so nothing has it. */
  isNew: boolean
  isFirst: boolean
  isLast: boolean
  onChange(category: Category): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** A category: its name, what its page says of it, and its place in the forms. */
export function CategoryRow({ category, isNew, onChange, onRemove, ...moves }: Props) {
  const { id, name, description, retired = false } = category
  const of = name || 'the category'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-8 gap-y-6 border-b border-line py-12">
      <div className="grid gap-8">
        <input
          className={controlClass}
          value={name}
          maxLength={categoryLimits.name}
          aria-label={`Name of ${of}`}
          onChange={({ target }) => onChange({ ...category, name: target.value })}
        />
        <textarea
          className={controlClass}
          value={description}
          rows={2}
          maxLength={categoryLimits.description}
          aria-label={`What the page of ${of} says`}
          onChange={({ target }) => onChange({ ...category, description: target.value })}
        />
        <p className="truncate text-14 text-ink-2">
          {retired && <b>Retired · </b>}/category/{id}
        </p>
        <button
          type="button"
          className={`${outlineClass} w-fit`}
          aria-label={`${isNew ? 'Remove' : retired ? 'Bring back' : 'Retire'} ${of}`}
          onClick={() => (isNew ? onRemove() : onChange({ ...category, retired: !retired }))}
        >
          {isNew ? 'Remove' : retired ? 'Bring back' : 'Retire'}
        </button>
      </div>
      <RowMoves of={of} {...moves} />
    </li>
  )
}
