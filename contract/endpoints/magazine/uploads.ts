import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { ReceivedFile } from '#contract/received-file.ts'

export const uploads = {
  /** Multipart, the picture in the field `file`. */
  'POST /uploads': endpoint({
    who: 'reader',
    input: z.object({
      file: z.instanceof(ReceivedFile, { error: 'Please choose a file to upload' }),
    }),
    output: z.object({ url: z.string(), width: z.int(), height: z.int() }),
    status: 201,
  }),
}
