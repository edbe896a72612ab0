import type { Find } from '#api/operations/search/find.ts'
import { formatBalance, toNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { listFoundAccounts } from './author-accounts.queries.ts'

export const findAuthorAccounts: Find = async (words, most) => {
  const accounts = await listFoundAccounts(words, most)
  return accounts.map(({ id, name, balanceKobo }) => ({
    id,
    title: name,
    fact: `balance ${formatBalance(toNaira(balanceKobo))}`,
    state: 'account',
    path: staffPaths.statementsOf(id),
  }))
}
