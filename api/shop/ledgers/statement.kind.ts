import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { formatBalance, toNaira } from '#contract/money.ts'
import { dueToAuthors, listFoundAccounts } from './author-accounts.queries.ts'

const find: Find = async (words, most) => {
  const accounts = await listFoundAccounts(words, most)
  return accounts.map(({ id, name, balanceKobo }) => ({
    id,
    title: name,
    fact: `balance ${formatBalance(toNaira(balanceKobo))}`,
    state: 'account',
  }))
}

export const statementKind = {
  find,
  waiting: { authorsToPay: { rows: dueToAuthors } },
} satisfies ServedKind
