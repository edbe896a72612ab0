import type { Find } from '#api/operations/search/find.ts'
import { formatKobo } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { counted, formatCount } from '#contract/text.ts'
import { listFoundDiscounts } from './discounts.admin.queries.ts'

export const findDiscounts: Find = async (words, most) => {
  const discounts = await listFoundDiscounts(words, most)
  return discounts.map(({ id, code, percent, offKobo, uses, maxUses, state }) => {
    const off = percent === null ? formatKobo(offKobo ?? 0) : `${percent}%`
    const used =
      maxUses === null
        ? counted(uses, 'use', 'uses')
        : `${formatCount(uses)} of ${counted(maxUses, 'use', 'uses')}`
    return {
      id,
      title: code,
      fact: `${off} off, ${used}`,
      state,
      path: staffPaths.discount(id),
    }
  })
}
