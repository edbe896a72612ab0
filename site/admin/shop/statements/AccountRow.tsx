import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatBalance } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { formatCount, formatDay } from '#site/admin/lib/format.ts'
import { badgeClasses, priceClass } from '#site/admin/ui/classes.ts'
import { LinkedRow } from '#site/admin/ui/lists/LinkedRow.tsx'

export const rowId = (id: string) => `account-${id}`

interface Props {
  account: OutputOf<'GET /admin/author-accounts'>[number]
  onOpen(): void
}

/** An author account in the list: what it is owed, what of it is to pay out by now, what this month brought, and when it was paid last. */
export function AccountRow({ account, onOpen }: Props) {
  const { id, name, email, books, balance, monthShare, due, lastPayout } = account
  return (
    <LinkedRow
      id={rowId(id)}
      href={staffPaths.statementsOf(id)}
      onOpen={onOpen}
      title={name}
      byline={`${email}, ${books === 1 ? '1 book' : `${formatCount(books)} books`}`}
      facts={
        <>
          {due > 0 && <span className={badgeClasses.wait}>{formatBalance(due)} to pay out</span>}
          <span className="text-ink-2">{formatBalance(monthShare)} this month</span>
          {lastPayout && (
            <span className="text-ink-2">
              {formatBalance(lastPayout.amount)} paid out on {formatDay(lastPayout.paidOn)}
            </span>
          )}
        </>
      }
    >
      <p className={`${priceClass} flex-none`}>
        <span className="sr-only">Balance </span>
        {formatBalance(balance)}
      </p>
    </LinkedRow>
  )
}
