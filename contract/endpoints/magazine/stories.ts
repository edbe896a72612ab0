import * as z from 'zod/mini'
import { endpoint, forAnyone, forReader, publicRead } from '#contract/endpoints/endpoint.ts'
import {
  between,
  count,
  id,
  ids,
  named,
  numeric,
  optionalAgeBand,
  paging,
  searched,
  time,
  upTo,
  webAddress,
} from '#contract/endpoints/fields.ts'
import { correction } from '#contract/endpoints/magazine/corrections.ts'
import { provenance, provenanceFields } from '#contract/endpoints/magazine/provenance.ts'
import { storyCategory } from '#contract/endpoints/magazine/story-category.ts'
import {
  readTimeMinutes,
  storyBodyBytes,
  storyLengths,
  storyMinimums,
} from '#contract/form-limits.ts'
import { searchLength } from '#contract/limits.ts'
import { goneReasons } from '#contract/magazine/gone-stories.ts'
import { contentFormats, imageFocuses } from '#contract/magazine/story-content.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import { agreements } from '#contract/shop/agreements.ts'
import { storyStates } from '#contract/states.ts'

/** A story without its text: what lists carry (specification 4.1). */
export const storySummary = z.object({
  id,
  /** The words of its address; null before the first publishing, unless somebody has chosen them. */
  slug: z.nullable(z.string()),
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
  imageFocus: z.enum(imageFocuses),
  videoUrl: z.nullable(z.string()),
  readTimeMinutes: z.int(),
  likesCount: count,
  sharesCount: count,
  /** Views count once per reader or browser, story and day. */
  views: count,
  /** Mean of the readers' ratings, 0 while there is none. */
  rating: z.number(),
  isPublished: z.boolean(),
  isFeatured: z.boolean(),
  publishedAt: z.nullable(time),
  createdAt: time,
  updatedAt: time,
})

export const listedStory = z.extend(storySummary, {
  /** The trending score: reads, likes and shares count one each, and half as much every week. */
  heat: z.number(),
})

export const story = z.extend(z.omit(storySummary, { excerpt: true }), {
  content: z.string(),
  contentFormat: z.enum(contentFormats),
  /** Alternative text; may be empty. */
  imageAlt: z.string(),
  ...provenance,
})

/** A story or a book to which a line of a text is a link. */
export const textCards = z.array(
  z.object({
    kind: z.enum(['story', 'book']),
    id,
    title: z.string(),
    category: z.string(),
    authorName: z.string(),
    /** The price of a book in naira; 0 for a story. */
    price: z.number(),
    imageUrl: z.nullable(z.string()),
  }),
)

/** What a text shows besides its words. */
export const textParts = {
  /** Pictures have their sizes, so that the layout does not shift when they load. */
  pictures: z.array(z.object({ id, width: z.int(), height: z.int() })),
  /** Cards leave out what readers cannot open. */
  cards: textCards,
}

export const openStory = z.extend(story, {
  ...textParts,
  /** The id of the upload that shared links show; null where they show the drawing. */
  sharedPhoto: z.nullable(z.string()),
  /** When readers were last told of an update. */
  updatedOn: z.nullable(time),
  /** The newest first. */
  corrections: z.array(correction),
})

export const storyState = z.enum(storyStates)

/** A contributor's own story, in any state. */
export const submission = z.object({
  id,
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  state: storyState,
  /** The publisher has written it. */
  reviewNote: z.nullable(z.string()),
  /** State of an edit that the contributor was asked about. */
  edit: z.nullable(z.enum(['asked', 'agreed', 'answered'])),
  createdAt: time,
  updatedAt: time,
  publishedAt: z.nullable(time),
})

const { title, summary, content, name } = storyLengths
const { min, max } = readTimeMinutes
const minutes = `Read time must be a whole number from ${min} to ${max} minutes`

