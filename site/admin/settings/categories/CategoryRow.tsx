import { type Category, categoryLimits } from '#contract/magazine/category-list.ts'
import { outlineClass, summaryClass } from '#site/admin/ui/classes.ts'
import { controlClass } from '#site/ui/forms/form-classes.ts'
import { RowMoves } from '../RowMoves.tsx'

interface Props {
  category: Category
  /** How many stories it has now, published and others, as a line of text. */
  holds: string
  /** It was never published, so nothing has it. */
  isNew: boolean
  /** What it can be merged into. */
  others: readonly Category[]
  isFirst: boolean
  isLast: boolean
  onChange(category: Category): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

const growingClass = `${controlClass} resize-none [field-sizing:content]`

/** A category: its name, what its page says of it, and its place in the forms; below, what is seldom changed. */
export function CategoryRow(props: Props) {
  const { category, holds, isNew, others, onChange, onRemove, ...moves } = props
  const { id, name, description, retired = false, into } = category
  const of = name || 'the category'
  const home = others.find((one) => one.id === into)
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
        {!home && (
          <textarea
            className={growingClass}
            value={description}
            rows={2}
            maxLength={categoryLimits.description}
            aria-label={`What the page of ${of} says`}
            onChange={({ target }) => onChange({ ...category, description: target.value })}
          />
        )}
        <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">
          {home && <b>Merged into {home.name} · </b>}
          {retired && !home && <b>Retired · </b>}/category/{id} · {holds}
        </p>
        <details>
          <summary className={summaryClass} aria-label={`More about ${of}`}>
            More
          </summary>
          <div className="grid gap-12 pb-8">
            {!isNew && (
              <label className="grid gap-6 text-15 font-semibold">
                Merge into
                <select
                  className={controlClass}
                  value={home ? into : ''}
                  onChange={({ target }) =>
                    onChange({ ...category, into: target.value || undefined })
                  }
                >
                  <option value="">None: it stays apart</option>
                  {others.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
                <span className="text-14 font-normal text-ink-2">
                  What it has moves there with Publish, and its address leads there. Taken apart
                  again, what moved comes back.
                </span>
              </label>
            )}
            {!home && (
              <button
                type="button"
                className={`${outlineClass} w-fit`}
                aria-label={`${isNew ? 'Remove' : retired ? 'Bring back' : 'Retire'} ${of}`}
                onClick={() => (isNew ? onRemove() : onChange({ ...category, retired: !retired }))}
              >
                {isNew ? 'Remove' : retired ? 'Bring back' : 'Retire'}
              </button>
            )}
          </div>
        </details>
      </div>
      <RowMoves of={of} {...moves} />
    </li>
  )
}
