import { insertStaffLink } from '#api/staff/people/staff-links.queries.ts'
import { staffPaths } from '#contract/staff-paths.ts'

/** The address at which the owner chooses a sign-in. It works once; earlier ones no more. */
export const oneTimeAddress = async (ownerId: string, publicUrl: string) =>
  publicUrl + staffPaths.withToken('first-steps/begin', await insertStaffLink(ownerId, 'begin'))
