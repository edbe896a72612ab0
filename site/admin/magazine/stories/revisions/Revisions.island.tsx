import { adminIsland } from '#site/admin/lib/admin-island.tsx'
import { RevisionsPage } from './RevisionsPage.tsx'

/** Why an island? Two states are chosen and compared in place, and only a token opens them. */
export const Revisions = adminIsland(RevisionsPage)
