import { type ReactNode, useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { mailTo } from '#site/admin/lib/addresses.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatNearMoment, formatTime } from '#site/admin/lib/format.ts'
import { useOne, useOpenedHeading } from '#site/admin/lib/lists/use-one-of-list.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Cover } from '#site/admin/ui/Cover.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { LoadedOne, OnePage, type OpenProps } from '#site/admin/ui/frame/OnePage.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { authorPicture } from '#site/lib/pages/pictures.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { OrderCodes } from './OrderCodes.tsx'
import {
  copiesOf,
  describeEntry,
  describeMethod,
  describeUse,
  isRefundOnItsWay,
  noteClass,
  providerOf,
  stateClasses,
  stateLabels,
} from './order-labels.ts'
import { RefundRequest } from './RefundRequest.tsx'
import { useOrderActions } from './use-order-actions.ts'

type WholeOrder = OutputOf<'GET /admin/orders/:reference'>

interface Props extends OpenProps {
  reference: string
}

/** One order: what was paid, the book, the buyer, what happened, and what can be done. */
export function OrderPage({ reference, takesFocus, ...list }: Props) {
  const heading = useOpenedHeading(takesFocus)
  const query = useOne(['order', reference], () =>
    adminCall('GET /admin/orders/:reference', { reference }),
  )
  return (
    <OnePage
      title={['Order', query.data?.orderNumber].join(' ').trim()}
      headingRef={heading}
      {...list}
    >
      <LoadedOne
        query={query}
        name="order"
        missing="Order Not Found"
        look="There is no order with this number. Please look at it again."
      >
        {(order) => <WholeOrderOf order={order} onDone={() => heading.current?.focus()} />}
      </LoadedOne>
    </OnePage>
  )
}

function WholeOrderOf({ order, onDone }: { order: WholeOrder; onDone(): void }) {
  const { reference, status, provider } = order
  const actions = useOrderActions(order)
  const refund = useRefund(actions, onDone)
  const isInvoice = provider === 'bank'
  // Its money is sent back from the bank, which is recorded with the invoice.
  const isTaken = provider !== 'free' && provider !== 'gift' && !isInvoice
  const isPaid = status === 'paid'
  const mayRefund = (isPaid || status === 'needs_review') && isTaken
  const isOnItsWay = mayRefund && isRefundOnItsWay(order)
  const at = order.paidAt ?? order.createdAt
  return (
    <div className="pb-24 max-md:pb-96 md:max-w-[720px]">
      <p className="mt-20 font-display text-50/100 font-heavy tracking-closer [overflow-wrap:anywhere]">
        {formatNaira(order.amount)}
      </p>
      <p className="mt-10 flex flex-wrap items-center gap-x-10 gap-y-6 text-15 text-ink-2">
        <span className={stateClasses[status]}>{stateLabels[status]}</span>
        {order.isTest && <span className="badge bg-purple text-on-purple">Test</span>}
        <span>
          {isToday(at) && 'Today '}
          {formatNearMoment(at)}, {describeMethod(order)}
        </span>
      </p>
      {status === 'needs_review' && <ReviewNote order={order} />}
      {isOnItsWay && (
        <p className={`${noteClass} border-line-2`}>
          The refund was requested. The money is on its way back.
        </p>
      )}
      {isPaid && !isOnItsWay && <RefundRequest order={order} onDone={onDone} />}
      <OrderedBook order={order} />
      <Buyer order={order} />
      {isInvoice && (
        <a className={`${outlineClass} mt-16`} href={staffPaths.invoice(reference)}>
          Open the invoice
        </a>
      )}
      {order.hasReceipt && (
        <div className="mt-20">
          <DownloadFile
            path={`/api/admin/orders/${reference}/receipt`}
            label={order.receiptNumber ? `Receipt ${order.receiptNumber}` : 'Receipt'}
            className="btn btn-outline"
            done={adminMessages.pdfDownloaded}
          />
        </div>
      )}
      <OrderCodes
        codes={order.codes}
        buyerEmail={order.buyerEmail}
        pending={actions.pending}
        act={actions.act}
      />
      <Timeline order={order} />
      {((isPaid && order.buyerEmail !== '') || mayRefund) && (
        <DecisionBar
          order={order}
          actions={actions}
          refund={refund}
          mayRefund={mayRefund}
          isOnItsWay={isOnItsWay}
        />
      )}
      {refund.isAsking && (
        <RefundDialog
          order={order}
          isBusy={actions.pending === 'refund'}
          problem={actions.failure?.action === 'refund' ? actions.failure.text : undefined}
          onConfirm={refund.start}
          onClose={refund.cancel}
        />
      )}
    </div>
  )
}

const ReviewNote = ({ order }: { order: WholeOrder }) => (
  <div className={`${noteClass} border-danger`}>
    <p>
      <b>{order.problem}</b> Ordered: {copiesOf(order)} for {formatNaira(order.amount)}.
    </p>
    <p>
      {order.isPaidTwice
        ? 'This order was not delivered, the other one was. The money goes back by itself; Refund asks for it now.'
        : 'Nothing was delivered. Refund gives back what was paid; then the buyer can order again.'}
    </p>
  </div>
)

function OrderedBook({ order }: { order: WholeOrder }) {
  const { bookTitle, quantity, status, present, parts } = order
  return (
    <div className="mt-20 flex items-center gap-16 bg-sunk p-12">
      <span className="w-62 flex-none">
        <Cover book={{ ...order, title: bookTitle, category: order.bookCategory ?? '' }} />
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 className="text-19/120">{bookTitle}</h2>
        <p className="mt-6 text-15/150 text-ink-2">
          {quantity > 1
            ? `${quantity} copies, ${formatNaira(order.unitPrice)} each`
            : copiesOf(order)}
          {order.discountCode && (
            <span className="block">
              {formatNaira(order.discount)} off with {order.discountCode}
            </span>
          )}
          {parts.length > 0 && <span className="block">A bundle: {parts.join('; ')}</span>}
          {present && <span className="block">{describePresent(present)}</span>}
          {status === 'paid' && !present && <span className="block">{describeUse(order)}</span>}
        </p>
      </div>
    </div>
  )
}

function Buyer({ order }: { order: WholeOrder }) {
  const { buyerName, buyerEmail, orderNumber, bookTitle } = order
  const face = authorPicture(buyerName, null)
  return (
    <div className="mt-14 flex items-center gap-12 border-b-2 border-ink pb-14">
      <img
        className="cut step-4 size-44 flex-none object-cover"
        src={face.src}
        alt=""
        width={44}
        height={44}
      />
      <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
        <b className="block font-semibold leading-140">{buyerName}</b>
        <span className="block text-15/140 text-ink-2">
          {buyerEmail || 'No address: the code opens the book here'}
        </span>
      </p>
      {buyerEmail && (
        <a
          className="icon-btn flex-none border-2 border-ink"
          href={mailTo(buyerEmail, `Order ${orderNumber}: ${bookTitle}`)}
          aria-label={`Write to ${buyerEmail}`}
        >
          <Icon name="mail" />
        </a>
      )}
    </div>
  )
}

type Actions = ReturnType<typeof useOrderActions>

/** Asks before the money goes back. */
function useRefund({ act, clearFailure }: Actions, onDone: () => void) {
  const [isAsking, setAsking] = useState(false)
  const [isDone, setDone] = useState(false)
  // The dialog has closed, and returned the focus to a button that is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refund.
  useEffect(() => {
    if (isDone) onDone()
    setDone(false)
  }, [isDone])
  return {
    isAsking,
    ask: () => setAsking(true),
    cancel() {
      setAsking(false)
      clearFailure()
    },
    start: () =>
      act('refund', () => {
        setAsking(false)
        setDone(true)
      }),
  }
}

interface DecisionBarProps {
  order: WholeOrder
  actions: Actions
  refund: ReturnType<typeof useRefund>
  mayRefund: boolean
  /** A refund was requested: what is left to do is to look whether it has come. */
  isOnItsWay: boolean
}

/** Sends the links again, or the money back. */
function DecisionBar({ order, actions, refund, mayRefund, isOnItsWay }: DecisionBarProps) {
  const { pending, failure, act } = actions
  return (
    <div className="decision-bar bottom-0 z-[2] mt-28 border-t-2 max-md:fixed max-md:inset-x-0 md:sticky border-ink bg-surface px-16 pb-[calc(12px+env(safe-area-inset-bottom))] pt-12 sm:px-24 md:-mx-32 md:px-32">
      <div className="mb-10 empty:hidden">
        <Off name="mail" />
      </div>
      {failure && !refund.isAsking && <Failure>{failure.text}</Failure>}
      <div className="flex gap-10">
        {order.status === 'paid' && (
          <button
            type="button"
            className="btn min-h-48 min-w-0 flex-1 px-14 text-15 max-md:px-8 md:flex-none"
            aria-busy={pending === 'resend' || undefined}
            onClick={() => act('resend')}
          >
            <Icon shape={adminIcons.send} size={18} />
            {pending === 'resend' ? 'Sending...' : 'Send links again'}
          </button>
        )}
        {mayRefund && (
          <Button
            look="danger"
            className="min-h-48"
            isBusy={pending === 'refund' && !refund.isAsking}
            onClick={isOnItsWay ? refund.start : refund.ask}
          >
            <Icon shape={adminIcons.undo} size={18} />
            {isOnItsWay ? 'Check the refund' : 'Refund'}
          </Button>
        )}
      </div>
    </div>
  )
}

function describePresent({
  name,
  email,
  sendAt,
  sentAt,
  openedAt,
}: NonNullable<WholeOrder['present']>) {
  const whose = [name, email].filter(Boolean).join(', ')
  const state = openedAt
    ? `opened ${formatNearMoment(openedAt)}`
    : sentAt
      ? `sent ${formatNearMoment(sentAt)}, not opened yet`
      : `to be sent ${formatNearMoment(sendAt)}`
  return `A present${whose && ` for ${whose}`}: ${state}`
}

function Failure({ children }: { children: ReactNode }) {
  return (
    <div className="mb-10" role="alert">
      <FieldNote id="order-failure" error={children as string} />
    </div>
  )
}

const isToday = (iso: string) => formatNearMoment(iso) === formatTime(iso)

function Timeline({ order }: { order: WholeOrder }) {
  return (
    <section className="mt-28" aria-labelledby="timeline">
      <h2 id="timeline" className="mb-14 text-25/110">
        Timeline
      </h2>
      <ol>
        {order.timeline.toReversed().map((entry, index) => {
          const { title, fact } = describeEntry(entry, order)
          return (
            <li
              key={`${entry.at} ${entry.what} ${String(index)}`}
              className="relative flex gap-16 pb-18 last:pb-0"
            >
              <span
                className="absolute bottom-0 left-6 top-20 w-2 bg-line [li:last-child>&]:hidden"
                aria-hidden="true"
              />
              <svg
                className="mt-4 flex-none text-accent"
                width={14}
                height={14}
                viewBox="0 0 14 14"
                aria-hidden="true"
              >
                <path d="M0 14V9h5V5h4V0h5v14Z" fill="currentColor" />
              </svg>
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <b className="block font-semibold leading-140">{title}</b>
                <span className="block text-15/140 text-ink-2">
                  <time dateTime={entry.at}>{formatNearMoment(entry.at)}</time>
                  {fact && `, ${fact}`}
                </span>
              </p>
            </li>
          )
        })}
      </ol>
      <p className="mt-16 text-14 text-ink-2 [overflow-wrap:anywhere]">
        {order.reference}
        {order.providerStatus && (
          <span className="block">
            Last status from {providerOf(order)}: “{order.providerStatus}”
          </span>
        )}
      </p>
    </section>
  )
}

interface RefundProps {
  order: WholeOrder
  isBusy: boolean
  problem: string | undefined
  onConfirm(): void
  onClose(): void
}

/** Asks before money goes back: how much, what it ends, and what the buyer is told. */
function RefundDialog({ order, isBusy, problem, onConfirm, onClose }: RefundProps) {
  const { bookTitle, buyerName, buyerEmail, quantity, amount, status } = order
  return (
    <ConfirmDialog
      title="Refund this order?"
      confirm="Refund"
      confirming="Refunding..."
      isBusy={isBusy}
      isMailed
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
          {order.present ? describePresent(order.present) : describeUse(order)}.{' '}
          {order.present
            ? 'It ends for whoever got it, opened or not.'
            : quantity > 1
              ? 'The download link and all gift codes stop working, and the copies that were redeemed with them go along.'
              : 'The download link stops working.'}
        </p>
      )}
      <p>The buyer gets an e-mail: “Your money goes back: {bookTitle}”. This cannot be undone.</p>
      <FieldNote id="refund-problem" error={problem} role="alert" />
    </ConfirmDialog>
  )
}
