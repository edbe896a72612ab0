import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { formatNearMoment, formatTime } from '#site/admin/lib/format.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { Cover } from '#site/admin/ui/Cover.tsx'
import { priceClass, selectRowClass } from '#site/admin/ui/classes.ts'
import { SelectBox } from '#site/admin/ui/lists/SelectBox.tsx'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import {
  type AdminOrder,
  describeMethod,
  describeProblem,
  stateClasses,
  stateLabels,
} from './order-labels.ts'

export const rowId = (reference: string) => `order-${reference}`

const rowClass =
  'py-12 has-[a:focus-visible]:[outline:3px_solid_var(--focus)] has-[a:focus-visible]:outline-offset-[-3px]'

interface Props {
  order: AdminOrder
  selection: Selection
  onOpen(): void
}

/** An order in the list: cover, buyer, book, state, and what it cost. */
export function OrderRow({ order, selection, onOpen }: Props) {
  const { reference, orderNumber, status, bookTitle, quantity, buyerName, createdAt, isTest } =
    order
  const needsReview = status === 'needs_review'
  return (
    <li
      className={`${selectRowClass} ${rowClass} ${selection.has(reference) ? 'before:bg-sunk' : ''}`}
      {...selection.rowProps(reference)}
    >
      <SelectBox id={reference} name={`${buyerName}, ${orderNumber}`} selection={selection} />
      <span className="w-46 flex-none">
        <Cover book={{ ...order, title: bookTitle, category: order.bookCategory ?? '' }} />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-12 [overflow-wrap:anywhere]">
        <div className="min-w-0">
          <h3 className="font-sans text-16/130 font-semibold tracking-[0]">
            <a
              id={rowId(reference)}
              className="after:absolute after:inset-0 focus-visible:outline-none"
              href={staffPaths.order(reference)}
              draggable={false}
              onClick={withoutKeys(() =>
                selection.isSelecting ? selection.toggle(reference) : onOpen(),
              )}
            >
              {buyerName}
            </a>
          </h3>
          <p className="text-14/140 text-ink-2">
            {bookTitle}
            {quantity > 1 && ` × ${quantity}`}
          </p>
          <p className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4 text-14/140 text-ink-2">
            <span className={stateClasses[status]}>
              {needsReview ? describeProblem(order) : stateLabels[status]}
            </span>
            {isTest && <span className="badge bg-purple text-on-purple">Test</span>}
            <span>
              {needsReview
                ? formatNearMoment(createdAt)
                : `${formatTime(createdAt)}, ${describeMethod(order)}`}
            </span>
          </p>
        </div>
        <b className={`${priceClass} self-start pt-4`}>{formatNaira(order.amount)}</b>
      </div>
    </li>
  )
}
