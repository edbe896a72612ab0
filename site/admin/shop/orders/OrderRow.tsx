import { useEffect, useRef, useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import { mailTo } from '#site/admin/lib/admin-paths.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import {
  actionsClass,
  bylineClass,
  dangerClass,
  factsClass,
  linkClass,
  outlineClass,
  priceClass,
  rowClass,
  rowTitleClass,
  summaryClass,
} from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import {
  type AdminOrder,
  copiesOf,
  describeEvent,
  describePayment,
  describeUse,
  isRefundOnItsWay,
  stateClasses,
  stateLabels,
} from './order-labels.ts'
import { useOrderActions } from './use-order-actions.ts'

const gridClass = '[overflow-wrap:anywhere] md:grid-cols-[minmax(0,1fr)_auto] md:items-center'
const problemClass = 'grid gap-4 border-l-6 bg-sunk px-16 py-10 text-15 md:col-span-full'

/** One order: its buyer and book, its history, and its actions. */
export function OrderRow({ order }: { order: AdminOrder }) {
  const { reference, bookTitle, buyerName, buyerEmail, status, provider, problem } = order
  const { pending, failure, clearFailure, act } = useOrderActions(order)
  const [isAsking, setAsking] = useState(false)
  const [isDone, setDone] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The clicked button may be gone: the result takes the focus.
  useEffect(() => {
    if (!isDone) return
    title.current?.focus()
    setDone(false)
  }, [isDone])

  const refund = () =>
    act('refund', () => {
      setAsking(false)
      setDone(true)
    })
  const resend = () => act('resend')

  const isPaid = status === 'paid'
  const mayRefund =
    (isPaid || status === 'needs_review') && (provider === 'paystack' || provider === 'test')
  const isOnItsWay = mayRefund && isRefundOnItsWay(order)
  const which = <span className="sr-only">: order {reference}</span>
  return (
    <li className={`${rowClass} ${gridClass}`}>
      <div>
        <h3 className={rowTitleClass} ref={title} tabIndex={-1}>
          {bookTitle}
        </h3>
        <p className="flex flex-wrap items-center gap-x-14 text-15">
          {buyerName}
          <a className={linkClass} href={mailTo(buyerEmail, `${reference}: ${bookTitle}`)}>
            {buyerEmail}
          </a>
        </p>
        <p className={factsClass}>
          <span className={stateClasses[status]}>{stateLabels[status]}</span>
          {order.isTest && <span className="badge bg-purple text-on-purple">Test</span>}
          <b className={priceClass}>{formatNaira(order.amount)}</b>
          <span>{copiesOf(order)}</span>
          <span>{describePayment(order)}</span>
          {isPaid && <span>{describeUse(order)}</span>}
        </p>
        <p className={`${bylineClass} mt-6`}>
          {reference} · {formatMoment(order.createdAt)}
        </p>
      </div>
      {status === 'needs_review' && (
        <div className={`${problemClass} border-danger`}>
          <p>
            <b>{problem}</b> Ordered: {copiesOf(order)} for {formatNaira(order.amount)}.
          </p>
          <p>
            Nothing was delivered. Refund gives back what was paid; then the buyer can order again.
          </p>
        </div>
      )}
      {isOnItsWay && (
        <p className={`${problemClass} border-line-2`}>
          The refund was requested. The money is on its way back.
        </p>
      )}
      <div className={`${actionsClass} empty:hidden md:col-start-2 md:row-start-1`}>
        {isPaid && (
          <button
            type="button"
            className={outlineClass}
            aria-busy={pending === 'resend' || undefined}
            onClick={resend}
          >
            <Icon name="mail" size={18} />
            <span>
              {pending === 'resend' ? 'Sending...' : 'Send links again'}
              {which}
            </span>
          </button>
        )}
        {mayRefund && (
          <button
            type="button"
            className={dangerClass}
            aria-busy={(pending === 'refund' && !isAsking) || undefined}
            onClick={isOnItsWay ? refund : () => setAsking(true)}
          >
            <Icon shape={adminIcons.undo} size={18} />
            <span>
              {isOnItsWay ? 'Check the refund' : 'Refund'}
              {which}
            </span>
          </button>
        )}
      </div>
      {failure && !isAsking && (
        <div className="md:col-span-full" role="alert">
          <FieldNote id={`${reference}-failure`} error={failure.text} />
        </div>
      )}
      <details className="md:col-span-full">
        <summary className={`${summaryClass} text-15`}>
          What happened<span className="sr-only"> to order {reference}</span>
        </summary>
        <ol className="mb-8 text-15">
          {order.events.map((event) => (
            <li
              key={`${event.at} ${event.what}`}
              className="grid gap-x-20 py-6 sm:grid-cols-[170px_minmax(0,1fr)]"
            >
              <time className="text-14 text-ink-2" dateTime={event.at}>
                {formatMoment(event.at)}
              </time>
              <span>
                {describeEvent(event)}
                {event.note && ` (${event.note})`}
              </span>
            </li>
          ))}
        </ol>
        {order.providerStatus && (
          <p className={`${bylineClass} mt-6`}>
            Last status from the provider: “{order.providerStatus}”
          </p>
        )}
      </details>
      {isAsking && (
        <RefundDialog
          order={order}
          isBusy={pending === 'refund'}
          problem={failure?.action === 'refund' ? failure.text : undefined}
          onConfirm={refund}
          onClose={() => {
            setAsking(false)
            clearFailure()
          }}
        />
      )}
    </li>
  )
}

interface Props {
  order: AdminOrder
  isBusy: boolean
  problem: string | undefined
  onConfirm(): void
  onClose(): void
}

/** Explains who gets the money back, and what the refund ends. */
function RefundDialog({ order, isBusy, problem, onConfirm, onClose }: Props) {
  const { bookTitle, buyerName, buyerEmail, quantity, amount, status } = order
  return (
    <ConfirmDialog
      title="Refund this order?"
      confirm="Refund"
      confirming="Refunding..."
      isBusy={isBusy}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <b>{buyerName}</b> ({buyerEmail}) gets{' '}
        <b>{status === 'paid' ? formatNaira(amount) : 'what was paid'}</b> back for “{bookTitle}” (
        {copiesOf(order)}).
      </p>
      {status === 'paid' && (
        <p>
          {describeUse(order)}.{' '}
          {quantity > 1
            ? 'The download link and all gift codes stop working, and the copies that were redeemed with them go along.'
            : 'The download link stops working.'}
        </p>
      )}
      <p>The buyer gets an e-mail. This cannot be undone.</p>
      {problem && (
        <div role="alert">
          <FieldNote id="refund-problem" error={problem} />
        </div>
      )}
    </ConfirmDialog>
  )
}
