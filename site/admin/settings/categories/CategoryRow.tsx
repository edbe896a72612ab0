import {
  type Category,
  type CategoryKind,
  categoryLimits,
} from '#contract/magazine/category-list.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { summaryClass } from '#site/admin/ui/classes.ts'
import { checkboxClass, controlClass } from '#site/ui/forms/form-classes.ts'
import { RowMoves } from '../RowMoves.tsx'
import { CategoryLook } from './CategoryLook.tsx'
import { CategorySelect } from './CategorySelect.tsx'

interface Props {
  kind: CategoryKind
  category: Category
  /** How much it has now, published and other, as a line of text. */
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
  const { category, holds, others, isNew: _, ...row } = props
  const { id, name, description, retired = false, into } = category
  const { kind, onChange } = row
  const of = name || 'the category'
  const home = others.find((one) => one.id === into)
  const state = home ? `Merged into ${home.name}` : retired && 'Retired'
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
        {kind === 'stories' && !home && (
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
          {state && <b>{state} · </b>}
          {kind === 'stories' && `/category/${id} · `}
          <span className="whitespace-nowrap">{holds}</span>
        </p>
        <details>
          <summary className={summaryClass} aria-label={`More about ${of}`}>
            More
          </summary>
          <More {...props} home={home} of={of} />
        </details>
      </div>
      <RowMoves of={of} isUpright {...row} />
    </li>
  )
}

/** How it looks, and how it goes. */
function More(props: Props & { home: Category | undefined; of: string }) {
  const { kind, category, holds, isNew, others, onChange, onRemove, home, of } = props
  const { retired = false, staffOnly = false } = category
  const leave = isNew ? 'Remove' : retired ? 'Bring back' : 'Retire'
  return (
    <div className="grid gap-16 pb-8 pt-8">
      {!home && <CategoryLook kind={kind} category={category} onChange={onChange} />}
      {kind === 'books' && !home && (
        <label className="flex items-center gap-10 text-15 font-semibold">
          <input
            type="checkbox"
            className={checkboxClass}
            checked={!staffOnly}
            onChange={({ target }) =>
              onChange({ ...category, staffOnly: target.checked ? undefined : true })
            }
          />
          Authors can choose it
        </label>
      )}
      {!isNew && (
        <CategorySelect
          label="Merge into"
          value={home?.id ?? ''}
          options={[
            { value: '', label: 'None: it stays apart' },
            ...others.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChoose={(value) => onChange({ ...category, into: value || undefined })}
        >
          <span className="text-14 font-normal text-ink-2">
            {home
              ? `To move to ${home.name} with Publish: ${holds}. Links lead there too. Taken apart again, what moved comes back.`
              : `Its ${kind} move there, and links to it lead there.`}
          </span>
        </CategorySelect>
      )}
      {!home && (
        <Button
          className="w-fit"
          aria-label={`${leave} ${of}`}
          onClick={() => (isNew ? onRemove() : onChange({ ...category, retired: !retired }))}
          label={leave}
        />
      )}
    </div>
  )
}
