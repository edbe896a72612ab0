import { type Statement, StatementTable } from './StatementTable.tsx'

const sale = {
  book: 'The Quiet Ledger',
  copies: 3,
  price: 3752.25,
  discount: 375.22,
  paid: 3377.03,
  vat: 0,
  percent: 40,
}
const statement: Statement = {
  accountId: '00000000-0000-4000-8000-000000000000',
  name: 'Simi',
  month: '2026-11',
  broughtForward: 1200,
  linesInAll: 3,
  shares: 1350.81,
  refunds: -1350.81,
  payouts: -1000,
  balance: 200,
  lines: [
    {
      kind: 'sale',
      at: '2026-11-20T10:00:00.000Z',
      reference: 'ASC-0123456789ABCDEFGH',
      sale,
      paidOn: null,
      amount: 1350.81,
    },
    {
      kind: 'payout',
      at: '2026-11-21T10:00:00.000Z',
      reference: 'GTB 0042',
      sale: null,
      paidOn: '2026-11-20',
      amount: -1000,
    },
    {
      kind: 'refund',
      at: '2026-11-22T10:00:00.000Z',
      reference: 'ASC-0123456789ABCDEFGH',
      sale: { ...sale, price: -3752.25, discount: -375.22, paid: -3377.03 },
      paidOn: null,
      amount: -1350.81,
    },
  ],
}
const nothing = { broughtForward: -50, lines: [], linesInAll: 0, shares: 0, refunds: 0, payouts: 0 }

export const examples = {
  'with a sale, a payout and a refund': () => <StatementTable statement={statement} />,
  'of nothing': () => <StatementTable statement={{ ...statement, ...nothing, balance: -50 }} />,
}
