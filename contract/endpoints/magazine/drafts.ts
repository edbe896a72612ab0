import * as z from 'zod/mini'
import { monthPattern } from '#contract/days.ts'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import {
  between,
  id,
  named,
  note,
  paging,
  time,
  typedSlug,
  webAddress,
} from '#contract/endpoints/fields.ts'
import { forNewsroom } from '#contract/endpoints/for-staff.ts'
import { storyChange } from '#contract/endpoints/magazine/corrections.ts'
import {
  number,
  oneRevision,
  revisionSummary,
  save,
} from '#contract/endpoints/magazine/documents.ts'
import {
  draftBytes,
  draftLength,
  imageAltLength,
  noteLength,
  storyLengths,
  storyMinimums,
} from '#contract/form-limits.ts'
import { publishingAwaits } from '#contract/magazine/age-bands.ts'
import { aiUses, imageLicences } from '#contract/magazine/provenance.ts'
import { imageFocuses } from '#contract/magazine/story-content.ts'
import { editors, newsroom } from '#contract/roles.ts'
import { provenanceFields } from './provenance.ts'
import { seriesPlace } from './series.ts'
import { storyFields, storyState, textParts } from './stories.ts'

const tooLong = 'This is longer than can be saved. Please divide it into two stories.'
const anyText = z.string().check(z.maxLength(draftLength, tooLong))

/** Fields are stored as typed: nothing is required and no limit of a story is checked until it is published. */
export const draftFields = z.object({
  title: anyText,
  summary: anyText,
  category: anyText,
  authorName: anyText,
  authorRole: anyText,
  /** The text is Markdown. */
  content: anyText,
  imageUrl: anyText,
  imageAlt: anyText,
  imageFocus: z.enum(imageFocuses),
  videoUrl: anyText,
  aiUse: z._default(z.enum(['', ...aiUses]), ''),
  imageCredit: z._default(anyText, ''),
  imageLicence: z._default(z.enum(['', ...imageLicences]), ''),
  imageSource: z._default(anyText, ''),
  peopleAgree: z._default(z.boolean(), false),
  /** Null, or the title of an existing or a new series. */
  seriesTitle: z._default(anyText, ''),
  seriesPart: z._default(anyText, ''),
  isFeatured: z.boolean(),
})

/** What a revision must hold before readers see it. */
const publishedFields = z.object({
  title: storyFields.title,
  summary: storyFields.summary,
  category: storyFields.category,
  // The messages name the fields as the editor does.
  authorName: named('Author', storyMinimums.name, storyLengths.name),
  authorRole: between(
    1,
    storyLengths.name,
    'Please enter the author role',
    `Author role must be at most ${storyLengths.name} characters`,
  ),
  content: named('Text', storyMinimums.content, storyLengths.content),
  imageUrl: webAddress,
  imageAlt: z
    .string()
    .check(
      z.trim(),
      z.maxLength(imageAltLength, `Alt text must be at most ${imageAltLength} characters`),
    ),
  imageFocus: z.enum(imageFocuses),
  videoUrl: storyFields.videoUrl,
  ...provenanceFields,
  isFeatured: z.boolean(),
})

/** Validates a revision by the rules of a story; `text` is the plain text of its Markdown, whose length is checked. */
export function checkPublished(fields: z.infer<typeof draftFields>, text: string) {
  const problems: Record<string, string[]> = {}
  const add = (name: string, message: string) => {
    problems[name] = [...(problems[name] ?? []), message]
  }
  const checked = publishedFields.safeParse({ ...fields, content: text })
  for (const { path, message } of checked.error?.issues ?? []) add(String(path[0]), message)
  const { seriesTitle, seriesPart } = fields
  const hasPlace = seriesTitle.trim() !== '' || seriesPart.trim() !== ''
  const place = seriesPlace.safeParse(hasPlace ? { title: seriesTitle, part: seriesPart } : null)
  for (const { path, message } of place.error?.issues ?? [])
    add(path[0] === 'title' ? 'seriesTitle' : 'seriesPart', message)
  /** `place` is null where no series is named. */
  return { stored: checked.data, place: place.data ?? null, problems }
}

/** What a draft tells of a story that readers see, or that waits in the review queue. */
const storyOfDraft = z.object({
  /** The words of its address; null before the first publishing, unless somebody has chosen them. */
  slug: z.nullable(z.string()),
  state: storyState,
  publishedAt: z.nullable(time),
  publishAt: z.nullable(time),
  unpublishAt: z.nullable(time),
  /** Null without an account. */
  contributorEmail: z.nullable(z.string()),
  /** What must come before it may be published; null when nothing does. */
  awaits: z.nullable(z.enum(publishingAwaits)),
  reviewNote: z.nullable(z.string()),
})

