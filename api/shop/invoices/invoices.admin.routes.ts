import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { keepsUse } from '#api/shop/discounts/take-discount.ts'
import {
  checkIn,
  insertOrderEvent,
  problemOf,
  reopenOrder,
  setNextCheck,
} from '#api/shop/orders/orders.queries.ts'
import { type SettleWith, settleOrder } from '#api/shop/orders/settle-order.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { apiError, required } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { type InvoiceState, invoiceStates } from '#contract/shop/invoices.ts'
import { undoSeconds } from '#contract/undo.ts'
import { countsOf, pageOf, transaction } from '#db/sql.ts'
import {
  type AdminInvoiceRow,
  countInvoices,
  countInvoicesByState,
  findAdminInvoice,
  listInvoices,
  listTransfers,
} from './invoices.admin.queries.ts'
import {
  confirmTransfer,
  findInvoiceOfTransfer,
  hasSecondPerson,
  insertTransfer,
  type LockedInvoice,
  lockInvoice,
  rejectTransfer,
  setDue,
  setReturned,
  setWithdrawn,
  snapshotTransfers,
  termOf,
} from './invoices.queries.ts'
import { type InvoiceWith, placeInvoice } from './place-invoice.ts'

const open: InvoiceState[] = ['waiting', 'overdue']

export function adminInvoicesRoutes(routes: Routes, outside: SettleWith & InvoiceWith) {
  const { serve } = routes
  transferRoutes(routes, outside)

  serve('GET /admin/invoices', (asked) => pageOf(asked, listInvoices, countInvoices, forStaff))

  serve('GET /admin/invoice-counts', async () =>
    countsOf(invoiceStates, await countInvoicesByState()),
  )

  serve('POST /admin/invoices', async (typed, { staff, ...context }) => {
    const shownKobo = undefined
    const { reference } = await placeInvoice(typed, context, {
      ...outside,
      shownKobo,
      actor: 'publisher',
    })
    const invoice = await invoiceAt(reference, staff)
    const { orderId: id, number, school } = invoice
    await recordActivity(staff.name, 'invoiceMade', { id, title: school, note: number })
    return invoice
  })

  serve('GET /admin/invoices/:reference', ({ reference }, { staff }) => invoiceAt(reference, staff))

  serve('PUT /admin/invoices/:reference/due', ({ reference, dueOn }, { staff }) =>
    change(reference, staff, outside, async ({ orderId, state, buyerEmail, ...invoice }) => {
      requireState(open, state)
      if (invoice.dueOn === dueOn) return undefined
      const { openUntil, endsAt } = termOf(dueOn)
      await setDue(orderId, { dueOn, openUntil })
      await setNextCheck(orderId, endsAt)
      await queueMail('invoice', buyerEmail, { orderId, isChanged: true })
      return 'invoiceExtended'
    }),
  )

  serve('POST /admin/invoices/:reference/withdraw', ({ reference }, { staff }) =>
    change(reference, staff, outside, async ({ orderId, state, recordedKobo, buyerEmail }) => {
      if (state === 'withdrawn') return undefined
      requireState([...open, 'lapsed'], state)
      if (recordedKobo > 0) throw apiError('invoiceCannotMove')
      await setWithdrawn(orderId)
      if (buyerEmail) await queueMail('invoiceWithdrawn', buyerEmail, { orderId })
      return 'invoiceWithdrawn'
    }),
  )

  serve(
    'POST /admin/invoices/:reference/returned',
    ({ reference, returnedOn, bankReference }, { staff }) =>
      change(reference, staff, outside, async ({ orderId, state }) => {
        // What was paid in part is given back too.
        requireState([...open, 'paid', 'mismatch'], state)
        const [transfer] = (await listTransfers(orderId))
          .filter(({ confirmedAt, rejectedAt }) => confirmedAt && !rejectedAt)
          .sort((a, b) => b.paidOn.localeCompare(a.paidOn))
        if (transfer && returnedOn < transfer.paidOn)
          throw apiError('invalid', { returnedOn: ['The money had not come yet on this day'] })
        const returned = { returnedOn, returnReference: bankReference, staffId: staff.id }
        if (!(await setReturned(orderId, returned))) throw apiError('invoiceCannotMove')
        return 'invoiceReturned'
      }),
  )
}

