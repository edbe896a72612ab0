import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { id, note, paging, revision, searched, time } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import { noteLength } from '#contract/form-limits.ts'
import { ageBands, publishingAwaits } from '#contract/magazine/age-bands.ts'
import { goneReasons } from '#contract/magazine/gone-stories.ts'
import { editors } from '#contract/roles.ts'
import { storyStates } from '#contract/states.ts'
import { story, storyFields, storyState, storySummary, textParts } from './stories.ts'

const adminFields = {
  state: storyState,
  /** The latest submission of a story that was sent in again. */
  sentAt: time,
  publishAt: z.nullable(time),
  /** It is written to the contributor. */
  reviewNote: z.nullable(z.string()),
  /** Grows with each change except of counters. */
  revision: z.int(),
}

export const adminStory = z.extend(story, {
  ...adminFields,
  moves: z.array(storyState),
  ...textParts,
  /** Null without an account. */
  contributorEmail: z.nullable(z.string()),
  /** Null without an account, and while they have not told. */
  contributorAge: z.nullable(z.enum(ageBands)),
  /** When a guardian agreed that their stories are published; null while none does. */
  guardianAgreedAt: z.nullable(time),
  /** Whom an editor rings up before it may be published, under 13. */
  guardianToPhone: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  /** Nothing else of its author was ever published. */
  isFirst: z.boolean(),
  /** What must come before it may be published; null when nothing does. */
  awaits: z.nullable(z.enum(publishingAwaits)),
  isChangedSinceApproval: z.boolean(),
})

const oneStory = { who: editors, input: z.object({ id }), missing: 'storyNotFound' } as const

export const noteMissing = 'Please write what the contributor should change'

const storyEdit = z.object({
  title: z.optional(storyFields.title),
  summary: z.optional(storyFields.summary),
  category: z.optional(storyFields.category),
})

export const adminStories = {
  /** Lists submitted ones by waiting time, others newest first. */
  'GET /admin/stories': forEditors({
    input: z.object({
      status: z.optional(z.enum(storyStates, `Status must be one of ${storyStates.join(', ')}`)),
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(z.extend(storySummary, adminFields)),
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
      /** The id of the guardian who confirmed by phone. */
      guardianPhoned: z.optional(id),
      /** The note goes to the contributor; it is required for a returned story. */
      note: note(`The note must be at most ${noteLength} characters`),
      revision,
    }),
    output: adminStory,
  }),
  'DELETE /admin/stories/:id': endpoint({
    ...oneStory,
    input: z.object({
      id,
      /** Why what was public is taken down for good, as its address tells. */
      reason: z._default(z.enum(goneReasons, 'The reason is author, law or us'), 'us'),
    }),
    output: z.object({ status: z.literal('deleted') }),
  }),
}
