import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { formatKobo } from '#contract/money.ts'
import { shop } from '#contract/roles.ts'
import { counted, formatCount } from '#contract/text.ts'
import { discountUndo, listFoundDiscounts } from './discounts.admin.queries.ts'

const find: Find = async (words, most) => {
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
    }
  })
}

export const discountKind = {
  find,
  undo: { discount: { ...discountUndo, roles: shop } },
} satisfies ServedKind
