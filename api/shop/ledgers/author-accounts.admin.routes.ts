import { randomUUID } from 'node:crypto'
import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import type { SellerFacts } from '#api/shop/pdf/order-sheet.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { apiError, required } from '#contract/errors.ts'
import { formatKobo, formatNaira, toKobo, toNaira } from '#contract/money.ts'
import { isAmong, shop } from '#contract/roles.ts'
import { pageOf } from '#db/sql.ts'
import {
  type AccountHolder,
  type AccountRow,
  countAccounts,
  findAccount,
  findPayout,
  insertAccount,
  insertPayout,
  insertShare,
  isAddressTaken,
  listAccounts,
  listCountsOf,
  listPayouts,
  listShares,
  lockAccount,
  lockShare,
  renewStatementLink,
  setAccount,
  takeBackPayout,
  tellOfLiveBook,
} from './author-accounts.queries.ts'
import { sendStatementPdf } from './draw-statement.ts'
import { makeStatement, monthsSince } from './statement.ts'
import { sendStatementCsv } from './statement-csv.ts'

const addressTaken = 'Another account has this e-mail address.'

/** Authors see nobody's account but their own. */
const holderOf = ({ id, role }: StaffMember): AccountHolder =>
  isAmong(shop, role) ? 'all' : { staffId: id }

export function adminAuthorAccountsRoutes(
  routes: Routes,
  { orderSecret, ...seller }: SellerFacts & { orderSecret: Uint8Array },
) {
  const { serve, serveWrite } = routes
  payoutRoutes(routes)
  statementRoutes(routes, seller)

  serve('GET /admin/author-accounts', (asked, { staff }) =>
    pageOf(
      { ...asked, holder: holderOf(staff) },
      listAccounts,
      countAccounts,
      ({ balanceKobo, monthKobo, dueKobo, lastPayout, ...account }) => ({
        ...account,
        balance: toNaira(balanceKobo),
        monthShare: toNaira(monthKobo),
        due: toNaira(dueKobo),
        lastPayout: lastPayout && { paidOn: lastPayout.paidOn, amount: toNaira(lastPayout.kobo) },
      }),
    ),
  )

  serve('GET /admin/author-accounts/:id', async ({ id }, { staff }) =>
    forStaff(await accountAt(id, holderOf(staff))),
  )

  serveWrite('POST /admin/author-accounts', async (fields, { staff }) => {
    const id = randomUUID()
    if (!(await insertAccount({ id, ...fields }, orderSecret)))
      throw apiError('invalid', { email: [addressTaken] })
    await recordActivity(staff.name, 'authorAccountOpened', { id, title: fields.name })
    return forStaff(await accountAt(id))
  })

  serveWrite('PUT /admin/author-accounts/:id', async ({ id, revision, ...fields }, { staff }) => {
    await lockAccount(id)
    const before = await accountAt(id)
    if (await isAddressTaken(fields.email, id)) throw apiError('invalid', { email: [addressTaken] })
    if (await setAccount(id, fields, revision)) {
      // Whoever reads mails at the address before shall not read on.
      if (fields.email !== before.email) await renewStatementLink(id, orderSecret)
      await recordActivity(staff.name, 'authorAccountChanged', { id, title: fields.name })
    } else if (revision !== undefined && before.revision !== revision) {
      throw apiError('changedMeanwhile')
    }
    return forStaff(await accountAt(id))
  })

  serveWrite('PUT /admin/author-accounts/:id/shares/:bookId', (share, { staff }) =>
    setShare(share, staff.name),
  )

  serveWrite('POST /admin/author-accounts/:id/link', async ({ id }, { staff }) => {
    await lockAccount(id)
    const { name, email } = await accountAt(id)
    await renewStatementLink(id, orderSecret)
    await queueMail('statementLink', email, { accountId: id })
    await recordActivity(staff.name, 'statementLinkSent', { id, title: name })
  })
}

function payoutRoutes({ serveWrite }: Routes) {
  serveWrite('POST /admin/author-accounts/:id/payouts', async ({ id, ...typed }, { staff }) => {
    // The second of two at once sees what the first has left.
    await lockAccount(id)
    const { name, email, balanceKobo } = await accountAt(id)
    const { amount, paidOn, reference } = typed
    const kobo = toKobo(amount)
    if (kobo > balanceKobo) throw apiError('payoutAboveBalance')
    const payoutId = await insertPayout(id, { kobo, paidOn, reference })
    if (payoutId) await queueMail('payout', email, { accountId: id, payoutId })
    const note = `${formatNaira(amount)}, ${reference}`
    await recordActivity(staff.name, 'authorPayoutRecorded', { id, title: name, note })
    return forStaff(await accountAt(id))
  })

  serveWrite('POST /admin/payouts/:id/take-back', async ({ id }, { staff }) => {
    const payout = required(await findPayout(id), 'payoutNotFound')
    const { name } = await accountAt(payout.accountId)
    if (await takeBackPayout(id, payout)) {
      const note = formatKobo(payout.kobo)
      await recordActivity(staff.name, 'authorPayoutTakenBack', {
        id: payout.accountId,
        title: name,
        note,
      })
    }
    return forStaff(await accountAt(payout.accountId))
  })
}

function statementRoutes({ serve, serveFile }: Routes, seller: SellerFacts) {
  serve('GET /admin/author-accounts/:id/statement', async ({ id, month }, { staff }) =>
    makeStatement(await accountAt(id, holderOf(staff)), month),
  )

  serveFile('GET /admin/author-accounts/:id/statement.csv', async ({ id, month }, ctx, { staff }) =>
    sendStatementCsv(ctx, await accountAt(id, holderOf(staff)), month),
  )

  serveFile('GET /admin/author-accounts/:id/statement.pdf', async ({ id, month }, ctx, { staff }) =>
    sendStatementPdf(ctx, await accountAt(id, holderOf(staff)), month, seller),
  )
}

/** Null takes the account's share of the book away. */
async function setShare(
  { id, bookId, percent }: ParsedInputOf<'PUT /admin/author-accounts/:id/shares/:bookId'>,
  who: string,
) {
  const account = await accountAt(id)
  const book = required(await lockShare(bookId), 'bookNotFound')
  if (book.accountId && book.accountId !== id) throw apiError('shareOfAnother')
  if (percent !== null && book.partsCount > 0) throw apiError('bundleHasNoShare')
  // It is rounded, since 0.07 * 100 is 7.000000000000001.
  const basisPoints = percent === null ? null : Math.round(percent * 100)
  if (basisPoints !== book.basisPoints) {
    await insertShare(bookId, basisPoints === null ? null : { accountId: id, basisPoints })
    if (book.accountId !== id) await tellOfLiveBook(bookId)
    const note = `${account.name}: ${percent === null ? 'no share' : `${percent}%`}`
    await recordActivity(who, 'authorShareChanged', { id, title: book.title, note })
  }
  return forStaff(account)
}

async function accountAt(id: string, holder: AccountHolder = 'all'): Promise<AccountRow> {
  return required(await findAccount(id, holder), 'authorAccountNotFound')
}

async function forStaff({ balanceKobo, ...account }: AccountRow) {
  const [shares, payouts] = await Promise.all([listShares(account.id), listPayouts(account.id)])
  return {
    ...account,
    balance: toNaira(balanceKobo),
    shares: shares.map(({ basisPoints, ...share }) => ({ ...share, percent: basisPoints / 100 })),
    payouts: payouts.map(({ kobo, ...payout }) => ({ ...payout, amount: toNaira(kobo) })),
    months: monthsSince(account.createdAt),
    chapterCounts: await listCountsOf(account.id),
  }
}
