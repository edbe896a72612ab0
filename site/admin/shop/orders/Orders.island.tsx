import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { addressOf, type ListParams, useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useFocusOfOne } from '#site/admin/lib/lists/use-one-of-list.ts'
import { type OrderFilter, OrderList, orderFilters, ordersHeadId } from './OrderList.tsx'
import { OrderPage } from './OrderPage.tsx'
import { rowId } from './OrderRow.tsx'

/** Why an island? The orders are confidential: the calls need a token, and each is changed in place. */
export const Orders = adminIsland(OrdersPage)

function OrdersPage() {
  const params: ListParams<OrderFilter> = useListParams(orderFilters)
  const { isKnown, change } = params
  const { order, ...list } = params.params
  const takesFocus = useFocusOfOne({ isKnown, opened: order, rowId, listId: ordersHeadId })
  return (
    <>
      <OrderList
        params={params}
        isHidden={order !== undefined}
        onOpen={(reference) => change({ order: reference })}
      />
      {order && (
        <OrderPage
          key={order}
          reference={order}
          takesFocus={takesFocus}
          listHref={addressOf(list)}
          onBack={() => change({ order: '' })}
        />
      )}
    </>
  )
}
