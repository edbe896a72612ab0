import * as z from 'zod/mini'
import { forAnyone, forReader } from '#contract/endpoints/endpoint.ts'
import { chosenFile, id } from '#contract/endpoints/fields.ts'
import { forNewsroom, forOwner } from '#contract/endpoints/for-staff.ts'
import { sitePictures } from '#contract/magazine/art-look.ts'
import { motifs, readyPalettes } from '#contract/settings/look.ts'

/** `lookCode`. */
const lookCodes = `${Object.keys(readyPalettes).join('|')}|[0-9a-f]{6}`

const drawn = {
  file: 'image/svg+xml',
  maxAge: 'forever',
  missing: 'pictureNotFound',
} as const

/** The folder of `iconPaths`. */
const drawnLogos = `(${lookCodes}|adire)-(mark|[a-z]|${motifs.join('|')})`
// unchecked pattern: names between bars, each read one way.
const logo = z.union([z.string().check(z.regex(new RegExp(`^(${drawnLogos})$`))), z.uuid()])

export const files = {
  'GET /magazines/:id.pdf': forAnyone({
    input: z.object({ id: z.string(), download: z.optional(z.string()) }),
    file: 'application/pdf',
    maxAge: 'day',
    missing: 'publicationNotFound',
  }),
  'GET /art/:kind/:category/:seed.svg': forAnyone({
    input: z.object({
      kind: z.enum(['story', 'book', 'avatar']),
      /** The category as `slugOf` writes it; an unknown one gets the art of "every other". */
      category: z.string().check(z.regex(/^[a-z0-9-]{1,100}$/)),
      /** `seedOf(title, category)`, and the colours where they are not Adire's: `0123abcd-zobo`. */
      // unchecked pattern: eight digits, then one of the names.
      seed: z.string().check(z.regex(new RegExp(`^[0-9a-f]{8}(-(${lookCodes}))?$`))),
    }),
    ...drawn,
  }),
  /** A picture of the pages in the colours of a look that is not Adire. */
  'GET /art/:look/:name.svg': forAnyone({
    input: z.object({
      // unchecked pattern: one of the names.
      look: z.string().check(z.regex(new RegExp(`^(${lookCodes})$`))),
      name: z.enum(sitePictures),
    }),
    ...drawn,
  }),
  /** The logo: a drawn one in the colours of a look, or an uploaded one by its id. */
  'GET /logos/:mark/any.svg': forAnyone({
    input: z.object({ mark: logo }),
    ...drawn,
  }),
  'GET /logos/:mark/:size.png': forAnyone({
    input: z.object({
      mark: logo,
      size: z.enum(['16', '32', '48', '96', '180', '192', '512', 'maskable']),
    }),
    ...drawn,
    file: 'image/png',
  }),
  'GET /share-pictures/:kind/:id.jpg': forAnyone({
    input: z.object({ kind: z.enum(['story', 'book']), id }),
    file: 'image/jpeg',
    maxAge: 'day',
    missing: 'pictureNotFound',
  }),
  /** The photo of a story that a shared link shows; the drawing in its place once the story has it no more. */
  'GET /share-pictures/story/:id/:upload.jpg': forAnyone({
    input: z.object({ id, upload: id }),
    file: 'image/jpeg',
    maxAge: 'none',
    missing: 'pictureNotFound',
  }),
  /** The picture of pages that are neither a story nor a book. */
  'GET /share-pictures/site.jpg': forAnyone({ file: 'image/jpeg', maxAge: 'day' }),
}

const uploaded = {
  input: z.object({ file: chosenFile }),
  output: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  status: 201,
} as const

export const uploads = {
  /** Multipart, the picture in the field `file`. */
  'POST /uploads': forReader({ ...uploaded }),
  'POST /admin/uploads': forNewsroom({ ...uploaded }),
  /** An SVG or PNG in the field `file`. The look names the logo by its id. */
  'POST /admin/logo': forOwner({
    input: z.object({ file: chosenFile }),
    output: z.object({ id: z.uuid() }),
    status: 201,
  }),
}
