import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/api-error.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { replaceRow } from '#site/admin/lib/use-list-params.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import type { AdminOrder } from './order-labels.ts'

export type OrderAction = 'refund' | 'resend'

/** The actions on one order, one at a time; the row shows the server's answer. */
export function useOrderActions({ reference }: AdminOrder) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const show = (order: AdminOrder) => {
    replaceRow(client, 'orders', 'reference', order)
    refreshStats()
  }
  const mutation = useMutation({
    async mutationFn(action: OrderAction) {
      if (action === 'refund') {
        return adminCall('POST /admin/orders/:reference/refund', { reference })
      }
      await adminCall('POST /admin/orders/:reference/resend', { reference })
      return undefined
    },
    onSuccess(order) {
      if (order) show(order)
      void showToast(messageOf(order))
    },
    async onError(error) {
      const isChanged = error instanceof ApiError && error.status === 409
      const newest = isChanged ? await findNewest(reference).catch(console.warn) : undefined
      if (newest) show(newest)
    },
  })
  const { isPending, variables, error, reset } = mutation

  return {
    pending: isPending ? variables : undefined,
    failure: error && { action: variables, text: sentenceOf(error) },
    clearFailure: reset,
    act(action: OrderAction, onDone?: () => void) {
      if (!isPending) mutation.mutate(action, onDone && { onSuccess: onDone })
    },
  }
}

function messageOf(order: AdminOrder | undefined): Message {
  if (!order) return adminMessages.linksSent
  return order.status === 'refunded' ? adminMessages.orderRefunded : adminMessages.refundRequested
}

/** The current version of the order. */
async function findNewest(reference: string): Promise<AdminOrder | undefined> {
  const { items } = await adminCallPage('GET /admin/orders', { search: reference })
  return items.find((item) => item.reference === reference)
}

function sentenceOf(error: Error): string {
  if (!(error instanceof ApiError)) {
    return 'That did not work. Please check your connection and try again.'
  }
  return error.status < 500
    ? error.sentence
    : 'That did not work, and nothing has changed. Please try again in a while.'
}
