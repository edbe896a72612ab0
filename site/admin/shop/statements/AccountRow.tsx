import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatBalance } from '#contract/money.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { formatCount, formatDay } from '#site/admin/lib/format.ts'
import { bylineClass, factsClass, priceClass, selectRowClass } from '#site/admin/ui/classes.ts'
import { withoutKeys } from '#site/admin/ui/PageBar.tsx'

/** The id of the row's link. */
export const rowId = (id: string) => `account-${id}`

interface Props {
  account: OutputOf<'GET /admin/author-accounts'>[number]
  onOpen(): void
}

/** An author account in the list: what it is owed, what this month brought, and when it was paid last. */
export function AccountRow({ account, onOpen }: Props) {
  const { id, name, email, books, balance, monthShare, lastPayout } = account
  return (
    <li
      className={`${selectRowClass} py-14 has-[a:focus-visible]:[outline:3px_solid_var(--focus)] has-[a:focus-visible]:outline-offset-[-3px]`}
    >
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="font-sans text-17/130 font-semibold tracking-[0]">
          <a
            id={rowId(id)}
            className="after:absolute after:inset-0 focus-visible:outline-none"
            href={adminPaths.statementsOf(id)}
            onClick={withoutKeys(onOpen)}
          >
            {name}
          </a>
        </h3>
        <p className={bylineClass}>
          {email}, {books === 1 ? '1 book' : `${formatCount(books)} books`}
        </p>
        <p className={`${factsClass} text-ink-2`}>
          <span>{formatBalance(monthShare)} this month</span>
          {lastPayout && (
            <span>
              {formatBalance(lastPayout.amount)} paid out on {formatDay(lastPayout.paidOn)}
            </span>
          )}
        </p>
      </div>
      <p className={`${priceClass} flex-none`}>
        <span className="sr-only">Balance </span>
        {formatBalance(balance)}
      </p>
    </li>
  )
}
