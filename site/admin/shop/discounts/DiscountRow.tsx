import { staffPaths } from '#contract/staff-paths.ts'
import { LinkedRow } from '#site/admin/ui/lists/LinkedRow.tsx'
import {
  type AdminDiscount,
  describeBooks,
  describeDays,
  describeUses,
  describeValue,
  stateClasses,
  stateLabels,
} from './discount-labels.ts'

export const rowId = (id: string) => `discount-${id}`

interface Props {
  discount: AdminDiscount
  onOpen(): void
}

/** A discount code in the list: value, books, state, and how often it was used. */
export function DiscountRow({ discount, onOpen }: Props) {
  const { id, code, state, note } = discount
  const days = describeDays(discount)
  return (
    <LinkedRow
      id={rowId(id)}
      href={staffPaths.discount(id)}
      onOpen={onOpen}
      title={code}
      byline={`${describeValue(discount)}, ${describeBooks(discount)}${note ? ` · ${note}` : ''}`}
      facts={
        <>
          <span className={stateClasses[state]}>{stateLabels[state]}</span>
          <span>{describeUses(discount)}</span>
          {days && <span className="text-ink-2">{days}</span>}
        </>
      }
    />
  )
}