const consent = z.nullable(
  z.object({
    state: z.enum(['asked', 'agreed', 'answered']),
    revision: number,
    answer: z.nullable(z.string()),
    at: z.nullable(time),
  }),
)

const draft = z.object({
  id,
  /** 0 before the first save. */
  head: z.int(),
  /** The revision that the story's row holds. */
  stored: z.nullable(number),
  savedAt: z.nullable(time),
  savedByName: z.nullable(z.string()),
  fields: draftFields,
  ...textParts,
  story: z.nullable(storyOfDraft),
  sentAt: z.nullable(time),
  consent,
})

const oneDraft = { who: newsroom, input: z.object({ id }), missing: 'storyNotFound' } as const
const moment = z.iso.datetime({ error: 'Please choose a day and a time', offset: true })

export const drafts = {
  /** Drafts are not visible to readers: they are unpublished, or unpublished changes of a published story. */
  'GET /admin/drafts': forNewsroom({
    input: z.object(paging),
    output: z.array(
      z.object({
        id,
        title: z.string(),
        /** It may be empty. */
        category: z.string(),
        imageUrl: z.nullable(z.string()),
        ownerName: z.nullable(z.string()),
        savedAt: time,
        savedByName: z.string(),
        state: z.nullable(storyState),
        sentAt: z.nullable(time),
        words: z.int(),
      }),
    ),
  }),
  /** The author of the last story that one wrote, who is proposed for the next one. Empty before the first. */
  'GET /admin/byline': forNewsroom({
    output: z.object({ authorName: z.string(), authorRole: z.string() }),
  }),
  'GET /admin/drafts/:id': endpoint({ ...oneDraft, output: draft }),
  /** If `base` is no longer the head, the revision is stored beside it (409 with `saveConflict`). */
  'PUT /admin/drafts/:id': endpoint({
    ...oneDraft,
    input: z.object({ ...save, fields: draftFields }),
    output: z.object({ number, savedAt: time }),
    bodyBytes: draftBytes,
  }),
  /**
   * A draft that no reader saw goes with its revisions; a story loses only its changes. With `number`, only if nobody
   * has saved since that revision.
   */
  'DELETE /admin/drafts/:id': endpoint({
    ...oneDraft,
    input: z.object({ id, number: z.optional(number) }),
    output: z.object({ status: z.literal('discarded') }),
  }),
  'GET /admin/drafts/:id/revisions': endpoint({
    ...oneDraft,
    input: z.object({ id, ...paging }),
    output: z.array(revisionSummary),
  }),
  'GET /admin/drafts/:id/revisions/:number': endpoint({
    ...oneDraft,
    input: oneRevision,
    output: z.extend(revisionSummary, { fields: draftFields }),
  }),
  /** The state before the restore stays a revision. */
  'POST /admin/drafts/:id/restore': endpoint({
    ...oneDraft,
    input: z.object({ ...save, number }),
    output: draft,
  }),
  /** Publishes or updates; with `publishAt` it waits until then. What kind of change it is counts for an update alone. */
  'POST /admin/drafts/:id/publish': endpoint({
    ...oneDraft,
    who: editors,
    input: z.object({
      id,
      number,
      publishAt: z.optional(z.nullable(moment)),
      unpublishAt: z.optional(z.nullable(moment)),
      /** The words of its address in place of those of the title; once it was public, they stay. */
      slug: typedSlug,
      ...storyChange,
    }),
    output: draft,
  }),
  'POST /admin/drafts/:id/unpublish': endpoint({ ...oneDraft, who: editors, output: draft }),
  'POST /admin/drafts/:id/send': endpoint({
    ...oneDraft,
    input: z.object({ id, number }),
    output: draft,
  }),
  /** Asks the contributor by mail to agree before publication. Without `number` the question is withdrawn. */
  'POST /admin/drafts/:id/ask': endpoint({
    ...oneDraft,
    who: editors,
    input: z.object({
      id,
      number: z.optional(number),
      note: note(`The note must be at most ${noteLength} characters`),
    }),
    output: draft,
  }),
  /** Lists published, scheduled and waiting stories of one month in Lagos. */
  'GET /admin/calendar': forNewsroom({
    input: z.object({
      /** The current month by default. */
      month: z.optional(z.string().check(z.regex(monthPattern, 'A month is written 2026-11'))),
    }),
    output: z.array(
      z.object({
        id,
        title: z.string(),
        authorName: z.string(),
        kind: z.enum(['published', 'planned', 'leaves', 'waits']),
        at: time,
        /** The person signed in may open it in the editor. */
        mayEdit: z.boolean(),
      }),
    ),
  }),
}
