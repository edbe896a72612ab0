import { invoice } from '#contract/kinds/invoice.ts'
import { invoiceStates } from '#contract/shop/invoices.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import {
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { idOf, newOne, useOneOfList } from '#site/admin/lib/lists/use-one-of-list.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { NewLink } from '#site/admin/ui/frame/NewLink.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { InvoicePage } from './InvoicePage.tsx'
import { InvoiceRow, rowId } from './InvoiceRow.tsx'
import { stateLabels } from './invoice-labels.ts'
import { NewInvoice } from './NewInvoice.tsx'

const filters = ['all', ...invoiceStates] as const
type Shown = (typeof filters)[number]

/** Why an island? The invoices are confidential: the calls need a token, and each is changed in place. */
export const Invoices = adminIsland(InvoicesPage)

function InvoicesPage() {
  const params: ListParams<Shown> = useListParams(filters)
  const { opened, open, page } = useOneOfList(params, 'invoice', { rowId })
  const reference = idOf(opened)
  return (
    <>
      <div hidden={opened !== undefined}>
        <InvoiceList params={params} onOpen={open} />
      </div>
      {opened === newOne && <NewInvoice {...page} onMade={open} />}
      {reference && <InvoicePage key={reference} reference={reference} {...page} />}
    </>
  )
}

interface ListProps {
  params: ListParams<Shown>
  onOpen(reference: string): void
}

function InvoiceList({ params, onOpen }: ListProps) {
  const { status } = params
  const query = useListQuery('invoices', params, (asked) =>
    adminCallPage('GET /admin/invoices', { ...asked, pageSize: adminPageSize }),
  )
  const counts = useAdminCall(['invoices', 'counts'], 'GET /admin/invoice-counts', {}).data
  const makeNew = <NewLink kind={invoice} onOpen={() => onOpen(newOne)} />
  return (
    <AdminList
      kind={invoice}
      params={params}
      query={query}
      searchLabel="Number, school or person"
      choices={chipsOf(filters, stateLabels, counts)}
      action={<div className={actionsClass}>{makeNew}</div>}
      groupOf={status === 'all' ? ({ state }) => stateLabels[state] : undefined}
      makeNew={makeNew}
      row={(invoice) => (
        <InvoiceRow
          key={invoice.reference}
          invoice={invoice}
          onOpen={() => onOpen(invoice.reference)}
        />
      )}
    />
  )
}
