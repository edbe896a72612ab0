import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { chosenFile, id } from '#contract/endpoints/fields.ts'
import { newsroom } from '#contract/roles.ts'

export const files = {
  'GET /magazines/:id.pdf': endpoint({
    who: 'anyone',
    input: z.object({ id: z.string(), download: z.optional(z.string()) }),
    output: z.unknown(),
    file: 'application/pdf',
    maxAge: 'day',
    missing: 'publicationNotFound',
  }),
  'GET /art/:kind/:category/:seed.svg': endpoint({
    who: 'anyone',
    input: z.object({
      kind: z.enum(['story', 'book', 'avatar']),
      /** The category as `slugOf` writes it; an unknown one gets the art of "every other". */
      category: z.string().check(z.regex(/^[a-z0-9-]{1,100}$/)),
      /** `seedOf(title, category)`. */
      seed: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
    }),
    output: z.unknown(),
    file: 'image/svg+xml',
    maxAge: 'forever',
    missing: 'pictureNotFound',
  }),
  'GET /share-pictures/:kind/:id.jpg': endpoint({
    who: 'anyone',
    input: z.object({ kind: z.enum(['story', 'book']), id }),
    output: z.unknown(),
    file: 'image/jpeg',
    maxAge: 'day',
    missing: 'pictureNotFound',
  }),
  /** The picture of pages that are neither a story nor a book. */
  'GET /share-pictures/site.jpg': endpoint({
    who: 'anyone',
    input: z.object({}),
    output: z.unknown(),
    file: 'image/jpeg',
    maxAge: 'day',
  }),
}

const uploaded = {
  input: z.object({ file: chosenFile }),
  output: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  status: 201,
} as const

export const uploads = {
  /** Multipart, the picture in the field `file`. */
  'POST /uploads': endpoint({ who: 'reader', ...uploaded }),
  'POST /admin/uploads': endpoint({ who: newsroom, ...uploaded }),
}
