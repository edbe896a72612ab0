import { useEffect, useRef, useState } from 'react'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { addressOf, type ListParams, useListParams } from '#site/admin/lib/use-list-params.ts'
import { type OrderFilter, OrderList, orderFilters, ordersHeadId } from './OrderList.tsx'
import { OrderPage } from './OrderPage.tsx'
import { rowId } from './OrderRow.tsx'

/** Why an island? The orders are confidential: the calls need a token, and each is changed in place. */
export const Orders = adminIsland(OrdersPage)

/** The list of orders, and the one that is open. */
function OrdersPage() {
  const params: ListParams<OrderFilter> = useListParams(orderFilters)
  const { isKnown, change } = params
  const { order, ...list } = params.params
  // The focus follows opening and closing, except for the order in the initial address.
  const before = useRef<{ order: string | undefined }>(undefined)
  const [takesFocus, setTakesFocus] = useState(false)
  useEffect(() => {
    if (!isKnown) return
    const closed = before.current?.order
    if (before.current && order) setTakesFocus(true)
    if (closed && !order) {
      const next = document.getElementById(rowId(closed)) ?? document.getElementById(ordersHeadId)
      next?.focus()
    }
    before.current = { order }
  }, [isKnown, order])
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
