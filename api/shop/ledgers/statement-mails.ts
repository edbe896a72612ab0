import { inWords } from '#api/mails/fill-words.ts'
import { type ComposeWith, facts, type MailTexts, quoted } from '#api/mails/mail-texts.ts'
import { statementToken } from '#api/shop/orders/order-secrets.ts'
import { formatDate } from '#contract/dates.ts'
import { formatMonth } from '#contract/days.ts'
import { formatBalance, toNaira } from '#contract/money.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { findMailedAccount, findMailedPayout, findSharedBook } from './author-accounts.queries.ts'
import { sumStatement } from './statements.queries.ts'

export const statementMails = {
  async statementLink({ accountId }, context) {
    const account = await findMailedAccount(accountId, context.recipient)
    if (!account) return
    return inWords('statementLink', context, {
      name: account.name,
      url: statementsOf(accountId, account, context),
      values: {},
    })
  },

  async bookLive({ accountId, bookId }, context) {
    const book = await findSharedBook(accountId, bookId)
    const account = await findMailedAccount(accountId, context.recipient)
    if (!account || !book) return
    return inWords('bookLive', context, {
      name: account.name,
      url: context.publicUrl + sharedPaths.book(book),
      values: { book: quoted(book.title), percent: `${book.basisPoints / 100}%` },
    })
  },

  async firstSale({ accountId, bookId }, context) {
    const book = await findSharedBook(accountId, bookId)
    const account = await findMailedAccount(accountId, context.recipient)
    if (!account || !book) return
    return inWords('firstSale', context, {
      name: account.name,
      url: statementsOf(accountId, account, context),
      values: { book: quoted(book.title) },
    })
  },

  async payout({ accountId, payoutId }, context) {
    const payout = await findMailedPayout(accountId, payoutId)
    const account = await findMailedAccount(accountId, context.recipient)
    if (!account || !payout) return
    const amount = formatBalance(toNaira(payout.kobo))
    return inWords('payout', context, {
      name: account.name,
      url: statementsOf(accountId, account, context),
      values: {
        amount,
        facts: facts({
          Amount: amount,
          'Paid on': formatDate(payout.paidOn),
          Reference: payout.reference,
        }),
      },
    })
  },

  async statement({ accountId, month }, context) {
    const account = await findMailedAccount(accountId, context.recipient)
    if (!account) return
    const sums = await sumStatement(accountId, month)
    const naira = (kobo: number) => formatBalance(toNaira(kobo))
    return inWords('statement', context, {
      name: account.name,
      url: `${statementsOf(accountId, account, context)}?${new URLSearchParams({ month })}`,
      values: {
        month: formatMonth(month),
        facts: facts({
          'Balance brought forward': naira(sums.broughtForwardKobo),
          'Shares of sales': naira(sums.sharesKobo),
          ...(sums.refundsKobo !== 0 && { 'Shares of refunds': naira(sums.refundsKobo) }),
          ...(sums.payoutsKobo !== 0 && { 'Paid out to you': naira(-sums.payoutsKobo) }),
          Balance: naira(sums.balanceKobo),
        }),
      },
    })
  },
} satisfies Partial<MailTexts>

const statementsOf = (
  accountId: string,
  { generation }: { generation: number },
  { publicUrl, orderSecret }: Pick<ComposeWith, 'publicUrl' | 'orderSecret'>,
) => `${publicUrl}${mailedPaths.statement(statementToken(orderSecret, accountId, generation))}`
