import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { isAmong, owner, roleTexts } from '#contract/roles.ts'
import { listFoundStaff } from './staff.queries.ts'

/** Staff are the owner's business alone. */
const find: Find = async (words, most, { role }) => {
  const staff = isAmong(owner, role) ? await listFoundStaff(words, most) : []
  return staff.map(({ id, name, role, state }) => ({
    id,
    title: name,
    fact: roleTexts[role].label,
    state,
  }))
}

export const personKind = { find } satisfies ServedKind
