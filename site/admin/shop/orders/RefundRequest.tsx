import { useEffect, useState } from 'react'
import { refundRequestOf } from '#contract/shop/refund-requests.ts'
import { formatNearMoment } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { type AdminOrder, noteClass } from './order-labels.ts'
import { RefusalForm } from './RefusalForm.tsx'

/** What the buyer who waits for an answer wrote, and the way to say no; yes is the button of any refund. */
export function RefundRequest({ order, onDone }: { order: AdminOrder; onDone(): void }) {
  const [isAsking, setAsking] = useState(false)
  const [isSent, setSent] = useState(false)
  const request = refundRequestOf(order.events)
  const isOpen = request?.refusal === null
  // The dialog has closed, and returned the focus to a button that is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => {
    if (isSent) onDone()
    setSent(false)
  }, [isSent])
  return (
    <>
      {isOpen && (
        <div className={`${noteClass} border-accent`}>
          <p className="[overflow-wrap:anywhere]">
            <b>
              {order.buyerName} asks for a refund, {formatNearMoment(request.at)}:
            </b>{' '}
            “{request.reason}”
          </p>
          <div className={`${actionsClass} mt-6`}>
            <Button onClick={() => setAsking(true)}>Decline</Button>
          </div>
        </div>
      )}
      {isAsking && (
        <RefusalForm
          order={order}
          onSent={() => {
            setAsking(false)
            setSent(true)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
