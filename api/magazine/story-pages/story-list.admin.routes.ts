import type { Routes } from '#api/http/serve.ts'
import { mayOpen } from '#api/magazine/drafts/edit-draft.ts'
import { dayOf } from '#contract/dates.ts'
import { dayMs } from '#contract/days.ts'
import { readDays, storyFilters } from '#contract/endpoints/magazine/story-list.ts'
import { pageOf, wordsOf } from '#db/sql.ts'
import {
  countStoryRows,
  type ListedStory,
  listReadsByDay,
  listStoryRows,
} from './story-list.queries.ts'

export function storyListRoutes({ serve }: Routes) {
  serve('GET /admin/story-list', async ({ search = '', ...asked }, { staff }) => {
    const narrowed = { ...asked, words: wordsOf(search), viewer: staff }
    const { items, total } = await pageOf(narrowed, listStoryRows, countStoryRows)
    const readsOf = await findReads(items)
    return {
      items: items.map(({ ownerId, authorId, ...row }) => ({
        ...row,
        imageUrl: row.imageUrl || null,
        readsByDay: readsOf.get(row.id) ?? [],
        mayEdit: mayOpen(staff, { ownerId }, authorId === null ? undefined : { authorId }),
      })),
      total,
    }
  })

  serve('GET /admin/story-list/counts', async (_, { staff }) => {
    const counted = await Promise.all(
      [undefined, ...storyFilters].map(async (status) => [
        status ?? 'all',
        await countStoryRows({ status, words: [], viewer: staff }),
      ]),
    )
    return Object.fromEntries(counted)
  })
}

/** Finds how often published stories were read, by day, the oldest first. */
async function findReads(rows: ListedStory[]): Promise<Map<string, number[]>> {
  const published = rows.filter(({ state }) => state === 'published').map(({ id }) => id)
  if (published.length === 0) return new Map()
  const now = Date.now()
  const days = Array.from({ length: readDays }, (_, index) =>
    dayOf(new Date(now - (readDays - 1 - index) * dayMs)),
  )
  const readsOf = new Map(published.map((id) => [id, days.map(() => 0)]))
  for (const { storyId, day, reads } of await listReadsByDay(published, days[0] as string)) {
    const at = days.indexOf(day)
    const ofStory = readsOf.get(storyId)
    if (ofStory && at >= 0) ofStory[at] = reads
  }
  return readsOf
}