/** The fields have the messages of specification 4.3. */
export const storyFields = {
  title: named('Title', storyMinimums.title, title),
  content: named('Content', storyMinimums.content, content),
  summary: named('Summary', storyMinimums.summary, summary),
  category: storyCategory('Please select a category'),
  authorName: named('Name', storyMinimums.name, name),
  authorRole: between(1, name, 'Please select your role', 'Please select your role'),
  authorImageUrl: webAddress,
  imageUrl: webAddress,
  videoUrl: webAddress,
  readTimeMinutes: z._default(
    z.pipe(
      numeric(minutes),
      z.int(minutes).check(z.minimum(min, minutes), z.maximum(max, minutes)),
    ),
    readTimeMinutes.default,
  ),
  ...provenanceFields,
  /** It is used only if the account has no age band yet. */
  ageBand: optionalAgeBand,
  /** A picture in a form without script replaces imageUrl. */
  file: z.optional(z.instanceof(ReceivedFile)),
}

const terms = { name: 'terms', message: agreements.story }

const engagement = z.object({
  id,
  likesCount: count,
  sharesCount: count,
  views: count,
  rating: z.number(),
  /** False for visitors. */
  liked: z.boolean(),
})

const oneStory = { who: 'anyone', input: z.object({ id }), missing: 'storyNotFound' } as const

export const stories = {
  'GET /stories': endpoint({
    ...publicRead,
    input: z.object({
      category: searched('Category'),
      ...paging,
    }),
    output: z.array(listedStory),
  }),
  'GET /stories/featured': endpoint({ ...publicRead, output: z.nullable(storySummary) }),
  'GET /stories/engagement': forAnyone({
    input: z.object({ ids: ids('stories') }),
    output: z.array(engagement),
  }),
  'GET /stories/:id': endpoint({
    ...oneStory,
    ...publicRead,
    output: openStory,
  }),
  /** Of one that was public and was taken down for good, for its page. */
  'GET /stories/:id/gone': endpoint({
    ...oneStory,
    ...publicRead,
    output: z.object({ at: time, reason: z.enum(goneReasons) }),
  }),
  'POST /stories': forReader({
    input: z.object(storyFields),
    output: story,
    status: 201,
    once: true,
    bodyBytes: storyBodyBytes,
    form: { page: '/submit', done: '/submit?sent=1', agree: terms },
  }),
  'GET /account/stories/:id': forReader({
    input: z.object({ id }),
    output: z.extend(story, { state: storyState, reviewNote: z.nullable(z.string()) }),
    missing: 'storyNotFound',
  }),
  'PUT /account/stories/:id': forReader({
    input: z.object({ id, ...storyFields }),
    output: story,
    bodyBytes: storyBodyBytes,
    missing: 'storyNotFound',
    form: { page: '/submit?story={id}', done: '/account?done=sent', agree: terms },
  }),
  'DELETE /account/stories/:id': forReader({
    input: z.object({ id }),
    output: z.object({ status: z.literal('withdrawn') }),
    missing: 'storyNotFound',
    form: { page: '/account', done: '/account?done=withdrawn' },
  }),
  'POST /stories/:id/share': endpoint({
    ...oneStory,
    output: z.object({ sharesCount: count }),
    limited: 'crowd',
  }),
  'POST /stories/:id/view': endpoint({
    ...oneStory,
    output: z.object({ views: count }),
    limited: 'crowd',
  }),
}

const card = z.pick(storySummary, {
  id: true,
  title: true,
  category: true,
  readTimeMinutes: true,
  imageUrl: true,
})
const part = z.object({ id, title: z.string(), part: z.int() })

/** This is apart from `stories`, which the story form ships. */
export const foundStories = {
  /** Best first; none for an empty search. */
  'GET /search': forAnyone({
    shared: true,
    input: z.object({
      q: upTo(searchLength, `A search may have at most ${searchLength} characters`),
      ...paging,
    }),
    output: z.array(storySummary),
  }),
  /** Further stories at the end of a story's page. */
  'GET /stories/:id/related': endpoint({
    ...oneStory,
    ...publicRead,
    output: z.object({
      /** The slug of the author's page, where there is one. */
      author: z.nullable(z.string()),
      /** Only published parts are named. */
      series: z.nullable(
        z.object({
          id,
          title: z.string(),
          part: z.int(),
          /** The number of the last part. */
          lastPart: z.int(),
          previous: z.nullable(part),
          next: z.nullable(part),
        }),
      ),
      /** The next part, then the same category, then trending stories. */
      readNext: z.array(card),
    }),
  }),
}
