import type { StaffMember } from '#api/http/request-context.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'

type Item = OutputOf<'GET /admin/search'>[number]['items'][number]
/** What most kinds do not have; the path is that of the kind. */
type Rare = 'path' | 'publicPath' | 'category' | 'pictureUrl'

export type Found = Omit<Item, Rare> & Partial<Pick<Item, Rare>>

/** Finds at most so many things of a kind that have all words and that this member of the staff may see. */
export type Find = (words: string[], most: number, staff: StaffMember) => Promise<Found[]>
