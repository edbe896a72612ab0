import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatBalance } from '#contract/money.ts'
import { shop } from '#contract/roles.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { PageBar } from '#site/admin/ui/PageBar.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AccountForm } from './AccountForm.tsx'
import { BookShares } from './BookShares.tsx'
import { Payouts } from './Payouts.tsx'
import { StatementOfMonth } from './StatementOfMonth.tsx'

export type Account = OutputOf<'GET /admin/author-accounts/:id'>

interface Props {
  /** Undefined for a new one. */
  id: string | undefined
  /** As in the address; undefined: this month. */
  month: string | undefined
  /** It was just opened: it takes the focus. */
  takesFocus: boolean
  listHref: string
  onBack(): void
  onMade(id: string): void
  onMonth(month: string): void
}

/** One author account: its statements, and for owner and shop keeper payouts, shares and address. */
export function AccountPage({ id, month, takesFocus, listHref, onBack, onMade, onMonth }: Props) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useAdminQuery<Account | null>({
    queryKey: ['author account', id],
    enabled: id !== undefined,
    queryFn: () =>
      adminCall('GET /admin/author-accounts/:id', { id: id ?? '' }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [takesFocus])
  const saved = (account: Account) => {
    client.setQueryData(['author account', account.id], account)
    void client.invalidateQueries({ queryKey: ['author accounts'] })
    void client.invalidateQueries({ queryKey: ['statement', account.id] })
  }
  const title = id === undefined ? 'New author account' : (query.data?.name ?? 'Author account')
  return (
    <section aria-label={title}>
      <PageBar
        title={title}
        headingRef={heading}
        backHref={listHref}
        backLabel="Back to the list"
        onBack={onBack}
      />
      {id === undefined ? (
        <div className="mt-20 max-w-[720px] pb-24">
          <AccountForm
            account={undefined}
            onSaved={(made) => {
              saved(made)
              void showToast(adminMessages.accountOpened)
              onMade(made.id)
            }}
          />
        </div>
      ) : (
        <Loaded
          query={query}
          failed="This author account could not be loaded."
          skeleton={<AdminSkeleton label="Loading the author account" rows={3} />}
        >
          {(account) =>
            account ? (
              <OneAccount account={account} month={month} onSaved={saved} onMonth={onMonth} />
            ) : (
              <EmptyList
                title="Author Account Not Found"
                text="There is no such author account. Please look at the list again."
              />
            )
          }
        </Loaded>
      )}
    </section>
  )
}

interface OneProps {
  account: Account
  month: string | undefined
  onSaved(account: Account): void
  onMonth(month: string): void
}

const sectionClass = 'mb-16 mt-36 border-t-2 border-ink pt-16 text-25/110'

function OneAccount({ account, month, onSaved, onMonth }: OneProps) {
  return (
    <div className="pb-24">
      <p className="mt-20 font-display text-50/100 font-heavy tracking-closer [overflow-wrap:anywhere]">
        {formatBalance(account.balance)}
      </p>
      <p className="mt-10 text-15 text-ink-2 [overflow-wrap:anywhere]">
        Balance of today · {account.email}
      </p>
      <StatementOfMonth account={account} chosen={month} onMonth={onMonth} />
      <div className="max-w-[720px]" data-admin-roles={shop.join(' ')}>
        <h2 className={sectionClass}>Payouts</h2>
        <Payouts key={account.payouts.length} account={account} onSaved={onSaved} />
        <h2 className={sectionClass}>Books and percentages</h2>
        <BookShares account={account} onSaved={onSaved} />
        <h2 className={sectionClass}>Name and address</h2>
        <AccountForm
          key={account.revision}
          account={account}
          onSaved={(changed) => {
            onSaved(changed)
            void showToast(adminMessages.accountChanged)
          }}
        />
      </div>
    </div>
  )
}
