import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/api-error.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import type { AdminOrder } from './order-labels.ts'

/** A code is called by its number. */
export type OrderAction = 'refund' | 'resend' | `mail ${number}` | `replace ${number}`

/** The actions on one order, one at a time; what is shown is loaded again. */
export function useOrderActions({ reference }: Pick<AdminOrder, 'reference'>) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  /** The timeline is only in the answer to its own call. */
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['order', reference] })
    void client.invalidateQueries({ queryKey: ['orders'] })
    refreshStats()
  }
  const mutation = useMutation({
    async mutationFn(action: OrderAction) {
      if (action === 'refund') {
        return adminCall('POST /admin/orders/:reference/refund', { reference })
      }
      const [what, number = ''] = action.split(' ')
      const one = { reference, number: Number(number) }
      if (what === 'mail') await adminCall('POST /admin/orders/:reference/codes/:number/mail', one)
      else if (what === 'replace')
        await adminCall('POST /admin/orders/:reference/codes/:number/replace', one)
      else await adminCall('POST /admin/orders/:reference/resend', { reference })
      return undefined
    },
    onSuccess(order, action) {
      refresh()
      void showToast(messageOf(order, action))
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 409) refresh()
    },
  })
  const { isPending, variables, error, reset } = mutation

  return {
    pending: isPending ? variables : undefined,
    failure: error && {
      action: variables,
      text: error instanceof ApiError ? sentenceOf(error, notDone) : noAnswer,
    },
    clearFailure: reset,
    act(action: OrderAction, onDone?: () => void) {
      if (!isPending) mutation.mutate(action, onDone && { onSuccess: onDone })
    },
  }
}

function messageOf(order: AdminOrder | undefined, action: OrderAction): Message {
  if (action.startsWith('mail')) return adminMessages.codeMailed
  if (action.startsWith('replace')) return adminMessages.codeReplaced
  if (!order) return adminMessages.linksSent
  return order.status === 'refunded' ? adminMessages.orderRefunded : adminMessages.refundRequested
}

const notDone = 'That did not work, and nothing has changed. Please try again in a while.'
