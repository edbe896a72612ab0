import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { type ListParams, useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useOneOfList } from '#site/admin/lib/lists/use-one-of-list.ts'
import { type OrderFilter, OrderList, orderFilters, ordersHeadId } from './OrderList.tsx'
import { OrderPage } from './OrderPage.tsx'
import { rowId } from './OrderRow.tsx'

/** Why an island? The orders are confidential: the calls need a token, and each is changed in place. */
export const Orders = adminIsland(OrdersPage)

function OrdersPage() {
  const params: ListParams<OrderFilter> = useListParams(orderFilters)
  const { opened, open, page } = useOneOfList(params, 'order', { rowId, listId: ordersHeadId })
  return (
    <>
      <OrderList params={params} isHidden={opened !== undefined} onOpen={open} />
      {opened && <OrderPage key={opened} reference={opened} {...page} />}
    </>
  )
}
