import * as z from 'zod/mini'
import { engagementIds, searchLength } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import { count, id, paging, time, upTo } from './fields.ts'

/** A story without its long text: what lists carry (product section 5). */
export const storySummary = z.object({
  id,
  title: z.string(),
  /** The first 200 characters of the content. */
  excerpt: z.string(),
  summary: z.string(),
  category: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  authorRole: z.string(),
  authorImageUrl: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  readTimeMinutes: z.int(),
  likesCount: count,
  sharesCount: count,
  /** One a visitor, story and day. */
  views: count,
  /** Mean of the readers' ratings, 0 while there is none. */
  rating: z.number(),
  isPublished: z.boolean(),
  isFeatured: z.boolean(),
  publishedAt: z.nullable(time),
  createdAt: time,
  updatedAt: time,
})

/** A whole story. */
export const story = z.extend(z.omit(storySummary, { excerpt: true }), { content: z.string() })

const engagement = z.object({
  id,
  likesCount: count,
  sharesCount: count,
  views: count,
  rating: z.number(),
  /** Whether the asking reader likes it; false for visitors. */
  liked: z.boolean(),
})

const idList = z.pipe(
  z.string('Name the stories as ids separated by commas'),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z
      .array(z.uuid('Each id must be a uuid'))
      .check(z.maxLength(engagementIds, `Ask for at most ${engagementIds} stories at a time`)),
  ),
)

const oneStory = { who: 'anyone', input: z.object({ id }), missing: 'storyNotFound' } as const

export const stories = {
  'GET /stories': endpoint({
    who: 'anyone',
    input: z.object({
      category: upTo(searchLength, `Category must be at most ${searchLength} characters`),
      ...paging,
    }),
    output: z.array(storySummary),
    paged: true,
  }),
  'GET /stories/featured': endpoint({
    who: 'anyone',
    input: z.object({}),
    output: z.nullable(storySummary),
  }),
  'GET /stories/engagement': endpoint({
    who: 'anyone',
    input: z.object({ ids: idList }),
    output: z.array(engagement),
  }),
  'GET /stories/:id': endpoint({ ...oneStory, output: story }),
  'POST /stories/:id/share': endpoint({ ...oneStory, output: z.object({ sharesCount: count }) }),
  'POST /stories/:id/view': endpoint({ ...oneStory, output: z.object({ views: count }) }),
}
