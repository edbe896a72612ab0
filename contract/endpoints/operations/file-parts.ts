import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { chosenFile, count, numeric } from '#contract/endpoints/fields.ts'
import { filePart, pdf } from '#contract/form-limits.ts'
import { publishing } from '#contract/roles.ts'

/** The sender's name of a file. */
export const fileId = z.string().check(z.regex(/^[a-z0-9-]{1,100}$/))

const received = z.object({ received: count })

/**
 * A large file in parts, which a connection may break off. Whatever takes it as its body takes it by `?parts={id}`, too.
 */
export const fileParts = {
  /** How many of its bytes have arrived: its sender goes on there. */
  'GET /admin/file-parts/:id': endpoint({
    who: publishing,
    input: z.object({ id: fileId }),
    output: received,
  }),
  /** The next bytes, as the body; left out where `at` is not how many came before. */
  'PUT /admin/file-parts/:id': endpoint({
    who: publishing,
    input: z.object({
      id: fileId,
      at: z.pipe(
        numeric('Say how many bytes came before'),
        z.int().check(z.gte(0), z.lte(pdf.bytes)),
      ),
      file: chosenFile,
    }),
    output: received,
    takes: { bytes: filePart.bytes, tooLarge: 'pdfTooLarge', isRaw: true },
  }),
}
