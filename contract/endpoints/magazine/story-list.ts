import * as z from 'zod/mini'
import { id, paging, searched, time } from '#contract/endpoints/fields.ts'
import { forNewsroom } from '#contract/endpoints/for-staff.ts'
import { imageFocuses } from '#contract/magazine/story-content.ts'
import { storyStates } from '#contract/states.ts'

/** What the list may be narrowed to; `submitted`: to review, with changes of published stories that were sent. */
export const storyFilters = ['drafts', 'scheduled', ...storyStates] as const
export type StoryFilter = (typeof storyFilters)[number]

/** The groups in their order in the list. */
export const storyGroups = ['review', 'progress', 'published', 'rest'] as const
export type StoryGroup = (typeof storyGroups)[number]

/** Days of which the list shows reads, today included. */
export const readDays = 28

const row = z.object({
  id,
  slug: z.nullable(z.string()),
  group: z.enum(storyGroups),
  /** `draft`: it was never sent in. */
  state: z.enum([...storyStates, 'draft']),
  title: z.string(),
  authorName: z.string(),
  category: z.string(),
  imageUrl: z.nullable(z.string()),
  imageFocus: z.enum(imageFocuses),
  isFeatured: z.boolean(),
  /** Its draft has what readers do not see. */
  hasChanges: z.boolean(),
  /** Changes of a story that was decided on are to review: they are read in the editor. */
  isChange: z.boolean(),
  /** Null while it was never sent in. */
  sentAt: z.nullable(time),
  publishAt: z.nullable(time),
  publishedAt: z.nullable(time),
  savedAt: time,
  /** Reads of the last days, the oldest first; empty while it is not published. */
  readsByDay: z.array(z.int()),
  /** The person signed in may open it in the editor. */
  mayEdit: z.boolean(),
})

export const storyList = {
  /**
   * Stories and drafts in every state, each once: to review by waiting time, in progress with the next scheduled first,
   * others newest first. An author's own alone.
   */
  'GET /admin/story-list': forNewsroom({
    input: z.object({
      status: z.optional(z.enum(storyFilters, `Status must be one of ${storyFilters.join(', ')}`)),
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(row),
  }),
  /** How many stories each filter shows; a published story with unpublished changes is in two. */
  'GET /admin/story-list/counts': forNewsroom({
    output: z.record(z.enum(['all', ...storyFilters]), z.int()),
  }),
}
