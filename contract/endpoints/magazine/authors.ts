import * as z from 'zod/mini'
import { endpoint, forReader, publicRead } from '#contract/endpoints/endpoint.ts'
import { count, id, named, paging, searched, ticked, time } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import { authorLengths } from '#contract/form-limits.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import { storySummary } from './stories.ts'

const { name, about } = authorLengths
const aboutMessage = `What you say about yourself must be at most ${about} characters`

export const author = z.object({
  slug: z.string(),
  name: z.string(),
  /** A few sentences, one paragraph per line. */
  about: z.string(),
  pictureUrl: z.nullable(z.string()),
  updatedAt: time,
})

/** The page for whoever may change it, whether it exists or not. */
export const ownPage = z.extend(z.omit(author, { updatedAt: true }), {
  /** Null until the page is saved for the first time; it stays when the name changes. */
  slug: z.nullable(z.string()),
  isPublic: z.boolean(),
})

/** The text fields, which the form also validates before it is sent. */
export const authorWords = z.object({
  name: named('Name', 2, name),
  about: z.pipe(
    z.optional(z.string(aboutMessage)),
    z.pipe(
      // Browsers count a line break as one character, and send two.
      z.transform((text: string | undefined) => text?.replaceAll('\r\n', '\n').trim() ?? ''),
      z.string().check(z.maxLength(about, aboutMessage)),
    ),
  ),
})

const pageFields = {
  ...authorWords.def.shape,
  /** Missing means false, as from an unticked checkbox. */
  isPublic: ticked('Say whether the page is shown: true or false'),
  /** Replaces the current picture. */
  file: z.optional(z.instanceof(ReceivedFile)),
  withoutPicture: ticked('Say whether the picture goes: true or false'),
}

const oneAuthor = {
  ...publicRead,
  input: z.object({ slug: z.string() }),
  missing: 'authorNotFound',
} as const

export const authors = {
  /** Lists those who have a page, by name. */
  'GET /authors': endpoint({
    ...publicRead,
    input: z.object({ ...paging, search: searched('Search') }),
    output: z.array(author),
  }),
  'GET /authors/:slug': endpoint({ ...oneAuthor, output: author }),
  /** The newest stand first. */
  'GET /authors/:slug/stories': endpoint({
    ...oneAuthor,
    input: z.extend(oneAuthor.input, paging),
    output: z.array(storySummary),
  }),
  'GET /account/author-page': forReader({
    output: z.extend(ownPage, {
      /** Without a published story the page is not shown. */
      hasPublished: z.boolean(),
    }),
  }),
  'PUT /account/author-page': forReader({
    input: z.object(pageFields),
    output: ownPage,
    form: { page: '/account', done: '/account?done=author-page' },
  }),
  /** Everybody whose story is published, and whoever has a page; by name. */
  'GET /admin/authors': forEditors({
    input: z.object({
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(
      z.extend(ownPage, {
        id,
        /** Only published stories are counted. */
        stories: count,
        /** It is a reader's account: only the reader decides whether there is a page. */
        isReader: z.boolean(),
      }),
    ),
  }),
  'PUT /admin/authors/:id': forEditors({
    input: z.object({ id, ...pageFields }),
    output: ownPage,
    missing: 'authorNotFound',
  }),
}
