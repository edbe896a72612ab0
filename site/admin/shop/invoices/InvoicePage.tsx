import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Undo } from '#contract/undo.ts'
import { mailTo } from '#site/admin/lib/addresses.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { formatDay, formatNearMoment } from '#site/admin/lib/format.ts'
import { useOne, useOpenedHeading } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { actionsClass, factsClass, linkClass, summaryClass } from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { LoadedOne, OnePage, type OpenProps } from '#site/admin/ui/frame/OnePage.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { type AdminMessage, adminMessages } from '#site/messages/admin-messages.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { DueForm } from './DueForm.tsx'
import {
  describeDue,
  mayRecord,
  messageOf,
  type OneInvoiceProps,
  standing,
  stateClasses,
  stateLabels,
  type WholeInvoice,
} from './invoice-labels.ts'
import { ReturnForm } from './ReturnForm.tsx'
import { TransferForm } from './TransferForm.tsx'

const lookAgainMs = 4000

interface Props extends OpenProps {
  /** Of its order. */
  reference: string
}

/** One invoice: what the school owes until when, its transfer, and what can be done. */
export function InvoicePage({ reference, takesFocus, ...list }: Props) {
  const client = useQueryClient()
  const heading = useOpenedHeading(takesFocus)
  const query = useOne(['invoice', reference], () =>
    adminCall('GET /admin/invoices/:reference', { reference }),
  )
  // What was confirmed counts once it cannot be undone any more; then the server settles the order by itself.
  const isCounting =
    query.data?.state === 'toConfirm' &&
    standing(query.data).every(({ confirmedAt }) => confirmedAt)
  useEffect(() => {
    if (!isCounting) return
    // An equal answer draws nothing, so it could set no next timer.
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: ['invoice', reference] }),
      lookAgainMs,
    )
    return () => clearInterval(timer)
  }, [isCounting, client, reference])
  const changed = (invoice: WholeInvoice, message: AdminMessage, undo?: Undo) => {
    client.setQueryData(['invoice', reference], invoice)
    for (const key of ['invoices', 'orders', 'tasks'])
      void client.invalidateQueries({ queryKey: [key] })
    void showToast(message, undo)
    // What was pressed is gone.
    heading.current?.focus()
  }
  const title = query.data ? `Invoice ${query.data.number}` : 'Invoice'
  return (
    <OnePage title={title} headingRef={heading} {...list}>
      <LoadedOne query={query} name="invoice" missing="Invoice Not Found">
        {(invoice) => <OneInvoice invoice={invoice} onChanged={changed} />}
      </LoadedOne>
    </OnePage>
  )
}

const noteClass = 'mt-16 grid gap-6 border-l-6 bg-sunk px-16 py-12 text-15'
const sectionTitleClass = 'mb-16 mt-28 border-t-2 border-ink pt-16 text-25/110'