function transferRoutes({ serve }: Routes, outside: SettleWith) {
  serve(
    'POST /admin/invoices/:reference/transfers',
    ({ reference, paidOn, bankReference, amount }, { staff }) =>
      changeUndoably(reference, staff, async (invoice, undo) => {
        const { orderId, state, createdAt, missingKobo } = invoice
        requireState([...open, 'lapsed'], state)
        if (paidOn < dayOf(createdAt))
          throw apiError('invalid', { paidOn: ['The invoice was not made yet on this day'] })
        const needsSecond = await hasSecondPerson()
        const isInserted = await insertTransfer({
          orderId,
          paidOn,
          bankReference,
          needsSecond,
          amountKobo: toKobo(amount),
          recordedBy: staff.id,
        })
        if (!isInserted) {
          const other = await findInvoiceOfTransfer(bankReference)
          throw apiError('invalid', {
            bankReference: [`This transfer is recorded for invoice ${other?.number} already`],
          })
        }
        await reopen(invoice)
        const isPart = toKobo(amount) < missingKobo
        if (!needsSecond && isPart) await tellOfPart(invoice, undo)
        return 'transferRecorded'
      }),
  )

  serve('POST /admin/invoices/:reference/transfers/:id/confirm', ({ reference, id }, { staff }) =>
    changeUndoably(reference, staff, async (invoice, undo) => {
      const { orderId, state, confirmedKobo, amountKobo } = invoice
      requireState(['toConfirm'], state)
      const transfer = (await listTransfers(orderId)).find((one) => one.id === id)
      if (transfer?.needsSecond && transfer.recordedById === staff.id) throw apiError('ownTransfer')
      if (!(await confirmTransfer(id, orderId, staff.id))) throw apiError('invoiceCannotMove')
      const isPart = confirmedKobo + (transfer?.amountKobo ?? 0) < amountKobo
      if (isPart) await tellOfPart(invoice, undo)
      return 'transferConfirmed'
    }),
  )

  serve('POST /admin/invoices/:reference/transfers/:id/reject', ({ reference, id }, { staff }) =>
    change(reference, staff, outside, async (invoice) => {
      const { orderId, state } = invoice
      requireState([...open, 'toConfirm', 'mismatch'], state)
      if (!(await rejectTransfer(id, orderId, staff.id))) throw apiError('invoiceCannotMove')
      await reopen(invoice)
      return 'transferRejected'
    }),
  )
}

type Work = (invoice: LockedInvoice, undo?: string) => Promise<ActivityAction | undefined>

/**
 * Changes what is written down of an invoice, then has the order settled by it as every other: this decides nothing. If the
 * process dies in between, the background check settles it.
 */
async function change(reference: string, staff: StaffMember, outside: SettleWith, work: Work) {
  const { orderId } = await invoiceOf(reference)
  await transaction(() => write(orderId, staff, work))
  await settleOrder(reference, 'publisher', outside)
  return invoiceAt(reference, staff)
}

/** Does what `change` does for a transfer, which counts only when it cannot be undone any more. */
async function changeUndoably(reference: string, staff: StaffMember, work: Work) {
  const { orderId: id } = await invoiceOf(reference)
  await undoable({ kind: 'transfer', id, staffId: staff.id, snapshot: snapshotTransfers }, (undo) =>
    write(id, staff, work, undo),
  )
  return invoiceAt(reference, staff)
}

async function write(orderId: string, staff: StaffMember, work: Work, undo?: string) {
  const invoice = required(await lockInvoice(orderId), 'invoiceNotFound')
  const action = await work(invoice, undo)
  if (!action) return
  const { orderId: id, number, school } = invoice
  await recordActivity(staff.name, action, { id, title: school, note: number, undo })
  await insertOrderEvent(id, { what: action, by: 'publisher', note: staff.name })
  if (action !== 'invoiceExtended') await checkIn(id, undoSeconds)
}

/** Reopens an order that too much, or a part under the release before, had made one to review. */
async function reopen({ orderId: id, orderState, discountId, buyerEmail }: LockedInvoice) {
  if (orderState !== 'needs_review') return
  const keeps = await keepsUse({ id, discountId, buyerEmail })
  await reopenOrder(id, keeps ? 'pending' : 'expired')
}

/** The school reads what has come and what is missing, once that cannot be undone. */
async function tellOfPart({ orderId, buyerEmail }: LockedInvoice, undo: string | undefined) {
  if (buyerEmail) await queueMail('invoicePart', buyerEmail, { orderId }, undo)
}

async function invoiceOf(reference: string) {
  return required(await findAdminInvoice(reference), 'invoiceNotFound')
}

function requireState(allowed: readonly InvoiceState[], state: InvoiceState) {
  if (!allowed.includes(state)) throw apiError('invoiceCannotMove')
}

async function invoiceAt(reference: string, staff: StaffMember) {
  const invoice = await invoiceOf(reference)
  const transfers = await listTransfers(invoice.orderId)
  const waiting = transfers.find(({ confirmedAt, rejectedAt }) => !confirmedAt && !rejectedAt)
  return {
    ...forStaff(invoice),
    isRefundAsked: invoice.refundAskedAt !== null,
    transfers: transfers.map(({ amountKobo, ...transfer }) => ({
      ...transfer,
      amount: toNaira(amountKobo),
    })),
    mayConfirm: waiting !== undefined && waiting.recordedById !== staff.id,
  }
}

const forStaff = ({
  orderState,
  unitKobo,
  discountKobo,
  amountKobo,
  paidKobo,
  missingKobo,
  ...invoice
}: AdminInvoiceRow) => ({
  ...invoice,
  problem: problemOf({ ...invoice, amountKobo, currency: 'NGN' }),
  status: orderState,
  unitPrice: toNaira(unitKobo),
  discount: toNaira(discountKobo),
  amount: toNaira(amountKobo),
  paid: toNaira(paidKobo),
  missing: toNaira(missingKobo),
})
