import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCall, downloadAdminFile } from '#site/admin/lib/call.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { type BulkFailure, BulkRefusal, useBulk } from '#site/admin/lib/lists/use-bulk.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { AdminOrder } from './order-labels.ts'

/** What can be done with several orders of the list. */
export function useOrdersTogether(selection: Selection) {
  const client = useQueryClient()
  const bulk = useBulk<AdminOrder>()
  const [failure, setFailure] = useState<BulkFailure>()

  const sendLinks = async (orders: readonly AdminOrder[]) => {
    setFailure(undefined)
    const { done, failed } = await bulk.run(orders, (order) => {
      if (order.status !== 'paid') throw new BulkRefusal('It is not paid.')
      return adminCall('POST /admin/orders/:reference/resend', { reference: order.reference })
    })
    if (done.length > 0)
      void showToast({ title: `Links of ${formatCounted(done.length, 'order')} sent`, mail: '' })
    if (failed.length === 0) return selection.end()
    selection.select(failed.map(({ row }) => row.reference))
    setFailure({
      title: `Links of ${formatCounted(failed.length, 'order')} were not sent`,
      failures: failed.map(({ row, why }) => ({
        name: `${row.buyerName}, ${row.orderNumber}`,
        why,
      })),
    })
  }

  const downloadCsv = async (orders: readonly AdminOrder[]) => {
    setFailure(undefined)
    const references = orders.map(({ reference }) => reference).join(',')
    try {
      await downloadAdminFile(`/api/admin/orders.csv?${new URLSearchParams({ references })}`)
      void showToast(adminMessages.listDownloaded)
      selection.end()
    } catch (error) {
      console.warn(error)
      setFailure({
        title: 'The list was not downloaded',
        failures: [{ name: 'CSV', why: noAnswer }],
      })
    }
    void client.invalidateQueries({ queryKey: ['orders', 'counts'] })
  }

  return { sendLinks, downloadCsv, progress: bulk.progress, failure }
}