function OneInvoice({ invoice, onChanged }: OneInvoiceProps) {
  const { reference, number, state, school, amount, quantity, bookTitle, buyerEmail } = invoice
  const due = describeDue(invoice)
  const transfers = standing(invoice)
  const isOpen = state === 'waiting' || state === 'overdue'
  const mayReturn = state === 'mismatch' || state === 'paid' || invoice.paid > 0
  return (
    <div className="max-w-[720px] pb-24">
      <p className="mt-20 font-display text-50/100 font-heavy tracking-closer [overflow-wrap:anywhere]">
        {formatNaira(amount)}
      </p>
      <p className={`${factsClass} mt-10 text-15 text-ink-2`}>
        <span className={stateClasses[state]}>{stateLabels[state]}</span>
        {due && <span>{due}</span>}
      </p>
      {isOpen || mayReturn || state === 'toConfirm' ? (
        <div className="mt-16 empty:hidden">
          <Off name="mail" />
        </div>
      ) : null}
      {state !== 'paid' &&
        state !== 'returned' &&
        transfers.map((transfer) => (
          <OpenTransfer
            key={transfer.id}
            invoice={invoice}
            transfer={transfer}
            onChanged={onChanged}
          />
        ))}
      <Notes invoice={invoice} isOpen={isOpen} />
      <dl className="mt-20 grid gap-x-24 gap-y-12 bg-sunk p-16 [overflow-wrap:anywhere] sm:grid-cols-[1fr_1fr]">
        <Fact name="School">{school}</Fact>
        <Fact name="Contact">
          {invoice.buyerName}
          {buyerEmail && (
            <a
              className={`${linkClass} !flex w-fit`}
              href={mailTo(buyerEmail, `Invoice ${number}`)}
            >
              {buyerEmail}
            </a>
          )}
        </Fact>
        <Fact name="Address">
          {invoice.schoolAddress && (
            <span className="whitespace-pre-line">{invoice.schoolAddress}</span>
          )}
        </Fact>
        <Fact name="Their order number">{invoice.purchaseNumber}</Fact>
        <Fact name="Book">
          {bookTitle}, {quantity} copies at {formatNaira(invoice.unitPrice)}
          {invoice.discountCode &&
            `, less ${formatNaira(invoice.discount)} with ${invoice.discountCode}`}
        </Fact>
        <Fact name="To be paid into">
          {invoice.bankName}, {invoice.accountNumber}
        </Fact>
        <Fact name="Made">
          {formatNearMoment(invoice.createdAt)}
          {invoice.remindedAt && `, reminded ${formatNearMoment(invoice.remindedAt)}`}
          {invoice.withdrawnAt && `, withdrawn ${formatNearMoment(invoice.withdrawnAt)}`}
        </Fact>
        <Fact name="PDF">
          <DownloadFile
            path={`/api/admin/invoices/${reference}/pdf`}
            label={`Invoice ${number}`}
            className={linkClass}
            done={adminMessages.pdfDownloaded}
          />
        </Fact>
        <Fact name="Order">
          <a className={linkClass} href={staffPaths.order(reference)}>
            Open the order
          </a>
        </Fact>
      </dl>
      {mayRecord(invoice) && (
        <>
          <h2 className={sectionTitleClass}>
            {invoice.paid > 0 ? 'Record the missing part' : 'Record the transfer'}
          </h2>
          <TransferForm key={transfers.length} invoice={invoice} onChanged={onChanged} />
        </>
      )}
      {mayReturn && (
        <details className="mt-28 border-y border-line" open={state === 'mismatch' || undefined}>
          <summary className={summaryClass}>Record money sent back</summary>
          <ReturnForm invoice={invoice} onChanged={onChanged} />
        </details>
      )}
      {isOpen && (
        <details className="mt-28 border-y border-line">
          <summary className={summaryClass}>Move the due day</summary>
          <DueForm invoice={invoice} onChanged={onChanged} />
        </details>
      )}
      {mayRecord(invoice) && transfers.length === 0 && (
        <Withdrawal invoice={invoice} onChanged={onChanged} />
      )}
      <Transfers invoice={invoice} />
    </div>
  )
}

function Notes({ invoice, isOpen }: { invoice: WholeInvoice; isOpen: boolean }) {
  const { state, problem, paid, missing, isRefundAsked } = invoice
  return (
    <>
      {state === 'mismatch' && (
        <p className={`${noteClass} border-danger`}>
          <span>
            <b>{problem}</b> Nothing was delivered. If a transfer is mistyped, reject it and record
            it anew. Else send the money back and record that below.
          </span>
        </p>
      )}
      {state === 'paid' && isRefundAsked && (
        <p className={`${noteClass} border-line-2`}>
          A refund was requested. Send the money back from your bank, and record that below.
        </p>
      )}
      {isOpen && paid > 0 && (
        <p className={`${noteClass} border-line-2`}>
          <span>
            <b>
              {formatNaira(paid)} has come, {formatNaira(missing)} is missing.
            </b>{' '}
            The school was told. Record the missing part when it comes: only the whole sum delivers
            the codes.
          </span>
        </p>
      )}
      {state === 'overdue' && paid === 0 && (
        <p className={`${noteClass} border-line-2`}>
          Look at your account: if the money has come, record it. Else write to the school, move the
          due day, or withdraw the invoice.
        </p>
      )}
      {state === 'lapsed' && (
        <p className={`${noteClass} border-line-2`}>
          The school was told that it has ended. Money that comes all the same still pays it: record
          it, and the codes are delivered.
        </p>
      )}
    </>
  )
}

/** It is left out where there is nothing. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="min-w-0">
      <dt className="text-14 text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** A transfer while nothing was delivered: to confirm by somebody who did not write it down, or to reject. */
