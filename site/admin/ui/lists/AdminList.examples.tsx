import { order } from '#contract/kinds/order.ts'
import { AdminList } from './AdminList.tsx'

const showList = (items: string[]) => (
  <AdminList
    kind={order}
    params={{ search: '', status: 'all', page: 1, change: () => {} }}
    searchLabel="Search orders"
    choices={[
      { value: 'all', label: 'All', count: items.length },
      { value: 'paid', label: 'Paid' },
    ]}
    query={{
      data: { items, total: items.length, search: '', status: 'all' },
      isLoading: false,
      error: undefined,
      isSlow: false,
      retry: () => {},
    }}
    empty={() => <p>No orders yet.</p>}
    row={(reference) => <li key={reference}>{reference}</li>}
  />
)

export const examples = {
  rows: () => showList(['ASC-1', 'ASC-2']),
  empty: () => showList([]),
}
