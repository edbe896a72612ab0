import { statement } from '#contract/kinds/statement.ts'
import { shop } from '#contract/roles.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import {
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { idOf, newOne, useOneOfList } from '#site/admin/lib/lists/use-one-of-list.ts'
import { EmptyList, NothingFound } from '#site/admin/ui/frame/EmptyList.tsx'
import { NewLink } from '#site/admin/ui/frame/NewLink.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { AccountPage } from './AccountPage.tsx'
import { AccountRow, rowId } from './AccountRow.tsx'

const filters = ['all'] as const

/** Why an island? What authors earn is confidential: the calls need a token, and each account is changed in place. */
export const Statements = adminIsland(StatementsPage)

/** The author accounts, and the one that is open. */
function StatementsPage() {
  const params: ListParams<'all'> = useListParams(filters)
  const { opened, open, page } = useOneOfList(params, 'account', { rowId, beside: ['month'] })
  return (
    <>
      <div hidden={opened !== undefined}>
        <AccountList params={params} onOpen={open} />
      </div>
      {opened && (
        <AccountPage
          key={opened}
          id={idOf(opened)}
          month={params.params['month']}
          {...page}
          onMade={open}
          onMonth={(month) => params.change({ month })}
        />
      )}
    </>
  )
}

interface ListProps {
  params: ListParams<'all'>
  onOpen(id: string): void
}

function AccountList({ params, onOpen }: ListProps) {
  const query = useListQuery('author accounts', params, ({ page, search }) =>
    adminCallPage('GET /admin/author-accounts', { page, search, pageSize: adminPageSize }),
  )
  const makeNew = (
    <span data-admin-roles={shop.join(' ')}>
      <NewLink kind={statement} onOpen={() => onOpen(newOne)} />
    </span>
  )
  return (
    <AdminList
      kind={statement}
      params={params}
      query={query}
      searchLabel="Author, e-mail or book"
      action={makeNew}
      empty={({ search }) =>
        search === '' ? (
          <>
            <div data-admin-roles={shop.join(' ')}>
              <NoneYet kind={statement}>{makeNew}</NoneYet>
            </div>
            <div data-admin-roles="author">
              <EmptyList
                title="No Statements Yet"
                text="There is no author account with the e-mail address that you were invited under."
              />
            </div>
          </>
        ) : (
          <NothingFound things="author accounts" onShowAll={() => params.change({ search: '' })} />
        )
      }
      row={(account) => (
        <AccountRow key={account.id} account={account} onOpen={() => onOpen(account.id)} />
      )}
    />
  )
}
