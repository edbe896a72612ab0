import type { Find } from '#api/operations/search/find.ts'
import { isAmong, owner, roleTexts } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { listFoundStaff } from './staff.queries.ts'

/** Staff are the owner's business alone. */
export const findPeople: Find = async (words, most, { role }) => {
  const staff = isAmong(owner, role) ? await listFoundStaff(words, most) : []
  return staff.map(({ id, name, role, state }) => ({
    id,
    title: name,
    fact: roleTexts[role].label,
    state,
    path: staffPaths.people,
  }))
}
