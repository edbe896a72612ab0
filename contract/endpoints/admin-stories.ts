import * as z from 'zod/mini'

import { noteLength } from '../form-limits.ts'
import { searchLength } from '../limits.ts'
import { storyStates } from '../states.ts'
import { endpoint } from './endpoint.ts'
import { id, note, paging, revision, time, upTo } from './fields.ts'
import { story, storyFields, storyState, storySummary } from './stories.ts'

const ofTheDesk = {
  state: storyState,
  /** When it was sent in; of one that was sent in again, the last time. */
  sentAt: time,
  /** The publisher's word to the contributor. */
  reviewNote: z.nullable(z.string()),
  /** Grows with each change but the counters'. */
  revision: z.int(),
}

/** A story as the publisher sees it, whatever its state. */
export const adminStory = z.extend(story, {
  ...ofTheDesk,
  /** The states it may move to. */
  moves: z.array(storyState),
  /** Of the contributor's account; null when it is gone, and for what no reader sent in. */
  contributorEmail: z.nullable(z.string()),
})

const oneStory = { who: 'publisher', input: z.object({ id }), missing: 'storyNotFound' } as const

/** The message at the note's field. */
export const noteMissing = 'Please write what the contributor should change'

/** What the publisher may change of a story's text. */
export const storyEdit = z.object({
  title: z.optional(storyFields.title),
  summary: z.optional(storyFields.summary),
  category: z.optional(storyFields.category),
})

export const review = {
  /** What waits longest comes first among the submitted, the newest first elsewhere. */
  'GET /admin/stories': endpoint({
    who: 'publisher',
    input: z.object({
      status: z.optional(z.enum(storyStates, `Status must be one of ${storyStates.join(', ')}`)),
      search: upTo(searchLength, `Search must be at most ${searchLength} characters`),
      ...paging,
    }),
    output: z.array(z.extend(storySummary, ofTheDesk)),
    paged: true,
  }),
  'GET /admin/stories/:id': endpoint({ ...oneStory, output: adminStory }),
  'PATCH /admin/stories/:id': endpoint({
    ...oneStory,
    input: z.extend(storyEdit, {
      id,
      isPublished: z.optional(z.boolean('Say whether the story is published: true or false')),
      isFeatured: z.optional(z.boolean('Say whether the story is featured: true or false')),
      status: z.optional(
        z.enum(
          ['submitted', 'returned', 'declined'],
          'Status must be submitted, returned or declined',
        ),
      ),
      /** To the contributor; a returned story always has one. */
      note: note(`The note must be at most ${noteLength} characters`),
      /** The one that was looked at. */
      revision,
    }),
    output: adminStory,
  }),
  'DELETE /admin/stories/:id': endpoint({
    ...oneStory,
    output: z.object({ status: z.literal('deleted') }),
  }),
}
