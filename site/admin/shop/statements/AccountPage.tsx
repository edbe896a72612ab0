import { useQueryClient } from '@tanstack/react-query'
import { formatBalance } from '#contract/money.ts'
import { shop } from '#contract/roles.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useOne, useOpenedHeading } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { LoadedOne, OnePage, type OpenProps } from '#site/admin/ui/frame/OnePage.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ChapterCounts } from '#site/ui/ChapterCounts.tsx'
import { AccountForm } from './AccountForm.tsx'
import type { Account } from './account.ts'
import { BookShares } from './BookShares.tsx'
import { Payouts } from './Payouts.tsx'
import { StatementOfMonth } from './StatementOfMonth.tsx'

interface Props extends OpenProps {
  /** Undefined for a new one. */
  id: string | undefined
  /** The month in the address; undefined: this month. */
  month: string | undefined
  onMade(id: string): void
  onMonth(month: string): void
}

/** One author account: its statements, and for owner and shop keeper payouts, shares and address. */
export function AccountPage({ id, month, takesFocus, onMade, onMonth, ...list }: Props) {
  const client = useQueryClient()
  const heading = useOpenedHeading(takesFocus)
  const query = useOne(
    ['author account', id],
    () => adminCall('GET /admin/author-accounts/:id', { id: id ?? '' }),
    id !== undefined,
  )
  const saved = (account: Account) => {
    client.setQueryData(['author account', account.id], account)
    void client.invalidateQueries({ queryKey: ['author accounts'] })
    void client.invalidateQueries({ queryKey: ['statement', account.id] })
  }
  const title = id === undefined ? 'New author account' : (query.data?.name ?? 'Author account')
  return (
    <OnePage title={title} headingRef={heading} {...list}>
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
        <LoadedOne query={query} name="author account" missing="Author Account Not Found">
          {(account) => (
            <OneAccount account={account} month={month} onSaved={saved} onMonth={onMonth} />
          )}
        </LoadedOne>
      )}
    </OnePage>
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
      {account.chapterCounts.map(({ bookId, title, chapters }) => (
        <div key={bookId} className="max-w-[720px]">
          <h2 className={sectionClass}>How far readers come in {title}</h2>
          <ChapterCounts title={title} chapters={chapters} />
        </div>
      ))}
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