function OpenTransfer({
  invoice,
  transfer,
  onChanged,
}: OneInvoiceProps & { transfer: WholeInvoice['transfers'][number] }) {
  const { reference, missing } = invoice
  const isConfirmed = transfer.confirmedAt !== null
  const mayConfirm = invoice.mayConfirm && !isConfirmed
  const one = { reference, id: transfer.id }
  const confirm = useMutation({
    mutationFn: () => callWithUndo('POST /admin/invoices/:reference/transfers/:id/confirm', one),
    onSuccess: ({ answer, undo }) => onChanged(answer, messageOf(answer), undo),
  })
  const reject = useMutation({
    mutationFn: () => adminCall('POST /admin/invoices/:reference/transfers/:id/reject', one),
    onSuccess: (changed) => onChanged(changed, adminMessages.transferRejected),
  })
  const isBusy = confirm.isPending || reject.isPending
  const error = confirm.error ?? reject.error
  return (
    <div className={`${noteClass} border-accent`}>
      <p>
        <b>
          {transfer.recordedBy} recorded {formatNaira(transfer.amount)} of{' '}
          {formatDay(transfer.paidOn)}, “{transfer.bankReference}”.
        </b>{' '}
        {isConfirmed
          ? 'If it is mistyped, reject it: nothing was delivered so far.'
          : mayConfirm
            ? 'Look it up on the account of the bank before you confirm it.'
            : 'Somebody else confirms it: you wrote it down. If it is wrong, reject it.'}
      </p>
      {!isConfirmed && transfer.amount !== missing && (
        <p className="flex gap-8 font-semibold text-danger">
          <Icon name="alert" size={18} className="mt-2 flex-none" />
          {formatNaira(missing)} is due.{' '}
          {transfer.amount < missing
            ? 'Confirming it tells the school what is missing.'
            : 'Confirming more delivers nothing.'}
        </p>
      )}
      <div className={`${actionsClass} mt-6`}>
        {mayConfirm && (
          <ActionButton
            label="Confirm"
            busy="Confirming…"
            isBusy={confirm.isPending}
            onPress={() => !isBusy && confirm.mutate()}
          />
        )}
        <ActionButton
          isOutline
          label="Reject"
          busy="Rejecting…"
          isBusy={reject.isPending}
          onPress={() => !isBusy && reject.mutate()}
        />
      </div>
      {error && (
        <FieldNote id="transfer-problem" error={sentenceOf(error, noAnswer)} role="alert" />
      )}
    </div>
  )
}

function Withdrawal({ invoice, onChanged }: OneInvoiceProps) {
  const { reference, number, buyerEmail } = invoice
  const [isAsking, setAsking] = useState(false)
  const [withdrawn, setWithdrawn] = useState<WholeInvoice>()
  const withdraw = useMutation({
    mutationFn: () => adminCall('POST /admin/invoices/:reference/withdraw', { reference }),
    onSuccess(changed) {
      setAsking(false)
      setWithdrawn(changed)
    },
  })
  // The dialog has closed, and returned the focus to a button that is gone by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (withdrawn) onChanged(withdrawn, adminMessages.invoiceWithdrawn)
  }, [withdrawn])
  return (
    <>
      <Button look="danger" className="mt-24" onClick={() => setAsking(true)}>
        <Icon shape={adminIcons.stop} size={18} />
        Withdraw the invoice
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Withdraw ${number}?`}
          confirm="Withdraw"
          confirming="Withdrawing…"
          isBusy={withdraw.isPending}
          isDangerous
          onConfirm={() => withdraw.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            It is not to be paid any more, and {buyerEmail || 'the school'} is told so by mail. Its
            number stays used. This cannot be undone.
          </p>
          {withdraw.error && (
            <FieldNote
              id="withdraw-problem"
              error={sentenceOf(withdraw.error, noAnswer)}
              role="alert"
            />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

/** What was written down of its money, the latest first. */
function Transfers({ invoice: { state, transfers } }: { invoice: WholeInvoice }) {
  const isShownAbove = state !== 'paid' && state !== 'returned'
  const shown = transfers.filter(({ rejectedAt }) => !isShownAbove || rejectedAt)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="transfers">
      <h2 className={sectionTitleClass} id="transfers">
        Transfers
      </h2>
      <ul>
        {shown.map((transfer) => (
          <li key={transfer.id} className="border-t border-line py-12 [overflow-wrap:anywhere]">
            <b className="block font-semibold">
              {formatNaira(transfer.amount)}, {formatDay(transfer.paidOn)}
            </b>
            <span className="block text-15/150 text-ink-2">
              “{transfer.bankReference}”, recorded by {transfer.recordedBy}{' '}
              {formatNearMoment(transfer.recordedAt)}
            </span>
            {transfer.confirmedAt && (
              <span className="block text-15/150 text-ink-2">
                confirmed by {transfer.confirmedBy} {formatNearMoment(transfer.confirmedAt)}
              </span>
            )}
            {transfer.rejectedAt && (
              <span className="block text-15/150 text-danger">
                rejected by {transfer.rejectedBy} {formatNearMoment(transfer.rejectedAt)}
              </span>
            )}
            {transfer.returnedOn && (
              <span className="block text-15/150 text-ink-2">
                sent back {formatDay(transfer.returnedOn)}, “{transfer.returnReference}”, by{' '}
                {transfer.returnedBy}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
