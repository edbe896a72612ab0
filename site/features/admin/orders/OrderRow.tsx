import '#site/ui/form.css'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { formatNaira } from '#contract/money.ts'
import { adminCall, adminCallPage } from '#site/lib/admin/call.ts'
import { formatMoment } from '#site/lib/admin/format.ts'
import { mailTo } from '#site/lib/admin/mail-to.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import {
  type AdminOrder,
  copiesOf,
  isRefundOnItsWay,
  stateLabels,
  stateLooks,
  wordsOfEvent,
  wordsOfPayment,
  wordsOfUse,
} from './order-words.ts'
import { RefundDialog } from './RefundDialog.tsx'

type Doing = 'refund' | 'resend'

interface Props {
  order: AdminOrder
  /** Given the order as the server has it now. */
  onChanged(order: AdminOrder): void
}

/** One order: who bought what, how that went, and what can be done about it. */
export function OrderRow({ order, onChanged }: Props) {
  const { reference, bookTitle, buyerName, buyerEmail, status, provider, problem } = order
  const [doing, setDoing] = useState<Doing>()
  const [failure, setFailure] = useState<{ at: Doing; text: string }>()
  const [isAsking, setAsking] = useState(false)
  const [isDone, setDone] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed may be gone: what came of it takes the focus.
  useEffect(() => {
    if (!isDone) return
    title.current?.focus()
    setDone(false)
  }, [isDone])

  /** Resolves to whether it was done; if not, the row says why. */
  const attempt = async (at: Doing, work: () => Promise<void>) => {
    if (doing) return false
    setDoing(at)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      console.warn(error)
      setFailure({ at, text: wordsOf(error) })
      const isOld = error instanceof ApiError && error.status === 409
      const newest = isOld ? await findNewest(reference).catch(console.warn) : undefined
      if (newest) onChanged(newest)
      return false
    } finally {
      setDoing(undefined)
    }
  }

  const refund = async () => {
    const isDone = await attempt('refund', async () => {
      const now = await adminCall('POST /admin/orders/:reference/refund', { reference })
      onChanged(now)
      void showToast(
        now.status === 'refunded' ? adminMessages.orderRefunded : adminMessages.refundAsked,
      )
    })
    if (!isDone) return
    setAsking(false)
    setDone(true)
  }
  const resend = () =>
    attempt('resend', async () => {
      await adminCall('POST /admin/orders/:reference/resend', { reference })
      void showToast(adminMessages.linksSent)
    })

  const isPaid = status === 'paid'
  const mayRefund =
    (isPaid || status === 'needs_review') && (provider === 'paystack' || provider === 'test')
  const isOnItsWay = mayRefund && isRefundOnItsWay(order)
  const which = <span className="visually-hidden">: order {reference}</span>
  return (
    <li className="desk-row order">
      <div className="order-about">
        <h3 ref={title} tabIndex={-1}>
          {bookTitle}
        </h3>
        <p className="order-buyer">
          {buyerName}
          <a className="link" href={mailTo(buyerEmail, `${reference}: ${bookTitle}`)}>
            {buyerEmail}
          </a>
        </p>
        <p className="desk-facts">
          <span className={stateLooks[status]}>{stateLabels[status]}</span>
          {order.isTest && <span className="badge badge-purple">Test</span>}
          <b className="order-amount">{formatNaira(order.amount)}</b>
          <span>{copiesOf(order)}</span>
          <span>{wordsOfPayment(order)}</span>
          {isPaid && <span>{wordsOfUse(order)}</span>}
        </p>
        <p className="desk-by">
          {reference} · {formatMoment(order.createdAt)}
        </p>
      </div>
      {status === 'needs_review' && (
        <div className="order-problem">
          <p>
            <b>{problem}</b> Ordered: {copiesOf(order)} for {formatNaira(order.amount)}.
          </p>
          <p>
            Nothing was delivered. Refund gives back what was paid; then the buyer can order again.
          </p>
        </div>
      )}
      {isOnItsWay && (
        <p className="order-problem order-waiting">
          The refund was asked for. The money is on its way back.
        </p>
      )}
      <div className="desk-actions">
        {isPaid && (
          <button
            type="button"
            className="btn btn-outline"
            aria-busy={doing === 'resend' || undefined}
            onClick={resend}
          >
            <AdminIcon name="mail" size={18} />
            <span>
              {doing === 'resend' ? 'Sending...' : 'Send links again'}
              {which}
            </span>
          </button>
        )}
        {mayRefund && (
          <button
            type="button"
            className="btn btn-outline btn-outline-danger"
            aria-busy={(doing === 'refund' && !isAsking) || undefined}
            onClick={isOnItsWay ? refund : () => setAsking(true)}
          >
            <AdminIcon name="undo" size={18} />
            <span>
              {isOnItsWay ? 'Look after the refund' : 'Refund'}
              {which}
            </span>
          </button>
        )}
      </div>
      {failure && !isAsking && (
        <div role="alert">
          <FieldNote id={`${reference}-failure`} error={failure.text} />
        </div>
      )}
      <details>
        <summary>
          What happened<span className="visually-hidden"> to order {reference}</span>
        </summary>
        <ol>
          {order.events.map((event) => (
            <li key={`${event.at} ${event.what}`}>
              <time dateTime={event.at}>{formatMoment(event.at)}</time>
              <span>
                {wordsOfEvent(event)}
                {event.note && ` (${event.note})`}
              </span>
            </li>
          ))}
        </ol>
        {order.providerStatus && (
          <p className="desk-by">The provider’s last word: “{order.providerStatus}”</p>
        )}
      </details>
      {isAsking && (
        <RefundDialog
          order={order}
          isBusy={doing === 'refund'}
          problem={failure?.at === 'refund' ? failure.text : undefined}
          onConfirm={refund}
          onClose={() => {
            setAsking(false)
            setFailure(undefined)
          }}
        />
      )}
    </li>
  )
}

/** The order as it is now. */
async function findNewest(reference: string): Promise<AdminOrder | undefined> {
  const { items } = await adminCallPage('GET /admin/orders', { search: reference })
  return items.find((item) => item.reference === reference)
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return 'That did not work. Please check your connection and try again.'
  }
  return error.status < 500
    ? error.sentence
    : 'That did not work, and nothing has changed. Please try again in a while.'
}
