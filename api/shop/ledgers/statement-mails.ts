import { type ComposeWith, facts, greeting, type MailTexts } from '#api/mails/mail-texts.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import { statementToken } from '#api/shop/orders/order-secrets.ts'
import { formatDate } from '#contract/dates.ts'
import { formatMonth } from '#contract/days.ts'
import { formatBalance, toNaira } from '#contract/money.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { oneLine } from '#contract/text.ts'
import { findMailedAccount, findMailedPayout, findSharedBook } from './author-accounts.queries.ts'
import { sumStatement } from './statements.queries.ts'

export const statementMails = {
  async statementLink({ accountId }, { brand, publicUrl, orderSecret, recipient }) {
    const account = await findMailedAccount(accountId, recipient)
    if (!account) return
    const { name, generation } = account
    return {
      subject: 'Your statements',
      paragraphs: [
        greeting(name),
        `This link opens your statements at ${brand.name}: what your books were sold for, your share of it, and what was paid out to you, month by month. A link that you had before does not work any more.`,
        'Keep this mail, and give the link to nobody: whoever has it sees your statements.',
      ],
      link: statementsOf(accountId, { generation }, { publicUrl, orderSecret }),
      because: becauseOfShare(brand),
    }
  },

  async bookLive({ accountId, bookId }, { brand, publicUrl, recipient }) {
    const book = await findSharedBook(accountId, bookId)
    const account = await findMailedAccount(accountId, recipient)
    if (!account || !book) return
    const title = oneLine(book.title)
    return {
      subject: `Your book can be bought: ${title}`,
      paragraphs: [
        greeting(account.name),
        `“${title}” is on sale at ${brand.name} now. Of what each copy is sold for you get ${book.basisPoints / 100}%, after discounts and VAT. We write to you at its first sale, after each month and at each payout.`,
        'Tell your readers: the link below leads to its page.',
      ],
      link: { label: 'See your book', url: publicUrl + sharedPaths.book(book) },
      because: becauseOfShare(brand),
    }
  },

  async firstSale({ accountId, bookId }, context) {
    const { brand, recipient } = context
    const book = await findSharedBook(accountId, bookId)
    const account = await findMailedAccount(accountId, recipient)
    if (!account || !book) return
    const title = oneLine(book.title)
    return {
      subject: `The first sale of your book: ${title}`,
      paragraphs: [
        greeting(account.name),
        `Congratulations: somebody has bought “${title}”, for the first time. Your statements have each sale, with your share of it.`,
      ],
      link: statementsOf(accountId, account, context),
      because: becauseOfShare(brand),
    }
  },

  async payout({ accountId, payoutId }, context) {
    const { brand, recipient } = context
    const payout = await findMailedPayout(accountId, payoutId)
    const account = await findMailedAccount(accountId, recipient)
    if (!account || !payout) return
    const amount = formatBalance(toNaira(payout.kobo))
    return {
      subject: `We have paid out ${amount} to you`,
      paragraphs: [
        greeting(account.name),
        `This is your share of what your books were sold for at ${brand.name}:`,
        facts({
          Amount: amount,
          'Paid on': formatDate(payout.paidOn),
          Reference: payout.reference,
        }),
        `Until your bank shows it, a day or two may pass. If it does not come, write to us at ${brand.email}.`,
      ],
      link: statementsOf(accountId, account, context),
      because: becauseOfShare(brand),
    }
  },

  async statement({ accountId, month }, { brand, publicUrl, orderSecret, recipient }) {
    const account = await findMailedAccount(accountId, recipient)
    if (!account) return
    const { name, generation } = account
    const sums = await sumStatement(accountId, month)
    const naira = (kobo: number) => formatBalance(toNaira(kobo))
    const link = `${publicUrl}${mailedPaths.statement(statementToken(orderSecret, accountId, generation))}`
    return {
      subject: `Your statement for ${formatMonth(month)}`,
      paragraphs: [
        greeting(name),
        `This is what your books came to at ${brand.name} in ${formatMonth(month)}:`,
        facts({
          'Balance brought forward': naira(sums.broughtForwardKobo),
          'Shares of sales': naira(sums.sharesKobo),
          ...(sums.refundsKobo !== 0 && { 'Shares of refunds': naira(sums.refundsKobo) }),
          ...(sums.payoutsKobo !== 0 && { 'Paid out to you': naira(-sums.payoutsKobo) }),
          Balance: naira(sums.balanceKobo),
        }),
        'The link below shows each sale, and lets you download the statement. Keep it to yourself: whoever has it sees your statements.',
      ],
      link: {
        label: 'See your statement',
        url: `${link}?${new URLSearchParams({ month })}`,
      },
      because: becauseOfShare(brand),
    }
  },
} satisfies Partial<MailTexts>

const statementsOf = (
  accountId: string,
  { generation }: { generation: number },
  { publicUrl, orderSecret }: Pick<ComposeWith, 'publicUrl' | 'orderSecret'>,
) => ({
  label: 'See your statements',
  url: `${publicUrl}${mailedPaths.statement(statementToken(orderSecret, accountId, generation))}`,
})

const becauseOfShare = (brand: Brand) =>
  `you get a share of what books of yours are sold for at ${brand.name}.`
