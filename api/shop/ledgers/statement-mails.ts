import { facts, greeting, type MailTexts } from '#api/mails/mail-texts.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import { statementToken } from '#api/shop/orders/order-secrets.ts'
import { formatMonth } from '#contract/days.ts'
import { formatBalance, toNaira } from '#contract/money.ts'
import { findMailedAccount } from './author-accounts.queries.ts'
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
      link: {
        label: 'See your statements',
        url: `${publicUrl}/statement/${statementToken(orderSecret, accountId, generation)}`,
      },
      because: becauseOfShare(brand),
    }
  },

  async statement({ accountId, month }, { brand, publicUrl, orderSecret, recipient }) {
    const account = await findMailedAccount(accountId, recipient)
    if (!account) return
    const { name, generation } = account
    const sums = await sumStatement(accountId, month)
    const naira = (kobo: number) => formatBalance(toNaira(kobo))
    const link = `${publicUrl}/statement/${statementToken(orderSecret, accountId, generation)}`
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

const becauseOfShare = (brand: Brand) =>
  `you get a share of what books of yours are sold for at ${brand.name}.`
