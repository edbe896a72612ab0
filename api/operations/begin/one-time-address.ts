import { insertStaffLink } from '#api/staff/people/staff-links.queries.ts'
import { staffLinkMinutes } from '#contract/form-limits.ts'
import { staffPaths } from '#contract/staff-paths.ts'

/** `once, within 30 minutes: https://…`: where the owner chooses a sign-in. Earlier addresses work no more. */
export async function oneTimeAddress(ownerId: string, publicUrl: string): Promise<string> {
  const path = staffPaths.withToken('first-steps/begin', await insertStaffLink(ownerId, 'begin'))
  return `once, within ${staffLinkMinutes.begin} minutes: ${publicUrl}${path}`
}
