import { atom } from 'nanostores'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from './call.ts'
import { storedMember, storeMember } from './token.ts'

export type Member = OutputOf<'GET /admin/account'>

/** Who is signed in; undefined until that is known. */
export const $member = atom<Member | undefined>()

/** Asks the server once a session: name and role stay as they are as long as it is open. */
export async function readMember() {
  const stored = storedMember()
  if (stored) return $member.set(stored)
  const member = await adminCall('GET /admin/account', {})
  storeMember(member)
  $member.set(member)
}
