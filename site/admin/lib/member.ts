import { atom } from 'nanostores'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from './call.ts'
import { storedMember, storeMember } from './token.ts'

export type Member = OutputOf<'GET /admin/account'>

/** The signed-in member of staff; undefined until known. */
export const $member = atom<Member | undefined>()

/** Fetched once a session: name and role do not change within it. */
export async function readMember() {
  const stored = storedMember()
  if (stored) return $member.set(stored)
  const member = await adminCall('GET /admin/account', {})
  storeMember(member)
  $member.set(member)
}
