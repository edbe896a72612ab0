import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { count, id, paging, time } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import {
  number,
  oneRevision,
  revisionSummary,
  save,
} from '#contract/endpoints/magazine/documents.ts'
import { textCards } from '#contract/endpoints/magazine/stories.ts'
import { storyCategory } from '#contract/endpoints/magazine/story-category.ts'
import { issueLengths, storyBodyBytes } from '#contract/form-limits.ts'
import { editors } from '#contract/roles.ts'

const tooLong = 'This is longer than a newsletter can be. Please make it shorter.'
const text = (length: number) => z.string().check(z.maxLength(length, tooLong))
const categories = z.array(storyCategory('Please choose from the categories of the list'))

/** Fields are stored as typed: what is required is checked when the issue is sent. */
const issueFields = z.object({
  subject: text(issueLengths.subject),
  /** Preview text that mail programs show beside the subject. */
  preheader: text(issueLengths.subject),
  /** Markdown. A paragraph that is nothing but a link to a story or a book is drawn as a card. */
  content: text(issueLengths.content),
  /** Recipients: subscribers of one of these categories; an empty list means all. */
  categories,
})

const draft = z.object({
  id,
  /** Only a draft can be changed. */
  isDraft: z.boolean(),
  number: z.int(),
  savedAt: z.nullable(time),
  savedByName: z.nullable(z.string()),
  fields: issueFields,
})

/** The mail that an issue makes. */
const preview = z.object({
  subject: z.string(),
  text: z.string(),
  /** Address of the HTML part, valid for some minutes. */
  frame: z.string(),
  /** Size of the whole mail as sent. */
  bytes: count,
  /** Why it cannot be sent yet, as sentences. */
  problems: z.array(z.string()),
  /** Paths of cards that are left out because readers cannot open them. */
  missing: z.array(z.string()),
})

const oneIssue = { who: editors, input: z.object({ id }), missing: 'issueNotFound' } as const

export const issueDrafts = {
  'GET /admin/letters/:id/draft': endpoint({ ...oneIssue, output: draft }),
  /** If `base` is no longer the head, the revision is stored beside it (409 with `saveConflict`). */
  'PUT /admin/letters/:id/draft': endpoint({
    ...oneIssue,
    input: z.object({ ...save, fields: issueFields }),
    output: z.object({ number: z.int(), savedAt: time }),
    bodyBytes: storyBodyBytes,
  }),
  /** It deletes with `number` only if nobody has saved since that revision. */
  'DELETE /admin/letters/:id/draft': endpoint({
    ...oneIssue,
    input: z.object({ id, number: z.optional(z.int()) }),
    output: z.object({ status: z.literal('discarded') }),
  }),
  'GET /admin/letters/:id/revisions': endpoint({
    ...oneIssue,
    input: z.object({ id, ...paging }),
    output: z.array(revisionSummary),
  }),
  'GET /admin/letters/:id/revisions/:number': endpoint({
    ...oneIssue,
    input: oneRevision,
    output: z.extend(revisionSummary, { fields: issueFields }),
  }),
  /** The state before the restore stays a revision. */
  'POST /admin/letters/:id/restore': endpoint({
    ...oneIssue,
    input: z.object({ ...save, number }),
    output: draft,
  }),
  'GET /admin/letters/:id/preview': endpoint({
    ...oneIssue,
    output: z.extend(preview, {
      /** What the editor draws of cards, without those that are left out. */
      cards: textCards,
    }),
  }),
  /** A sample with the newest story and book, for whoever has written no issue: stored nowhere, and sent to nobody. */
  'GET /admin/letter-sample': forEditors({ output: preview }),
  /** Sends a test mail to the person signed in. */
  'POST /admin/letters/:id/test': endpoint({
    ...oneIssue,
    output: z.object({ to: z.string() }),
    status: 202,
  }),
  'GET /admin/letter-audience': forEditors({
    input: z.object({
      /** Separated by a line break, which no name of a category has. */
      categories: z.pipe(
        z._default(z.string(), ''),
        z.pipe(
          z.transform((joined: string) => joined.split('\n').filter(Boolean)),
          categories,
        ),
      ),
    }),
    output: z.object({ recipients: count }),
  }),
  /** The HTML part, by an address that the preview made. */
  'GET /letter-previews/:id': forAnyone({
    isPrivate: true,
    missing: 'issueNotFound',
    input: z.object({
      id,
      /** Seconds since 1970. */
      until: z.coerce.number().check(z.int()),
      proof: z.string().check(z.maxLength(100)),
      /** Shows it as a mail program does in dark mode; otherwise in light mode, whatever the device has. */
      dark: z.optional(z.literal('on')),
      pictures: z.optional(z.literal('off')),
    }),
    file: 'text/html',
  }),
}
