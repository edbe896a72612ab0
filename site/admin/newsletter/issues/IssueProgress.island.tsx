import { adminIsland } from '#site/admin/lib/admin-island.tsx'
import { ProgressPage } from './ProgressPage.tsx'

/** Why an island? How far a letter has come is asked again and again, with the token of the staff. */
export const IssueProgress = adminIsland(ProgressPage)
