import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { bylineClass, factsClass, selectRowClass } from '#site/admin/ui/classes.ts'
import { withoutKeys } from '#site/admin/ui/PageBar.tsx'
import {
  type AdminDiscount,
  describeBooks,
  describeDays,
  describeUses,
  describeValue,
  stateClasses,
  stateLabels,
} from './discount-labels.ts'

/** The id of the row's link. */
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
    <li
      className={`${selectRowClass} py-14 has-[a:focus-visible]:[outline:3px_solid_var(--focus)] has-[a:focus-visible]:outline-offset-[-3px]`}
    >
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="font-sans text-17/130 font-semibold tracking-[0]">
          <a
            id={rowId(id)}
            className="after:absolute after:inset-0 focus-visible:outline-none"
            href={adminPaths.discount(id)}
            onClick={withoutKeys(onOpen)}
          >
            {code}
          </a>
        </h3>
        <p className={bylineClass}>
          {describeValue(discount)}, {describeBooks(discount)}
          {note && ` · ${note}`}
        </p>
        <p className={factsClass}>
          <span className={stateClasses[state]}>{stateLabels[state]}</span>
          <span>{describeUses(discount)}</span>
          {days && <span className="text-ink-2">{days}</span>}
        </p>
      </div>
    </li>
  )
}
